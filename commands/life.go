package commands

import (
	"context"
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// lifeRows are those of a table's beginning and end.
func lifeRows() []row {
	return []row{
		{
			by: takes(typed("rum new")), needs: freeChannel, opens: true, posts: true, manner: posting, ask: askNew, then: openedWith,
			completes: map[string]completion{"turn": completeLimit},
		},
		{
			by: takes(typed("rum rematch"), button(render.VerbRematch)), who: sat, needs: closedTable, opens: true, posts: true, manner: posting,
			ask: askRematch, then: opened,
		},
		{
			by: takes(button(render.VerbMatch)), who: hostSeated, needs: openTable, opens: true, posts: true, manner: posting,
			ask: askMatchAgain, then: rematchNow, sure: unlessAlone(render.CloseNow, render.CloseAsk),
		},
		{by: takes(typed("rum table")), needs: openTable, posts: true, do: postAnew},
		{
			by:  takes(typed("rum close"), button(render.VerbClose), button(render.VerbCloseSure)),
			who: deputy, needs: openTable, away: true,
			ask: askClose, then: closed, sure: unlessAlone(render.CloseNow, render.CloseAsk),
		},
		{
			by: takes(typed("rum end"), button(render.VerbEnd), button(render.VerbEndSure)), who: host, needs: handOn,
			ask: askEnd, then: tell(ended), sure: unlessAlone(render.EndNow, render.EndAsk),
		},
		{
			by: takes(button(render.VerbEndYes), button(render.VerbEndNo)), who: seated, needs: handOn, manner: silent,
			ask: askVote, then: tellOnTable(voted),
		},
		{by: takes(button(render.VerbKeep)), needs: anyTable, direct: true, do: keep},
	}
}

// askNew asks for a table in the channel, if whom its caller would play with can be asked.
func askNew(v *visit) (sitting.Action, error) {
	if _, err := v.mate(); err != nil {
		return nil, err
	}
	set, err := settingsAsked(v)
	return openAt(v, sitting.Open{Settings: set}), err
}

// mate is whom the caller would play a new table with; none where nobody was named.
func (v *visit) mate() ([]string, error) {
	if !v.call.has("with") {
		return nil, nil
	}
	named, err := v.named([]string{v.call.text("with")})
	if err == nil && named[0] == v.in.User.ID {
		err = refused(sitting.InvitesSelf)
	}
	return named, err
}

// askRematch asks for a table like the closed one that is seen.
func askRematch(v *visit) (sitting.Action, error) { return likeThis(v), nil }

// likeThis is a wish for a table like the one that is seen, without those who were erased.
func likeThis(v *visit) sitting.Open {
	do := sitting.Open{Like: v.snap.ID}
	for _, t := range slices.Concat(v.snap.Seats, v.snap.Waiting) {
		if t.Person != "" && v.reader.People[t.Person].UserID == "" {
			do.Gone = append(do.Gone, t.Person)
		}
	}
	return openAt(v, do)
}

// askMatchAgain asks for the table to be closed, if its caller can then have another. What
// they clicked may be of a match before the one that goes on now: that isn't ended so.
func askMatchAgain(v *visit) (sitting.Action, error) {
	if err := v.may(v.row.who, v.row.needs); err != nil {
		return nil, err
	}
	if m := v.snap.Match; m != nil && !m.Over {
		return nil, refused(sitting.Stale)
	}
	return sitting.Close{}, nil
}

// rematchNow opens a table like the one that its host has just closed, with the match that it played. If a
// kill comes in between, the closed table offers the same.
func rematchNow(ctx context.Context, v *visit) {
	if err := v.doAs(ctx, v.in.ID+rematching, likeThis(v), 0); err != nil {
		v.unopened()
		explain(ctx, v, err)
		return
	}
	opened(ctx, v)
}

// openAt completes what is asked of a new table.
func openAt(v *visit, do sitting.Open) sitting.Open {
	do.Server, do.Channel = v.in.Server, v.in.ChannelID
	return do
}

// opened answers with the lobby.
func opened(ctx context.Context, v *visit) {
	if !v.carried(ctx) {
		v.tell(ctx, render.NoticeModel{News: render.Opened})
	}
}

// openedWith answers with the lobby, and then asks whom the caller would play with. If a kill comes in
// between, the lobby has a button for it.
func openedWith(ctx context.Context, v *visit) {
	opened(ctx, v)
	mates, err := v.mate()
	if len(mates) > 0 && err == nil {
		err = v.invite(ctx, v.in.ID+inviting, mates)
	}
	if err != nil {
		explain(ctx, v, err)
	}
}

func askClose(v *visit) (sitting.Action, error) {
	return sitting.Close{Sure: v.key.Verb == render.VerbCloseSure}, nil
}

func askEnd(v *visit) (sitting.Action, error) {
	return sitting.End{Sure: v.key.Verb == render.VerbEndSure}, nil
}

// unlessAlone asks whether the reader is sure: of what happens at once, or of asking
// others where there are any to ask.
func unlessAlone(now, ask render.Question) func(*visit) (render.Question, engine.Seat) {
	return func(v *visit) (render.Question, engine.Seat) {
		if v.snap.Others && !v.manager {
			return ask, engine.Nobody
		}
		return now, engine.Nobody
	}
}

// closed answers who wanted the table closed. Where the host was asked first it says until when
// they have time.
func closed(ctx context.Context, v *visit) {
	if asked := v.snap.Sought; asked != nil && !v.mayChange() && v.snap.Ending == nil {
		explain(ctx, v, &sitting.Refusal{Code: sitting.HostAsked, Until: asked.Until})
		return
	}
	tell(ended)(ctx, v)
}

// ended tells what became of the caller's wish to end a hand or the table.
func ended(v *visit) render.NoticeModel {
	switch v.snap.Phase {
	case sitting.Ended:
		return render.NoticeModel{News: render.Ended}
	case sitting.Playing:
		return render.NoticeModel{News: render.Asked}
	case sitting.Lobby, sitting.Between, sitting.Dealing:
	}
	return render.NoticeModel{News: render.HandEnded}
}

func askVote(v *visit) (sitting.Action, error) {
	number, err := strconv.ParseInt(v.key.Arg, 10, 64)
	if err != nil {
		return nil, render.ErrForged
	}
	return sitting.Vote{Number: number, Yes: v.key.Verb == render.VerbEndYes}, nil
}

// voted tells what the caller said to the wish to end the hand.
func voted(v *visit) render.NoticeModel {
	if v.key.Verb == render.VerbEndYes {
		return render.NoticeModel{News: render.Agreed}
	}
	return render.NoticeModel{News: render.PlaysOn}
}

// keep is the answer to a no.
func keep(ctx context.Context, v *visit) error {
	if v.snap.Alone && v.mayPlay() == nil {
		v.showHand(ctx, "")
		return nil
	}
	v.tell(ctx, render.NoticeModel{News: render.Kept})
	return nil
}

// postAnew has the table message posted below what else stands in the channel, and
// says where it stands then, or that it is still to come.
func postAnew(ctx context.Context, v *visit) error {
	back, err := v.hall.reposts.take(string(v.snap.Channel), v.hall.now())
	if err != nil {
		return err
	}
	boards := &v.hall.board.boards
	before := boards.at(v.snap.ID)
	if err := v.hall.tables.Repost(ctx, v.snap.ID); err != nil {
		back()
		return err
	}
	news := render.NoticeModel{News: render.Posting}
	if boards.await(ctx, v.snap.ID, v.hall.tableWithin, func(known board) bool { return known.message != before }) {
		news = render.NoticeModel{News: render.Posted, URL: linkTo(&v.snap, boards.at(v.snap.ID))}
	} else if shut := v.shut(); shut != nil {
		back()
		return shut
	}
	v.tell(ctx, news)
	return nil
}
