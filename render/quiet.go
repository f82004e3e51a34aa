package render

import (
	"fmt"
	"time"

	"github.com/boathouse-rum/boathouse/render/lang"
)

// A QuietModel is the quiet hours of the reader.
type QuietModel struct {
	From, To int       // minutes after midnight
	Zone     string    // IANA name; empty: no quiet hours
	Now      time.Time // as clocks of the zone show it
}

// Quiet draws them with what they do, and the time there, so that a wrong zone
// is noticed.
func Quiet(l lang.Lang, m QuietModel) Message { return private(text(paragraph(l, sceneOfQuiet(m)...))) }

func sceneOfQuiet(m QuietModel) []sentence {
	if m.Zone == "" {
		return []sentence{{key: lang.QuietNone}}
	}
	return []sentence{
		{key: lang.QuietHours, when: literal(clock(m.From) + "–" + clock(m.To)), word: literal(PlainName(m.Zone))},
		{key: lang.QuietDoes},
		{key: lang.QuietNow, when: literal(m.Now.Format("15:04"))},
	}
}

// clock writes a time of day, in minutes after midnight, as all six languages do.
func clock(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }
