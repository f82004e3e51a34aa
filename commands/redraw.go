package commands

import (
	"context"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
)

// redrawUploads is how long a message that is drawn again waits for its picture: nobody waits for
// it.
const redrawUploads = 30 * time.Second

// Redraw implements [table.Redrawer].
func (b *Noticeboard) Redraw(ctx context.Context, m table.Shown, s sitting.Sight) error {
	whom := askedBy(m.Kind, &s)
	who, err := b.people.reader(ctx, &s, whom...)
	if err != nil {
		return err
	}
	at := screen{ink: b.ink, words: b.words.For(s.Settings.Lang), snap: &s, reader: who, bare: b.bare(s.Channel)}
	draw := func(at screen) render.Message {
		switch {
		case m.Kind == table.PostResult:
			return at.result()
		case m.Kind == table.PostEvening:
			return at.evening()
		case m.Kind == table.PostDeal:
			return render.Dealing(at.words, render.DealtOf(at.snap.Deal))
		case m.Kind.IsCall():
			at.words = b.wordsOf(ctx, at, whom)
			return render.Call(at.pen(), at.reader, at.snap, reasons[m.Kind], whom)
		}
		return at.board()
	}
	err = b.redraw(ctx, m, draw(at))
	if isFiltered(err) {
		err = b.redraw(ctx, m, draw(at.wordless()))
	}
	return err
}

// askedBy lists whom a call names that stands.
func askedBy(k table.PostKind, s *sitting.Sight) (whom []sitting.Person) {
	var seats []engine.Seat
	switch {
	case !k.IsCall():
	case k.Asks() == sitting.AsksHost:
		whom = []sitting.Person{s.Host}
	case k.Asks() == sitting.AsksTurn:
		seats = []engine.Seat{s.View.Turn}
	case k.Asks() == sitting.AsksWish && s.Takeback != nil:
		seats = s.Takeback.Waits
	case k.Asks() == sitting.AsksEnd && s.Ending != nil:
		seats = s.Ending.Waits
	}
	for _, at := range seats {
		if at >= 0 && int(at) < len(s.Seats) {
			whom = append(whom, s.Seats[at].Person)
		}
	}
	return whom
}

// RedrawProposal implements [table.Redrawer].
func (b *Noticeboard) RedrawProposal(ctx context.Context, m table.Shown, s table.TabSight) error {
	told, err := proposalOf(ctx, b.people, s)
	if err != nil {
		return err
	}
	words, err := b.spokenBetween(ctx, &s, nil)
	if err != nil {
		return err
	}
	err = b.redraw(ctx, m, render.Proposal(b.ink.pen(words), told))
	if isFiltered(err) {
		err = b.redraw(ctx, m, render.Proposal(b.ink.pen(words), wordlessly(told)))
	}
	return err
}

// RedrawSeason implements [table.Redrawer].
func (b *Noticeboard) RedrawSeason(ctx context.Context, m table.Shown, s table.SeasonSight) error {
	told, words, err := b.seasonOf(ctx, &s)
	if err != nil {
		return err
	}
	err = b.redraw(ctx, m, render.Season(b.ink.pen(words), told))
	if isFiltered(err) {
		err = b.redraw(ctx, m, render.Season(b.ink.pen(words), namelessly(told)))
	}
	return err
}

// Withdraw implements [table.Redrawer].
func (b *Noticeboard) Withdraw(ctx context.Context, m table.Shown) error {
	return b.redraw(ctx, m, render.Withdrawn(b.words.For(m.Lang), m.Seq))
}

// redraw has a message say something else. One that was deleted is done, and so is one of the
// application that the bot had before: it can't be changed.
func (b *Noticeboard) redraw(ctx context.Context, m table.Shown, is render.Message) error {
	ctx = rest.For(rest.From(ctx, placeOf(m.Server, m.Channel)), kindOf(table.PostRedraw))
	d := draft{
		Message: is, in: m.Channel, over: m.Message, edits: true, patient: true, until: time.Now().Add(redrawUploads),
	}
	_, _, err := b.line.show(ctx, d, func(ctx context.Context, p rest.Payload) (*rest.Message, error) {
		return b.line.REST.EditMessage(ctx, string(m.Channel), m.Message, p)
	})
	if rest.HasCode(err, rest.CodeUnknownMessage, rest.CodeNotAuthor) {
		return nil
	}
	return refusal(err)
}
