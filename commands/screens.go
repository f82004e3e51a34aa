package commands

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// A screen draws what one sight shows to one reader.
type screen struct {
	ink    *ink
	words  lang.Lang
	snap   *sitting.Sight
	reader render.Reader
	refs   table.Refs // empty where the reader's screen links to nothing
}

// levels lists the computers that can be seated.
func levels() []string { return levelWords(opponent.Levels()) }

func levelWords(levels []opponent.Level) []string {
	words := make([]string, len(levels))
	for i, l := range levels {
		words[i] = l.String()
	}
	return words
}

func (s screen) pen() render.Pen { return s.ink.pen(s.words) }

// linked is the reader with links to where the sealed deals stand.
func (s screen) linked() render.Reader {
	r := s.reader
	r.Seals = make(map[int]string, len(s.refs.Commitments))
	for hand, id := range s.refs.Commitments {
		if id != "" {
			r.Seals[hand] = strings.Join([]string{"https://discord.com/channels", string(s.snap.Server), string(s.snap.Channel), id}, "/")
		}
	}
	return r
}

// board draws the table message.
func (s screen) board() render.Message { return render.Table(s.pen(), s.linked(), s.snap) }

func (s screen) seal() render.Message { return render.Seal(s.words, s.snap.Deal) }

func (s screen) ping(half bool) render.Message { return render.Ping(s.pen(), s.reader, s.snap, half) }

func (s screen) result() render.Message { return render.Result(s.pen(), s.linked(), s.snap) }

// hand draws the reader's own cards, with a hint if one was asked for.
func (s screen) hand(prefs render.Prefs, hint *render.Hint) render.Message {
	return render.Hand(s.pen(), s.preferring(prefs), s.snap, hint)
}

// choose draws the form to choose cards.
func (s screen) choose(prefs render.Prefs) render.Modal {
	return render.Choose(s.pen(), s.preferring(prefs), s.snap)
}

func (s screen) preferring(prefs render.Prefs) render.Reader {
	r := s.reader
	r.Prefs = prefs
	return r
}

// settings draws the rules and seats, to change for who may; note is a line on top.
func (s screen) settings(mayChange bool, note string) render.Message {
	return render.Settings(s.pen(), s.reader, s.snap, mayChange).Headed(note)
}
