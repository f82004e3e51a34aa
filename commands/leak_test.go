package commands_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// chance is what differs between two runs of the same game though nobody's cards
// do: ids, times, secrets, and of a custom_id the table, the serial and the MAC.
var chance = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`\b([a-z]{2})\.[a-z2-7]{8}\.([0-9a-z]+)\.[0-9a-z]+\.([0-9a-z]+)\.([^".]*)\.[A-Za-z0-9_-]{12}`), "$1 $2 $3 $4"},
	{regexp.MustCompile(`\b[0-9a-f]{64}\b`), "HASH"},
	{regexp.MustCompile("`[A-Za-z0-9_-]{32}`"), "SEAL"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:.]+Z`), "TIME"},
	{regexp.MustCompile(`(?:<|\\u003c)t:\d+:`), "<t:TIME:"},
	{regexp.MustCompile(`127\.0\.0\.1:\d+`), "HOST"},
	{regexp.MustCompile(`\b\d{15,}\b`), "ID"},
	{regexp.MustCompile(`"s":\d+`), `"s":N`},
	{regexp.MustCompile(`"[0-9a-f]{16,32}"`), `"RANDOM"`},
	{regexp.MustCompile(`("nonce":")[a-z2-7]{8}`), "${1}TABLE "},
}

func withoutChance(text string) string {
	for _, c := range chance {
		text = c.pattern.ReplaceAllString(text, c.instead)
	}
	return text
}

// heardBy lists all that one account was sent after an entry of the wire's log,
// without what chance has in it. The order is left out, and how often the same was
// sent: an edit of the table and an answer may cross, and a hand that its own click
// has brought up to date needn't be refreshed.
func (p *place) heardBy(account discord.ID, after uint64) []string {
	var all []string
	for _, e := range p.sim.Wire().SentTo(account) {
		if e.N <= after {
			continue
		}
		text := e.Kind + " " + e.Method + " " + e.Path + " " + string(e.Body)
		all = append(all, withoutChance(text))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// A telltale is an artist who draws the table and everybody's hand with something that nobody may see.
type telltale struct {
	render.Artist
	secret string
}

func (a telltale) Table(l picture.Look, of picture.Table) []byte {
	return append(a.Artist.Table(l, of), a.secret...) // behind a PNG's end
}

// watched plays the beginning of a game from a deal, with pictures, and gives what Ada, who
// plays, and Cleo, who watches, were sent of it.
func watched(t *testing.T, artist render.Artist, up, stock, adas, bens string) (ada, cleo []string) {
	t.Helper()
	p := open(t, setup{artist: artist})
	a, b, c := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.stack(up, stock, adas, bens)
	p.lobby(nil, a, b)
	c.board("Ben")
	p.settled()
	after := uint64(0)
	for _, e := range p.sim.Wire().After(0) {
		after = e.N
	}
	for _, step := range []func(){
		func() { a.told(func() { a.press(a.board(), "st") }) },
		func() { c.playing(1); c.told(func() { c.press(c.playing(1), "mo") }) },
		func() { c.told(func() { c.press(c.one(), "wa") }) },
		func() { b.hand() },
		func() { b.told(func() { b.press(b.one(), "pl draw stock") }) },
		func() { c.board(p.plays("Ben")); c.told(func() { c.press(c.board(), "ha") }) },
		func() { b.told(func() { b.slash("hint", options{"level": "normal"}) }) },
		func() { b.told(func() { b.slash("goout", nil) }) },
		func() { b.told(func() { b.slash("meld", options{"cards": "8C 8D 8S"}) }) },
		func() { b.told(func() { b.slash("discard", options{"card": "QS"}) }) },
		func() { b.told(func() { b.slash("takeback", nil) }) },
		func() { a.press(a.board(p.turns("Ada"), p.wish("Ben")), "an") },
		// From the hand: a draw from the table would race with the refresh of the hand.
		func() { a.board(p.turns("Ada")); a.told(func() { a.press(a.one(), "pl draw stock") }) },
		func() { a.one(); a.told(func() { a.slash("discard", options{"card": "JD"}) }) },
		func() { b.board(p.turns("Ben")); b.told(func() { b.press(b.board(), "dr discard") }) },
		func() { a.board(p.plays("Ben")); a.told(func() { a.press(a.one(), "rf") }) },
	} {
		step()
		p.settled()
	}
	a.one()
	// Who has a seat looks on as everybody else, at a turn of another too.
	a.told(func() { a.press(a.told(func() { a.press(a.board(), "mo") }), "wa") })
	b.told(func() { b.slash("discard", options{"card": "KS"}) })
	p.settled()
	a.view(p.turns("Ada"))
	c.view(p.turns("Ada"))
	if n := p.hall.Stats().Bare; n > 0 {
		t.Errorf("%d messages went without their pictures, for a machine with too much to do: nothing can be compared", n)
	}
	return p.heardBy(a.ID(), after), p.heardBy(c.ID(), after)
}

func TestHiddenCardsChangeNothingThatAnybodyElseIsSent(t *testing.T) {
	const (
		adas = "KD 2H 4H TS AS 3S 5C 8H JD 7S"
		bens = "8C 8D 8S 9H TH JH KS KH 2D 3D"
	)
	const others = "8C 8D 8S 4C TC JC KS AD AC 7D"
	type sent struct{ ada, cleo []string }
	run := func(t *testing.T, artist render.Artist, up, stock, bens string) sent {
		ada, cleo := watched(t, artist, up, stock, adas, bens)
		return sent{ada, cleo}
	}
	var first, hidden, seen, told sent
	t.Run("games", func(t *testing.T) {
		t.Run("first", func(t *testing.T) { first = run(t, artist(), "2C", "QH QS 6C 6H 4D KC", bens) })
		t.Run("hidden", func(t *testing.T) { hidden = run(t, artist(), "2C", "9S QS 6C 6H 5H 5S", others) })
		t.Run("seen", func(t *testing.T) { seen = run(t, artist(), "3C", "QH QS 6C 6H 4D KC", bens) })
		t.Run("told", func(t *testing.T) { told = run(t, telltale{artist(), others}, "2C", "9S QS 6C 6H 5H 5S", others) })
	})
	for _, c := range []struct {
		who                  string
		one, two, open, told []string
	}{{"Ada", first.ada, hidden.ada, seen.ada, told.ada}, {"Cleo", first.cleo, hidden.cleo, seen.cleo, told.cleo}} {
		if len(c.one) == 0 {
			t.Fatalf("%s was sent nothing", c.who)
		}
		// A picture is named by its bytes, and told to who doesn't see it: both are compared.
		for _, part := range []*regexp.Regexp{pictureName, altText} {
			if same := fmt.Sprint(found(part, c.one)) == fmt.Sprint(found(part, c.open)); same || len(found(part, c.one)) == 0 {
				t.Errorf("%s: a card that is seen makes no difference to %s", c.who, part)
			}
		}
		if slices.Equal(found(pictureName, c.one), found(pictureName, c.told)) {
			t.Errorf("%s: a picture that tells makes no difference", c.who)
		}
		if !slices.Equal(c.one, c.two) {
			t.Errorf("%s was sent\n%s", c.who, differing(c.one, c.two))
		}
		// Another up-card is seen by all: were that not noticed, nothing would be.
		if slices.Equal(c.one, c.open) {
			t.Errorf("%s: a card that is seen makes no difference", c.who)
		}
	}
}

var (
	pictureName = regexp.MustCompile(`[0-9a-f]{16}\.png`)
	altText     = regexp.MustCompile(`"description":"[^"]+"`)
)

// found lists what of a pattern stands in texts, sorted, each once.
func found(part *regexp.Regexp, texts []string) (all []string) {
	for _, text := range texts {
		all = append(all, part.FindAllString(text, -1)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// differing shows what stands in one list only.
func differing(a, b []string) string {
	var out strings.Builder
	for _, only := range []struct {
		mark       string
		has, lacks []string
	}{{"-", a, b}, {"+", b, a}} {
		for _, text := range only.has {
			if _, found := slices.BinarySearch(only.lacks, text); !found {
				fmt.Fprintf(&out, "%s %s\n", only.mark, text)
			}
		}
	}
	return out.String()
}
