package render_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

func TestACustomIDComesBackAsTheClickItWas(t *testing.T) {
	for _, verb := range render.Verbs() {
		for _, arg := range []string{"", "goout 9C.9D", "ü|é", strings.Repeat("x", render.MaxArg)} {
			k := render.Click{Verb: verb, Table: tableID, Version: 1<<52 - 1, Arg: arg, Prefs: render.Prefs{Sort: render.ByMelds, Off: 1<<6 - 1}, Serial: serial}
			id := codec.Encode(k)
			if len(id) > 100 {
				t.Errorf("%d bytes: %q", len(id), id)
			}
			got, err := codec.Decode(id)
			if err != nil || got != k {
				t.Errorf("%q is %+v, %v and not %+v", id, got, err, k)
			}
		}
	}
}

func TestAForgedCustomIDIsRefused(t *testing.T) {
	id := codec.Encode(render.Click{Verb: render.VerbHand, Table: tableID, Version: 7, Serial: 9})
	if _, err := codec.Decode(id); err != nil {
		t.Fatal(err)
	}
	for i := range id {
		for _, c := range []byte{'a', '.', '1', '_'} {
			if forged := id[:i] + string(c) + id[i+1:]; forged != id {
				if _, err := codec.Decode(forged); !errors.Is(err, render.ErrForged) {
					t.Errorf("%q passes for %q", forged, id)
				}
			}
		}
	}
	other := render.NewCodec([]byte("another key"))
	if _, err := other.Decode(id); !errors.Is(err, render.ErrForged) {
		t.Error("an id of another key passes")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(codec.Encode(render.Click{Verb: render.VerbPlay, Table: tableID, Arg: "draw stock"}))
	f.Add("")
	f.Fuzz(func(t *testing.T, id string) {
		k, err := codec.Decode(id)
		if err == nil && codec.Encode(k) != id {
			t.Errorf("%q is accepted and encodes to %q", id, codec.Encode(k))
		}
	})
}

func TestVerbsHaveTextsOfTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range render.Verbs() {
		text := v.String()
		back, ok := render.ParseVerb(text)
		if len(text) != 2 || seen[text] || !ok || back != v {
			t.Errorf("verb %d has text %q, which reads as %d, %v", v, text, back, ok)
		}
		seen[text] = true
	}
	if _, ok := render.ParseVerb(""); ok || render.Verb(0).String() != "" || render.Verb(250).String() != "" {
		t.Error("what is no verb has a text")
	}
}

func TestIDsOfOneMessageDifferFromThoseOfTheNext(t *testing.T) {
	l := words(t).For("en")
	first := render.More(render.Pen{Lang: l, Codec: codec, Serial: 1}, &sitting.Sight{ID: tableID}, render.Own{})
	second := render.More(render.Pen{Lang: l, Codec: codec, Serial: 2}, &sitting.Sight{ID: tableID}, render.Own{})
	for id := range idsOf(t, first) {
		if idsOf(t, second)[id] {
			t.Errorf("%q stands in two renderings", id)
		}
	}
}

// idsOf finds every custom_id in a message's JSON.
func idsOf(t testing.TB, m render.Message) map[string]bool {
	t.Helper()
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	found := idsIn(string(text))
	if len(found) == 0 {
		t.Fatal("no custom_id in the message")
	}
	return found
}
