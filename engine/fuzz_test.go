package engine_test

import (
	"bytes"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
)

func FuzzParseCard(f *testing.F) {
	for _, text := range []string{"TD", "10♦", "t♦️", " aS ", "1", "♠"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := engine.ParseCard(text)
		if err != nil {
			return
		}
		if again, err := engine.ParseCard(c.String()); err != nil || again != c {
			t.Errorf("%q gives %v, read again as %v (%v)", text, c, again, err)
		}
	})
}

func FuzzParseHand(f *testing.F) {
	for _, text := range []string{"", "9c9d9s", "10♦J♦", "9C, 9D; 9S + TD", "9C 9C", "9C9"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		h, err := engine.ParseHand(text)
		if err != nil {
			return
		}
		if again, err := engine.ParseHand(h.String()); err != nil || again != h {
			t.Errorf("%q gives %v, read again as %v (%v)", text, h, again, err)
		}
	})
}

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"draw stock", "meld 9C 9D 9S", "layoff 0 9H", "discard KD", "goout 3D 4D 5D, 9C 9D 9S / 1 6D, 0 7H ; JH", "goout / 0 -"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := engine.ParseMove(text); err == nil && m.String() != text {
			t.Errorf("%q comes back as %q", text, m)
		}
	})
}

func FuzzParseEvent(f *testing.F) {
	events, v := wonRecord(f).Events()
	if !v.OK {
		f.Fatalf("%+v", v)
	}
	for _, e := range events {
		f.Add(e.String())
	}
	for _, text := range []string{"wentout 0 3D 4D 5D / 1 6D ; JH", "blocked nobody 0 0 0 0 0 0", "won 0 rummy 0 86 0 0 0 0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if e, err := engine.ParseEvent(text); err == nil && e.String() != text {
			t.Errorf("%q comes back as %q", text, e)
		}
	})
}

func FuzzParseRecord(f *testing.F) {
	for _, name := range []string{"records", "refused"} {
		for _, line := range vectors(f, name)[:10] {
			f.Add(line)
		}
	}
	f.Add([]byte(`{"rules":{"blocked":"void"},"players":["a","b"],"moves":[{"type":"goout","layoffs":[{}]}],"result":{}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := engine.ParseRecord(text)
		if err != nil {
			return
		}
		engine.Referee(r)
		first := marshal(t, r)
		again := parseRecord(t, first)
		if second := marshal(t, again); !bytes.Equal(first, second) {
			t.Errorf("%s comes back as %s", first, second)
		}
		if engine.Referee(r) != engine.Referee(again) {
			t.Errorf("%s is judged otherwise", first)
		}
	})
}

func FuzzArrange(f *testing.F) {
	for _, h := range []uint64{0, 0x7003800800e00, 0xf007803c01c, 0xef0f057817e05, 1<<engine.PackSize - 1} {
		f.Add(h)
	}
	f.Fuzz(func(t *testing.T, cards uint64) {
		h := engine.Hand(cards % (1 << engine.PackSize))
		a := engine.Arrange(h)
		if h.Len() <= 16 {
			if want := enginetest.Naive(h); a.Pips != want {
				t.Fatalf("%v: %d pips, want %d", h, a.Pips, want)
			}
		}
		held := a.Deadwood
		for _, meld := range a.Melds[:a.Count] {
			if engine.KindOf(meld) == engine.NoMeld || meld&held != 0 {
				t.Fatalf("%v: arranged with %v", h, meld)
			}
			held |= meld
		}
		deadwood, pips := engine.Deadwood(h)
		if held != h || deadwood != a.Deadwood || pips != a.Pips || pips != a.Deadwood.Pips() || pips != engine.DeadwoodPips(h) {
			t.Fatalf("%v: %+v, deadwood %v, %d pips", h, a, deadwood, pips)
		}
		var left [engine.PackSize]engine.Pips
		engine.DiscardPips(h, &left)
		for c := range h.All() {
			if want := engine.DeadwoodPips(h.Remove(c)); left[c] != want {
				t.Fatalf("%v without %v: %d pips, want %d", h, c, left[c], want)
			}
		}
	})
}

// FuzzGoOut plays every go-out that is found, and looks for those that there are:
// without a table they are the discards that leave no deadwood.
func FuzzGoOut(f *testing.F) {
	f.Add(uint64(0x7003800800e00), uint64(0), false)
	f.Add(uint64(0xf007803c01c), uint64(0x1c00000000000), true)
	f.Fuzz(func(t *testing.T, cards, table uint64, required bool) {
		s := engine.State{Rules: engine.Boathouse.Rules(), Players: 2, Phase: engine.ToPlay, Winner: engine.Nobody}
		if required {
			s.Rules.FinalDiscard = engine.FinalRequired
		}
		s.Hands[0] = engine.Hand(cards % (1 << engine.PackSize))
		a := engine.Arrange(engine.Hand(table%(1<<engine.PackSize)) &^ s.Hands[0])
		s.MeldCount = uint8(copy(s.Melds[:], a.Melds[:a.Count]))
		var left [engine.PackSize]engine.Pips
		whole := engine.DiscardPips(s.Hands[0], &left)
		out := map[engine.Card]bool{engine.NoCard: whole == 0 && !required}
		for c := range s.Hands[0].All() {
			out[c] = left[c] == 0
		}
		for _, way := range engine.Legal(s).GoOuts {
			if _, err := engine.Decide(s, 0, way); err != nil {
				t.Fatalf("%v on %v: %v is found and refused: %v", s.Hands[0], s.Melds[:s.MeldCount], way, err)
			}
			if s.MeldCount == 0 && !out[way.Discard] {
				t.Fatalf("%v: %v is found and leaves deadwood", s.Hands[0], way)
			}
			delete(out, way.Discard)
		}
		for discard, is := range out {
			if is {
				t.Fatalf("%v on %v: no way out found that discards %v", s.Hands[0], s.Melds[:s.MeldCount], discard)
			}
		}
	})
}
