package tab_test

import (
	"testing"

	"github.com/boathouse-rum/boathouse/engine/tab"
)

func TestEveryKindHasAWordThatReadsBack(t *testing.T) {
	words := make(map[string]bool)
	for _, k := range tab.Kinds() {
		back, err := tab.ParseKind(k.String())
		if err != nil || back != k {
			t.Errorf("%v reads back as %v (%v)", k, back, err)
		}
		words[k.String()] = true
	}
	if len(words) != len(tab.Kinds()) {
		t.Errorf("%d words for %d kinds", len(words), len(tab.Kinds()))
	}
	if _, err := tab.ParseKind(tab.Kind(0).String()); err == nil {
		t.Error("no kind is one")
	}
}

func TestEverySourceHasATextThatReadsBack(t *testing.T) {
	kinds := make(map[tab.Kind]bool)
	for text, s := range map[string]tab.Source{
		"hand:3:0:rum00001":    tab.Hand{Table: "rum00001", Number: 3},
		"hand:1:2:a:b":         tab.Hand{Table: "a:b", Number: 1, Again: 2},
		"settlement:s1":        tab.Settlement{Proposal: "s1"},
		"forgiveness:a:b":      tab.Forgiveness{Proposal: "a:b"},
		"reversal:12":          tab.Reversal{Seq: 12},
		"write-off:the winter": tab.WriteOff{ID: "the winter"},
	} {
		kinds[s.Kind()] = true
		if s.String() != text {
			t.Errorf("%#v is %q, want %q", s, s, text)
		}
		back, err := tab.ParseSource(text)
		if err != nil || back != s {
			t.Errorf("%q reads as %#v (%v), want %#v", text, back, err, s)
		}
	}
	if len(kinds) != len(tab.Kinds()) {
		t.Errorf("%d kinds of %d", len(kinds), len(tab.Kinds()))
	}
}

// FuzzParseSource: what is accepted encodes back to the same text.
func FuzzParseSource(f *testing.F) {
	for _, text := range []string{
		"", "hand", "hand:", "hand:1", "hand:1:0", "hand:1:0:", "hand:0:0:x", "hand:1:-1:x", "hand:01:0:x", "hand:1:0:x", "hand:+1:0:x",
		"settlement:", "settlement:x", "reversal:0", "reversal:-1", "reversal:x", "reversal:1", "reversal:01", "gift:x", "write-off:",
	} {
		f.Add(text)
	}
	accepted := map[string]bool{"hand:1:0:x": true, "settlement:x": true, "reversal:1": true}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := tab.ParseSource(text)
		if err == nil && s.String() != text {
			t.Errorf("%q reads as %q", text, s)
		}
		if accepted[text] && err != nil {
			t.Error(err)
		}
	})
}
