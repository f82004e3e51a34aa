package commands

import (
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine/deal"
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
	now    time.Time  // when it is drawn, for screens that tell it
	bare   bool       // the bot may send no pictures where it goes
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

// linked is the reader with links to where the sealed deals stand, and to commands.
func (s screen) linked() render.Reader {
	r := s.reader
	r.Commands, r.Pictureless = s.ink.commands, s.bare
	r.Seals = make(map[int]string, 1)
	if message := s.snap.Deal.Seal; message != "" {
		r.Seals[s.snap.Deal.Hand] = linkTo(s.snap, message)
	}
	return r
}

// linkTo is where people find a message of a table's channel.
func linkTo(s *sitting.Sight, message string) string {
	return strings.Join([]string{"https://discord.com/channels", string(s.Server), string(s.Channel), message}, "/")
}

// board draws the table message.
func (s screen) board() render.Message { return render.Table(s.pen(), s.linked(), s.snap) }

// sealed says whether a text shows the seal of the deal.
func (s screen) sealed(text string) bool {
	line := deal.SealLine(s.snap.Deal.Commitment)
	return line != "" && strings.Contains(text, line)
}

func (s screen) seal(again bool) render.Message { return render.Seal(s.words, s.snap.Deal, again) }

func (s screen) result() render.Message { return render.Result(s.pen(), s.linked(), s.snap) }

func (s screen) evening() render.Message { return render.Evening(s.pen(), s.linked(), s.snap) }

// hand draws the reader's own cards, with a hint if one was asked for.
func (s screen) hand(prefs render.Prefs, hint *render.Hint) render.Message {
	return render.Hand(s.pen(), s.preferring(prefs), s.snap, hint)
}

// pastHand draws the reader's own cards as they were, where that differs from how they are.
func (s screen) pastHand(prefs render.Prefs) (render.Message, bool) {
	return render.Past(s.pen(), s.preferring(prefs), s.snap)
}

// watch draws what who looks on sees, for as long as it is kept up to date.
func (s screen) watch(prefs render.Prefs, until time.Time) render.Message {
	return render.Watch(s.pen(), s.preferring(prefs), s.snap, until)
}

// choose draws the form to choose cards.
func (s screen) choose(prefs render.Prefs) render.Modal {
	return render.Choose(s.pen(), s.preferring(prefs), s.snap)
}

func (s screen) preferring(prefs render.Prefs) render.Reader {
	r := s.reader
	r.Prefs, r.Now = prefs, s.now
	return r
}

// houseForm and tableForm draw the forms of a table's settings.
func (s screen) houseForm() render.Modal { return render.HouseForm(s.pen(), s.snap) }

func (s screen) tableForm() render.Modal { return render.TableForm(s.pen(), s.snap) }

// settings draws the rules and seats, to change for who may; note is a line on top.
func (s screen) settings(mayChange bool, note string) render.Message {
	return render.Settings(s.pen(), s.reader, s.snap, mayChange).Headed(note)
}
