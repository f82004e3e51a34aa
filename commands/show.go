package commands

import (
	"context"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render"
)

// showHand answers with the reader's hand. One that is a message of its own takes
// the place of the person's earlier one, which is deleted. A hand that Discord
// didn't take is on nobody's screen, and the one before it stays.
func (v *visit) showHand(ctx context.Context, note string) { v.showHandWith(ctx, note, nil) }

// lendAnew is how long the click by which a table message is changed must be good yet; with less, the next is taken for it.
const lendAnew = 5 * time.Minute

// borrow takes a click on the table, or of who is called on their call, for what it can do
// beside: by its token the message can be changed, or deleted. The answer is then one more message.
func (v *visit) borrow(ctx context.Context, now time.Time) {
	boards, clicked := &v.hall.board.boards, v.in.Message.ID
	if v.answer.manner != fresh || clicked == "" {
		return
	}
	call := v.snap.View.Turn == v.snap.Me && boards.isCall(v.snap.ID, clicked)
	until := now.Add(v.hall.board.lend)
	if call {
		until = now.Add(tokenLife)
	} else if until.Before(now) || !boards.standsAt(v.snap.ID, clicked) || boards.lent(clicked, now.Add(lendAnew)) != "" {
		return
	}
	if !v.hall.hands.sends.take(v.snap.Channel, now) {
		return // an answer that is the first one is refused by no limit
	}
	if v.answer.acknowledge(ctx) {
		boards.lend(clicked, v.in.Token, until)
	}
}

// showHandWith is showHand with a hint; nil: none.
func (v *visit) showHandWith(ctx context.Context, note string, hint *render.Hint) {
	v.settle(ctx)
	key, now := holder{v.snap.ID, v.me}, v.hall.now()
	prefs := v.tipped(ctx, v.liked)
	if hint == nil {
		hint = v.hall.hints.tip(ctx, v.me, &v.snap, prefs.Tips)
	}
	m := v.screen().hand(prefs, hint).Headed(note).Headed(v.unshown())
	if v.instead != "" {
		m = render.StillOn(v.hall.ink.pen(v.words), &v.snap, v.instead, m)
	}
	if !v.answer.manner.personal() {
		// Its token may change what everybody sees: this hand is never written to again.
		v.say(ctx, m)
		return
	}
	if looks := v.hall.looks; v.answer.manner == over {
		if _, is := looks.views.at(v.looker(), v.in.Message.ID); is {
			looks.end(ctx, v.looker()) // before it is written over
		}
	}
	v.showLive(ctx, v.hall.hands, key, m, liveHand{until: now.Add(tokenLife), drawn: v.snap.Version, words: v.words, server: v.in.Server}, func() {
		v.followsTable(ctx)
		v.borrow(ctx, now)
	})
}

// showLive answers with a private message that follows its table from now on, and takes
// the place of the person's earlier one; before it is sent, it does first what is named.
func (v *visit) showLive(ctx context.Context, live *hands, key holder, m render.Message, hand liveHand, first ...func()) {
	hand.shows = hand.drawn
	live.drawing(key, hand.drawn)
	live.showing(ctx, key)
	defer live.shown(ctx, v.hall.tables, key)
	for _, do := range first {
		do()
	}
	if !v.say(ctx, m) {
		// What they see is older than what they did: an earlier token may still reach it.
		live.rewrite(ctx, v.hall.tables, key)
		return
	}
	if v.answer.stands == "" { // a message that nobody can name isn't written to again
		return
	}
	hand.asked, hand.own, hand.id, hand.token, hand.message, hand.where = v.in.ID, v.answer.own, v.answer.id, v.in.Token, v.answer.stands, v.in.ChannelID
	hand.ages = stopLater(live, v.hall.tables, key, v.in.ID)
	gone, has := live.keep(key, hand)
	if has && !v.snap.Alone {
		live.discard(ctx, key, gone)
	}
	v.followsOne(ctx, hand)
}

// followsOne has the message of a hand or a view follow one thing alone, the one that was asked for last: somebody may click on it
// before we hear that it stands.
func (v *visit) followsOne(ctx context.Context, now liveHand) {
	own, looker := holder{v.snap.ID, v.me}, v.looker()
	hand, isHand := v.hall.hands.at(own, now.id)
	view, isView := v.hall.looks.views.at(looker, now.id)
	switch {
	case !isHand || !isView:
	case later(view.asked, hand.asked):
		v.hall.hands.forget(ctx, own)
	default:
		v.hall.looks.end(ctx, looker)
	}
}

// tipped are settings once the hand seen was shown with its tips, of which there are
// but so many.
func (v *visit) tipped(ctx context.Context, prefs render.Prefs) render.Prefs {
	if v.snap.View.Phase == engine.Over {
		return prefs
	}
	tips := prefs.Tips
	if v.snap.Alone && tips == render.TipsUnset {
		tips = v.firstTips(ctx)
	}
	if _, next := tips.With(v.snap.ID, v.snap.Hand); next == prefs.Tips {
		return prefs
	}
	kept, err := v.prefer(ctx, func(p *render.Prefs) {
		if p.Tips == render.TipsUnset {
			p.Tips = tips
		}
		_, p.Tips = p.Tips.With(v.snap.ID, v.snap.Hand)
	})
	if err != nil {
		v.hall.Log.Warn("tips not counted", "by", v.me, "error", err)
		return prefs
	}
	prefs.Tips = kept.Tips
	return prefs
}

// firstTips are those of who has never said anything of them: who hasn't played a hand to
// its end yet has some.
func (v *visit) firstTips(ctx context.Context) render.Tips {
	plays, err := v.hall.books.Plays(ctx, v.in.Server, v.me)
	switch {
	case err != nil:
		v.hall.Log.Warn("plays not read", "by", v.me, "error", err)
		return render.TipsUnset
	case len(plays) > 0:
		return render.TipsOff
	}
	return render.TipsOn
}

// followsTable lets a hand that is a message of its own come below the table message,
// where what the visit did has that posted anew.
func (v *visit) followsTable(ctx context.Context) {
	if v.moved && v.answer.manner == fresh && v.hall.board.movesFor(&v.snap) {
		v.hall.board.boards.await(ctx, v.snap.ID, v.hall.tableWithin, func(known board) bool { return known.stands >= v.snap.Seq })
	}
}
