package commands

import (
	"context"
	"errors"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

const (
	reviewFor  = 2 * time.Second // the last bound of one; how much is thought is counted, and takes a quarter of that at most
	maxReviews = 500             // that are remembered; one forgotten is thought over again, and comes to the same
)

// reviewRows are those of what people missed in hands that are over.
func reviewRows() []row {
	return []row{
		{by: takes(button(render.VerbReview)), needs: anyTable, do: showReview},
		{by: takes(button(render.VerbShareReview)), needs: anyTable, do: shareReview},
	}
}

// reviews are thought over beside the queues, one after the other.
type reviews struct {
	hints  *hints        // the same judge
	within time.Duration // reviewFor
	*pondering[reviewed, review]
}

// A reviewed hand is one person's.
type reviewed struct {
	holder
	hand sitting.HandKey
}

// share names it among what is posted for everybody.
func (r reviewed) share() share {
	return share{string(r.table), "review/" + r.hand.String() + "/" + string(r.person)}
}

// A review is what they missed in it.
type review struct {
	misses []opponent.Miss
	whole  bool
}

func newReviews(h *hints) *reviews {
	return &reviews{
		hints: h, within: reviewFor, pondering: newPondering[reviewed, review](1, maxReviews),
	}
}

// of finds what somebody missed in a hand of a table. Its dice are of the hand and the
// seat, so that it comes to the same whenever it is asked for.
func (h *reviews) of(ctx context.Context, what reviewed, own sitting.OwnTurns) (review, error) {
	return h.about(ctx, what.person, what, func() review {
		end := time.Now().Add(h.within)
		misses, whole := opponent.Review(own.Turns, judging(what.hand, own.Seat), opponent.Budget{
			Playouts: h.hints.playouts, Stop: func() bool { return !time.Now().Before(end) },
		}, func(p opponent.Play) (engine.Move, bool) { return h.hints.advised(what, p) })
		return review{misses, whole}
	})
}

// showReview shows the caller what they missed in a hand.
func showReview(ctx context.Context, v *visit) error {
	m, err := v.review(ctx)
	if err != nil {
		return err
	}
	v.page(ctx, render.Review(v.hall.ink.pen(v.words), &v.snap, m))
	return nil
}

// review is what the caller missed in the hand that they clicked.
func (v *visit) review(ctx context.Context) (render.ReviewModel, error) {
	hand, ok := sitting.ParseHandKey(v.key.Arg)
	if !ok {
		return render.ReviewModel{}, render.ErrForged
	}
	own, err := v.hall.tables.OwnTurns(ctx, v.snap.ID, hand, v.me)
	var no *sitting.Refusal
	switch {
	case errors.As(err, &no) && (no.Code == sitting.NoSuchHand || no.Code == sitting.HandUnderWay):
		return render.ReviewModel{}, &render.DoorRefusal{Code: render.NotReviewed}
	case err != nil:
		return render.ReviewModel{}, err
	case own.Seat == engine.Nobody:
		return render.ReviewModel{}, &render.DoorRefusal{Code: render.NotTheirs}
	}
	what := reviewed{holder{v.snap.ID, v.me}, hand}
	found, err := v.hall.reviews.of(ctx, what, own)
	return render.ReviewModel{
		Hand: hand, By: v.me, Turns: len(own.Turns), Misses: found.misses, Whole: found.whole, Shared: v.hall.shares.done(what.share()),
	}, err
}

// shareReview posts that for everybody where the caller is, once, and says so on the
// private message that was clicked. It goes by the click's token.
func shareReview(ctx context.Context, v *visit) error {
	m, err := v.review(ctx)
	if err != nil {
		return err
	}
	if v.in.Server != "" {
		if err := v.mayPost(); err != nil {
			return err
		}
	}
	if ours, err := v.answer.isOurs(ctx); !ours {
		return err
	}
	what := reviewed{holder{v.snap.ID, v.me}, m.Hand}.share()
	if v.hall.shares.begin(what) {
		if err := v.postReview(ctx, what, m); err != nil {
			return err
		}
	}
	m.Shared = true
	v.page(ctx, render.Review(v.hall.ink.pen(v.words), &v.snap, m).Headed(render.NoticeText(v.words, render.NoticeModel{News: render.ReviewShared})))
	return nil
}

// postReview posts what the caller missed, in the table's language.
func (v *visit) postReview(ctx context.Context, what share, m render.ReviewModel) error {
	words := v.hall.words.For(v.snap.Settings.Lang)
	if v.snap.Alone {
		words = v.hall.words.For(v.in.spokenHere())
	}
	reader, err := v.hall.people.reader(ctx, &v.snap, v.me)
	if err != nil {
		v.hall.shares.failed(what)
		return err
	}
	return v.share(ctx, what, words, render.SharedReview(words, reader, m), v.me)
}
