package engine_test

import (
	"bytes"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
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
	for _, name := range []string{"records.jsonl", "refused.jsonl"} {
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
