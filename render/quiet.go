package render

import (
	"fmt"
	"strings"
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
func Quiet(l lang.Lang, m QuietModel) Message {
	if m.Zone == "" {
		return Line(l.Say(lang.QuietNone))
	}
	hours := clock(m.From) + "–" + clock(m.To)
	return private(text(strings.Join([]string{
		l.Say(lang.QuietHours, lang.When(hours), lang.Word(PlainName(m.Zone))),
		l.Say(lang.QuietDoes),
		l.Say(lang.QuietNow, lang.When(m.Now.Format("15:04"))),
	}, "\n")))
}

// clock writes a time of day, in minutes after midnight, as all six languages do.
func clock(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// UnknownTime says that a word is no time of day, and how to write one.
func UnknownTime(l lang.Lang, word string) string {
	return l.Say(lang.ParseTime, lang.Word(SafeWord(word)))
}

// UnknownZone says that a word names no time zone, and how to find one; an empty
// word that one is needed.
func UnknownZone(l lang.Lang, word string) string {
	if word == "" {
		return l.Say(lang.ParseZoneNone)
	}
	return l.Say(lang.ParseZone, lang.Word(SafeWord(word)))
}
