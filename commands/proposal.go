package commands

import (
	"context"
	"slices"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// PostProposal implements [table.TabPoster].
func (b *Noticeboard) PostProposal(ctx context.Context, p table.Post, s table.TabSight, refs table.Refs) (table.Refs, error) {
	ctx = rest.From(ctx, placeOf(s.Server, p.To.Channel))
	ctx = retrying(rest.For(ctx, kindOf(p.Kind)), p)
	m, err := proposalOf(ctx, b.people, s)
	if err != nil {
		return refs, err
	}
	p.Calls = b.wanting(ctx, offBy(&s), b.present(ctx, s.Server, m.People, p.Calls))
	m.Calls = p.Calls
	words, err := b.spokenBetween(ctx, &s, p.Calls)
	if err != nil {
		return refs, err
	}
	after, err := b.postProposal(ctx, p, &s, refs, render.Proposal(b.ink.pen(words), m))
	if isFiltered(err) {
		b.line.Log.Info("post goes without people's words", "proposal", s.ID, "error", err)
		after, err = b.postProposal(ctx, p, &s, refs, render.Proposal(b.ink.pen(words), wordlessly(m)))
	}
	return after, err
}

// wordlessly is a proposal without what people have written.
func wordlessly(m render.ProposalModel) render.ProposalModel {
	m.Note, m.Noted, m.People, m.Moves = "", "", nameless(m.People), slices.Clone(m.Moves)
	for i, one := range m.Moves {
		m.Moves[i].Person, m.Moves[i].Other = render.Player{UserID: one.Person.UserID}, render.Player{UserID: one.Other.UserID}
	}
	return m
}

// offBy is what turns a ping about a proposal off: it tells its proposer what became of it, or that
// the figures changed; 0: nothing does.
func offBy(s *table.TabSight) render.Asks {
	isOpen := s.Proposal.Stage == tab.Open
	if !s.Proposal.NeedsConsent() || isOpen && s.Asked < 2 {
		return 0
	}
	return render.AskAnswers
}

// postProposal writes the message of a proposal as it is shown: anew where it has to ask anew, or
// to notify who proposed what is over, since an edit notifies nobody.
func (b *Noticeboard) postProposal(ctx context.Context, p table.Post, s *table.TabSight, refs table.Refs, shown render.Message) (table.Refs, error) {
	asks, before := min(p.Seq, s.Asked), refs.Table
	if s.Proposal.Stage != tab.Open && len(p.Calls) > 0 {
		asks = p.Seq
	}
	if before != "" && refs.PingSeq >= asks {
		err := b.edit(ctx, draft{Message: shown, in: p.To.Channel, over: before}, &refs)
		if !rest.HasCode(err, fixed...) {
			if refs.PingSeq = max(refs.PingSeq, p.Seq); err != nil {
				return refs, refusal(err)
			}
			return b.withdraw(ctx, p.To.Channel, refs), nil
		}
	}
	made, _, err := b.line.show(ctx, draft{Message: shown, in: p.To.Channel}, func(ctx context.Context, body rest.Payload) (*rest.Message, error) {
		return b.line.REST.CreateMessage(ctx, string(p.To.Channel), nonceOf(sitting.ID(s.ID), p), body)
	})
	if err != nil {
		return refs, refusal(err)
	}
	b.places.noted(p.To.Channel, made.ID)
	refs.Table, refs.TablePosted, refs.PingSeq, refs.Before = made.ID, b.now(), asks, table.Before{Message: before}
	return b.withdraw(ctx, p.To.Channel, refs), nil
}

// withdraw deletes the messages of a proposal in whose place another stands.
func (b *Noticeboard) withdraw(ctx context.Context, c sitting.Channel, refs table.Refs) table.Refs {
	return b.tidy(ctx, c, refs, func(ctx context.Context, old table.Before) error {
		return b.remove(ctx, c, old.Message)
	})
}

// spokenBetween is the language of a proposal's message: of the one whom it notifies, else of who
// is asked, as they were last seen to speak it; else what the managers of the server have settled;
// else that of who proposed it.
func (b *Noticeboard) spokenBetween(ctx context.Context, s *table.TabSight, calls []sitting.Person) (lang.Lang, error) {
	parties := []sitting.Person{s.Proposal.With, s.Proposal.By}
	switch {
	case len(calls) == 1:
		parties[0] = calls[0]
	case s.Proposal.AsksManager(): // who has left reads nothing
		parties = parties[1:]
	}
	for i, p := range parties {
		if i == len(parties)-1 && b.servers != nil {
			m, err := b.servers.Manners(ctx, s.Server)
			if err != nil {
				return lang.Lang{}, err
			}
			if m.Lang != "" {
				return b.words.For(m.Lang), nil
			}
		}
		kept, err := b.people.registry.Kept(ctx, p)
		if err != nil {
			return lang.Lang{}, err
		}
		if kept.Lang != "" {
			return b.words.For(kept.Lang), nil
		}
	}
	return b.words.For(""), nil
}

// proposalOf is what people are told of a proposal.
func proposalOf(ctx context.Context, who *people, s table.TabSight) (render.ProposalModel, error) {
	persons := []sitting.Person{s.Proposal.By, s.Proposal.With, s.Answered}
	for _, m := range s.Moves {
		persons = append(persons, m.Person, m.Other)
	}
	known, err := who.all(ctx, s.Server, persons)
	model := render.ProposalModel{
		ID: string(s.ID), State: s.Proposal, Note: s.Note, Since: s.Undoes.At, Noted: s.Undoes.Note,
		Answered: s.Answered, Anew: s.Proposal.Stage == tab.Open && s.Asked > 1, People: known,
	}
	for _, m := range s.Moves {
		model.Moves = append(model.Moves, render.Move{Person: known[m.Person], Other: known[m.Other], Before: m.Before, After: m.After})
	}
	return model, err
}
