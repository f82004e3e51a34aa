package render

import (
	"crypto/sha256"
	"encoding/hex"
	"runtime/debug"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// A depiction is the picture of a scene: what is drawn, and what it shows in words, what
// matters most first. The zero value is none.
type depiction struct {
	of    any // a [picture.Chart], [picture.Table], [picture.Hand], [picture.Result], [picture.Evening], [picture.Record], [picture.Standings], [picture.Year] or [picture.Tab]
	tells []told
}

// An Artist draws what is to be seen beside words, as PNGs. [picture.Artist] does.
type Artist interface {
	Table(l picture.Look, t picture.Table) []byte
	Hand(l picture.Look, h picture.Hand) []byte
	Result(l picture.Look, r picture.Result) []byte
	Evening(l picture.Look, e picture.Evening) []byte
	Record(l picture.Look, r picture.Record) []byte
	Chart(l picture.Look, c picture.Chart) []byte
	Standings(l picture.Look, s picture.Standings) []byte
	Year(l picture.Look, y picture.Year) []byte
	Tab(l picture.Look, t picture.Tab) []byte
}

// maxAlt is how many characters tell a picture.
const maxAlt = 1024

// show puts a picture into a message; nothing where none can be drawn.
func (p Pen) show(d depiction) Gallery {
	data := p.draw(d)
	if len(data) == 0 {
		return Gallery{}
	}
	sum := sha256.Sum256(data)
	return Show(File{Name: hex.EncodeToString(sum[:8]) + ".png", Type: "image/png", Alt: p.alt(d.tells), Data: data})
}

// draw gives the bytes of a picture; none where there is no artist, or a drawing goes wrong,
// for which no words wait.
func (p Pen) draw(d depiction) (data []byte) {
	if p.Artist == nil {
		return nil
	}
	defer func() {
		if caught := recover(); caught != nil {
			if data = nil; p.Failed != nil {
				p.Failed(caught, debug.Stack())
			}
		}
	}()
	switch of := d.of.(type) {
	case picture.Table:
		return p.Artist.Table(p.look(), of)
	case picture.Hand:
		return p.Artist.Hand(p.look(), of)
	case picture.Result:
		return p.Artist.Result(p.look(), of)
	case picture.Evening:
		return p.Artist.Evening(p.look(), of)
	case picture.Record:
		return p.Artist.Record(p.look(), of)
	case picture.Chart:
		return p.Artist.Chart(p.look(), of)
	case picture.Standings:
		return p.Artist.Standings(p.look(), of)
	case picture.Year:
		return p.Artist.Year(p.look(), of)
	case picture.Tab:
		return p.Artist.Tab(p.look(), of)
	}
	return nil
}

// shows says whether the message has pictures.
func (p Pen) shows() bool { return p.Artist != nil }

// alt tells a picture to who doesn't see it: cards by their names.
func (p Pen) alt(tells []told) string {
	l := p.Lang.WithNames(true).Bare()
	said := make([]string, len(tells))
	for i, t := range tells {
		said[i] = t.tell(l, true)
	}
	return sentences(said, maxAlt)
}

// sentences puts what is said one after another, as much of it as there is room for.
func sentences(said []string, room int) string {
	all := ""
	for _, s := range said {
		if s == "" {
			continue
		}
		if !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "!") && !strings.HasSuffix(s, "?") {
			s += "."
		}
		if all != "" {
			s = " " + s
		}
		if characters(all+s) > room {
			if all == "" {
				return cut(s, room-1)
			}
			return all
		}
		all += s
	}
	return all
}

// seatNumber is how people count seats, from 1.
func seatNumber(s engine.Seat) int { return int(s) + 1 }

// drawnName is somebody's name as it can be drawn.
func (w who) drawnName() string {
	if w.level != "" {
		return w.name
	}
	return strings.TrimLeft(PlainName(w.name), robot+" \ufe0f\u200d")
}
