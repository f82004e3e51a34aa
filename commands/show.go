package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/render"
)

// showHand answers with the reader's hand. One that is a message of its own takes
// the place of the person's earlier one, which is deleted. A hand that Discord
// didn't take is on nobody's screen, and the one before it stays.
func (v *visit) showHand(ctx context.Context, note string) { v.showHandWith(ctx, note, nil) }

// showHandWith is showHand with a hint; nil: none.
func (v *visit) showHandWith(ctx context.Context, note string, hint *render.Hint) {
	key, now := holder{v.snap.ID, v.me}, v.hall.now()
	m := v.screen().hand(v.key.Prefs, hint).Headed(note)
	if !v.answer.manner.personal() {
		// Its token may change what everybody sees: this hand is never written to again.
		v.say(ctx, m)
		return
	}
	v.hall.hands.drawing(key, v.snap.Version)
	if !v.say(ctx, m) || v.answer.stands == "" { // a message that nobody can name isn't written to again
		return
	}
	gone, has := v.hall.hands.keep(key, liveHand{
		asked: v.in.ID, own: v.answer.own, token: v.in.Token, message: v.answer.stands,
		until: now.Add(tokenLife), drawn: v.snap.Version, shows: v.snap.Version, words: v.words, prefs: v.key.Prefs,
	})
	if has && now.Before(gone.until) {
		// The person may have dismissed it; then there is nothing to delete.
		if err := v.hall.REST.DeleteFollowUp(ctx, v.hall.Application, gone.token, gone.message); err != nil {
			v.hall.Log.Debug("old hand not deleted", "table", v.snap.ID, "error", err)
		}
	}
	if gone.asked == v.in.ID {
		// The one that stays may have been drawn before what was just shown.
		v.hall.hands.rewrite(ctx, v.hall.tables, key)
	}
}
