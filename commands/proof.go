package commands

import (
	"context"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// proofRows are those of the fair deal.
func proofRows() []row {
	return []row{
		{by: takes(typed("proof")), needs: anyTable, alone: true, do: proofHere, completes: map[string]completion{"hand": completeProof}},
		{by: takes(button(render.VerbProof)), needs: anyTable, away: true, do: proofThere},
	}
}

// proofThere shows the deal of a hand of the table that was clicked; from another channel to
// who sat in that hand, once it is over.
func proofThere(ctx context.Context, v *visit) error {
	hand := number(v.key.Arg)
	if v.isElsewhere() {
		if course, err := v.hall.tables.Course(ctx, v.snap.ID, sitting.HandKey{Hand: hand}); err != nil || !v.hasSat(course) {
			return &render.DoorRefusal{Code: render.OtherChannel}
		}
	}
	return showProof(ctx, v, hand, false)
}

// proofHere shows the deal of a hand of the channel's table, or of one before it.
func proofHere(ctx context.Context, v *visit) error {
	present := v.snap.ID
	hand, err := handHere(ctx, v)
	if err != nil {
		return err
	}
	return showProof(ctx, v, hand, v.snap.ID != present)
}

// handHere sees the table whose hand a command names by its number, and gives the
// hand; 0 is the newest. Until a hand of the channel's table is over, those of the table
// before it are meant where it has none itself, so that a rematch doesn't take the
// last hands away.
func handHere(ctx context.Context, v *visit) (int, error) {
	hand := v.call.number("hand")
	if id, of, ok := splitDeal(hand); ok {
		here := v.snap
		err := lookBack(ctx, v, id)
		if isNoTable(err) { // a number that nobody suggested
			v.snap = here
			err = noSuchHand(hand, here.Hand)
		}
		return of, err
	}
	if v.snap.Last == nil && (hand == 0 || hand > v.snap.Hand) {
		earlier, err := before(ctx, v)
		if err != nil {
			return 0, err
		}
		if earlier.Hand > 0 && hand <= earlier.Hand {
			v.snap = earlier
		}
	}
	return hand, nil
}

// lookBack sees a table that stood in the channel.
func lookBack(ctx context.Context, v *visit, id sitting.ID) error {
	if err := v.look(ctx, id); err != nil {
		return err
	}
	if v.snap.Channel != v.in.ChannelID {
		return &sitting.Refusal{Code: sitting.NoTable}
	}
	return nil
}

// farBack is how many tables without a hand are passed over on the way back.
const farBack = 8

// before is the table that stood in the channel before the one seen and had a hand
// dealt; the zero sight without one.
func before(ctx context.Context, v *visit) (sitting.Sight, error) {
	id := v.snap.ID
	if v.snap.Alone { // it has no channel
		return sitting.Sight{}, nil
	}
	for range farBack {
		var err error
		if id, err = v.hall.tables.Before(ctx, v.in.ChannelID, id); err != nil {
			return sitting.Sight{}, forgiveNoTable(err)
		}
		s, err := v.hall.tables.Peek(ctx, id, v.me)
		if err != nil || s.Server == v.in.Server && s.Hand > 0 {
			return s, err
		}
	}
	return sitting.Sight{}, nil
}

// noSuchHand says that of so many hands dealt none has that number.
func noSuchHand(hand, dealt int) error {
	return &sitting.Refusal{Code: sitting.NoSuchHand, Hand: hand, Most: dealt}
}

// showProof shows the deal of a hand of the table seen; 0 is the newest dealt.
func showProof(ctx context.Context, v *visit, hand int, before bool) error {
	p, err := v.hall.tables.Proof(ctx, v.snap.ID, hand)
	var no *sitting.Refusal
	switch {
	case errors.As(err, &no) && no.Code == sitting.NoSuchHand:
		return noSuchHand(hand, v.snap.Hand)
	case err != nil:
		return err
	}
	if p.Deal.Seal != "" && !v.snap.Alone && !p.Lost {
		v.reader.Seals = map[int]string{p.Deal.Hand: linkTo(&v.snap, p.Deal.Seal)}
	}
	if p.Deal.Table != "" && !p.Lost {
		v.reader.Tables = map[int]string{p.Deal.Hand: linkTo(&v.snap, p.Deal.Table)}
	}
	message, err := render.Proof(v.words, v.reader, v.snap.ID, p, render.Claim(v.call.text("seal")), before)
	if err != nil {
		return err
	}
	v.page(ctx, message)
	if p.Deal.Seal == "" || p.Gone || p.Lost || v.snap.Alone || !v.hall.board.sealGone(ctx, &v.snap, p.Deal.Seal) {
		return nil
	}
	if err := v.hall.tables.Reseal(ctx, v.snap.ID, p.Deal.Hand); err != nil {
		v.hall.Log.Warn("seal not posted again", "table", v.snap.ID, "error", err)
	}
	return nil
}

// completeProof lists the hands of the channel's table and of the one before it,
// newest first.
func completeProof(ctx context.Context, v *visit) ([]render.Choice, error) {
	hands, err := handsHere(ctx, v, v.snap.Hand)
	return render.CompleteProof(v.words, v.call.text("hand"), hands), err
}

// handsHere are those of the channel's table up to one, and of the table before it.
func handsHere(ctx context.Context, v *visit, newest int) ([]render.Proven, error) {
	earlier, err := before(ctx, v)
	if err != nil {
		return nil, err
	}
	var hands []render.Proven
	for hand := newest; hand > 0; hand-- {
		hands = append(hands, render.Proven{Hand: hand, Value: hand})
	}
	for hand := earlier.Hand; hand > 0; hand-- {
		if value, ok := joinDeal(earlier.ID, hand); ok {
			hands = append(hands, render.Proven{Hand: hand, Before: true, Value: value})
		}
	}
	return hands, nil
}

// A deal's number names a hand of any table: the 40 bits of the table's id stand
// above handBits of the hand. Discord completes a number with numbers alone, and
// these 53 bits are all that it takes. A number below them is a hand of the
// channel's own table.
const handBits = 13

// joinDeal gives the number of a hand; false for one that has none.
func joinDeal(id sitting.ID, hand int) (int, bool) {
	bits, err := base32.StdEncoding.DecodeString(strings.ToUpper(string(id)))
	if err != nil || len(bits) != 5 || hand <= 0 || hand >= 1<<handBits {
		return 0, false
	}
	return int(binary.BigEndian.Uint64(append(make([]byte, 3), bits...)))<<handBits | hand, true
}

// splitDeal gives the table and hand of a number; false for one that names no table.
func splitDeal(n int) (sitting.ID, int, bool) {
	if n < 1<<handBits || n >= 1<<(40+handBits) {
		return "", 0, false
	}
	bits := binary.BigEndian.AppendUint64(nil, uint64(n>>handBits))[3:]
	return sitting.ID(strings.ToLower(base32.StdEncoding.EncodeToString(bits))), n & (1<<handBits - 1), true
}
