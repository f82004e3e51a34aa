package render_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

const (
	tableID = "k3mxq2ab"
	serial  = 4_294_967_295 // the longest in a custom_id
	version = 123_456_789
	link    = "https://discord.com/channels/1100000000000000001/1100000000000000002/1100000000000000003"
)

var codec = render.NewCodec([]byte("a key for tests only"))

func words(t testing.TB) *lang.Catalogue {
	t.Helper()
	c, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A screen is one drawing with canned data.
type screen struct {
	name   string
	public bool
	draw   func(l lang.Lang) render.Message
}

// A form is one modal with canned data.
type form struct {
	name string
	draw func(l lang.Lang) render.Modal
}

// forms are one of each.
func forms(t testing.TB) []form {
	chosen := sight(engine.See(toPlay(t), 0))
	settled := but(sight(engine.View{Seat: engine.Nobody}), func(s *sitting.Sight) {
		s.Phase, s.Settings.NoHints, s.Settings.Lang = sitting.Between, true, "nl"
		s.Settings.Rules.Pay, s.Settings.Rules.ExhaustedDraw = engine.PayHand, 2
	})
	return []form{
		{"modal", func(l lang.Lang) render.Modal { return render.Choose(pen(l), reader(), chosen) }},
		{"modal, house rules", func(l lang.Lang) render.Modal { return render.HouseForm(pen(l), settled) }},
		{"modal, settle", func(l lang.Lang) render.Modal {
			return render.SettleForm(pen(l), "pabcdefghijklmnop", render.Player{Name: strings.Repeat("wW", 16)}, 152)
		}},
		{"modal, reverse", func(l lang.Lang) render.Modal {
			return render.ReverseForm(pen(l), render.Reversing("pabcdefghijklmnop", played3))
		}},
		{"modal, write-off", func(l lang.Lang) render.Modal {
			return render.ReleaseForm(pen(l), "pabcdefghijklmnop")
		}},
		{"modal, table", func(l lang.Lang) render.Modal { return render.TableForm(pen(l), settled) }},
	}
}

// pen writes as all tests do, with emojis in a language that has them.
func pen(l lang.Lang) render.Pen {
	p := render.Pen{Lang: l, Codec: codec, Serial: serial, Artist: artist()}
	if l.Face(0) != "" {
		p.Emojis = emojis()
	}
	return p
}

// bare is a pen that draws nothing.
func bare(l lang.Lang) render.Pen { return render.Pen{Lang: l, Codec: codec, Serial: serial} }

var artist = sync.OnceValue(picture.New)

// emojis are one for each card in each style, with the longest ids.
var emojis = sync.OnceValue(func() *render.Emojis {
	ids := map[string]string{}
	for _, s := range render.Styles() {
		for c := engine.Card(0); c <= engine.PackSize; c++ {
			ids[render.EmojiName(s, c)] = fmt.Sprintf("14%015d%02d", s, c)
		}
	}
	return render.NewEmojis(ids)
})

// faced is a language with emojis for its cards.
func faced(l lang.Lang) lang.Lang { return render.Prefs{}.In(l, emojis()) }

// reader knows everybody who sits at the tests' tables.
func reader() render.Reader {
	return render.Reader{
		People: map[sitting.Person]render.Player{
			"ann": {Name: "Ann", UserID: "1200000000000000001"}, "bob": {Name: "Bo_b", UserID: "1200000000000000002"}, "cy": {Name: "Cy"},
			"eve": {Name: "~E_ve~", UserID: "1200000000000000005"},
		},
		Now:   deadline().Add(-time.Hour),
		Seals: map[int]string{1: link, 3: link, 9999: link},
	}
}

// sorting is a reader who sorts the hand.
func sorting(order render.Order) render.Reader {
	r := reader()
	r.Prefs.Sort = order
	return r
}

func people() []sitting.Sitter {
	return []sitting.Sitter{{Person: "ann"}, {Person: "bob", Away: true}, {Computer: opponent.Moby}}
}

// sight is a hand under way as a seat sees it, or a spectator.
func sight(v engine.View) *sitting.Sight {
	s := &sitting.Sight{
		ID: tableID, Version: version, Hand: 3, Phase: sitting.Playing, Host: "ann", Me: v.Seat, View: v, Log: own(), Seats: people(), Stakes: true,
		Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4, Pace: sitting.Slow, Lang: "en", Level: opponent.Normal},
		Limit:    12 * time.Hour,
		Deal:     sitting.DealFacts{Hand: 3, Commitment: hex("c")},
	}
	if v.Seat == engine.Nobody {
		s.Log = spectated()
	}
	s.Still = begun(s, spectated()).Still
	return s
}

// begun is a sight as its turn begins, with what a spectator saw of the hand.
func begun(s *sitting.Sight, log []engine.PublicEvent) *sitting.Sight {
	return but(s, func(s *sitting.Sight) {
		v := s.View
		v.Seat, v.Hand, v.Barred = engine.Nobody, 0, 0
		s.Still = sitting.Still{View: v, Log: log, Seats: s.Seats}
	})
}

// but is a sight changed in one thing.
func but(s *sitting.Sight, change func(*sitting.Sight)) *sitting.Sight {
	other := *s
	change(&other)
	return &other
}

func hex(c string) string { return strings.Repeat(c, 64) }

func deadline() time.Time { return time.Unix(1_790_000_000, 0) }

// toDraw is a hand before the draw of seat 0.
func toDraw(t testing.TB) engine.State {
	t.Helper()
	return enginetest.Position(t, `
		turn 0
		hand 0 9C 9D 9S 4H 5H KD QS
		hand 1 2C 3C 7D
		hand 2 AC AD
		meld 1 8S 8C 8D
		meld 2 9H TH JH
		pile 7C 4C TC
	`)
}

// toPlay is the same hand after it: seat 0 can do everything.
func toPlay(t testing.TB) engine.State {
	t.Helper()
	return enginetest.Position(t, `
		turn 0 play
		hand 0 9C 9D 9S 4H 5H 6H KD TC QH 8H
		barred TC
		hand 1 2C 3C 7D
		hand 2 AC AD
		meld 1 8S 8C 8D
		meld 2 9H TH JH
		pile 7C
	`)
}

// spectated is the newest of the log as a spectator saw it, own as seat 0 did.
func spectated() []engine.PublicEvent {
	return append(earlier(), engine.PublicEvent{
		Kind: engine.SawDraw, Seat: 0, Source: engine.FromMixed, Cards: []engine.Card{card("TC")}, Hidden: 1, Discard: engine.NoCard,
	})
}

func own() []engine.PublicEvent {
	return append(earlier(), engine.PublicEvent{
		Kind: engine.SawDraw, Seat: 0, Source: engine.FromMixed, Cards: []engine.Card{card("TC"), card("6H")}, Discard: engine.NoCard,
	})
}

func earlier() []engine.PublicEvent {
	return []engine.PublicEvent{
		{Kind: engine.SawDraw, Seat: 2, Source: engine.FromStock, Hidden: 2, Discard: engine.NoCard},
		{Kind: engine.SawMeld, Seat: 2, Meld: 1, Cards: []engine.Card{card("9H"), card("TH"), card("JH")}, Discard: engine.NoCard},
		{Kind: engine.SawDiscard, Seat: 2, Cards: []engine.Card{card("TC")}, Discard: engine.NoCard},
	}
}

func card(text string) engine.Card {
	c, err := engine.ParseCard(text)
	if err != nil {
		panic(err) // a constant of the tests
	}
	return c
}

func cards(text string) engine.Hand {
	h, err := engine.ParseHand(text)
	if err != nil {
		panic(err) // a constant of the tests
	}
	return h
}
