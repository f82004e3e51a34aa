package render

import (
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A PingModel calls the one whose turn it is, or reminds them.
type PingModel struct {
	Table    string
	Version  int64
	Player   Player // who is called; the only one notified
	View     engine.View
	Deadline time.Time
	Half     bool // half of the time is over
}

// Ping draws a message of its own, because an edit notifies nobody.
func Ping(c Codec, l lang.Lang, m PingModel, serial uint32) Message {
	p := pen{codec: c, table: m.Table, version: m.Version, serial: serial}
	key := lang.PingTurn
	if m.Half {
		key = lang.PingHalf
	}
	call := l.Say(key, lang.Name(m.Player.mention(l, int(m.View.Turn))))
	words := strings.TrimSpace(call + " " + left(l, m.Deadline))
	return public(text(words), row(turnButtons(p, l, m.View)...)).mentioning(m.Player.UserID)
}
