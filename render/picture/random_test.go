package picture

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
)

// A dealer makes values of every kind at random, each card in one place but for what a
// last turn repeats.
type dealer struct {
	*rand.Rand
	pack []engine.Card
}

func newDealer(seed uint64) *dealer {
	return &dealer{Rand: rand.New(rand.NewPCG(seed, 10))}
}

// shuffle begins anew with the whole pack.
func (d *dealer) shuffle() {
	d.pack = d.pack[:0]
	for _, c := range d.Perm(engine.PackSize) {
		d.pack = append(d.pack, engine.Card(c))
	}
}

// take deals so many cards, or what is left.
func (d *dealer) take(n int) []engine.Card {
	n = min(n, len(d.pack))
	cards := d.pack[:n:n]
	d.pack = d.pack[n:]
	return cards
}

// few is a number below n, small ones more often.
func (d *dealer) few(n int) int { return d.IntN(d.IntN(n) + 1) }

// net is a number below n, or as much below nothing.
func (d *dealer) net(n int) int { return d.few(n) * (1 - 2*d.IntN(2)) }

func (d *dealer) chance(n int) bool { return d.IntN(n) == 0 }

// names are of every kind that people give themselves.
func names() []string {
	return []string{
		"", " ", "Ida", "Mats", "i", "Skipper", "Łódź Ñandú", "Константин Константинопольский", "Ωμέγα", "李小龙",
		"שלום עולם", "مرحبا", "a\u202eb", "e\u0301a", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "𝔊𝔬𝔱𝔥", "…", "-7", "4",
		strings.Repeat("🚣", 32), "👩‍👩‍👧‍👦" + strings.Repeat("x", 21), "Ida 🚣", strings.Repeat("il", 16), "⠀", "\u200b",
	}
}

func (d *dealer) seat(n int) Seat {
	all := names()
	return Seat{
		Number: n, Name: all[d.IntN(len(all))], Computer: d.chance(3), Away: d.chance(4), Dealer: d.chance(4),
		Turn: d.chance(4), Leads: d.chance(4), Cards: d.IntN(54) - 1, Scored: !d.chance(4), Score: d.net(10000),
	}
}

func (d *dealer) seats(n int) (all []Seat) {
	for i := range n {
		all = append(all, d.seat(i+1))
	}
	return all
}

// hand is cards of which some are new.
func (d *dealer) some(cards []engine.Card) (h engine.Hand) {
	for _, c := range cards {
		if d.chance(3) {
			h = h.Add(c)
		}
	}
	return h
}

func (d *dealer) melds(seats, most int) (all []Meld) {
	for i := range d.IntN(most + 1) {
		cards := d.take(3 + d.few(11))
		if len(cards) < 3 {
			return all
		}
		all = append(all, Meld{Number: i + 1, Owner: d.IntN(seats) + 1, Cards: cards, New: d.some(cards)})
	}
	return all
}

func (d *dealer) middle() Middle {
	if d.chance(6) {
		return Middle{Top: d.take(d.few(40)), New: d.chance(2)}
	}
	m := Middle{Stock: d.IntN(43), Top: d.take(d.IntN(3)), New: d.chance(2)}
	if len(m.Top) == 2 {
		m.Below = d.IntN(40)
	}
	return m
}

func (d *dealer) fan(cards []engine.Card) (f Fan) {
	for len(cards) > 3 && !d.chance(3) {
		n := min(len(cards), 3+d.few(4))
		f.Melds, cards = append(f.Melds, cards[:n]), cards[n:]
	}
	f.Loose = cards
	return f
}

func (d *dealer) fans(n, most int) (all []Fan) {
	for range n {
		all = append(all, d.fan(d.take(d.IntN(most+1))))
	}
	return all
}

func (d *dealer) table() Table {
	d.shuffle()
	n := 2 + d.IntN(5)
	t := Table{Seats: d.seats(n), Melds: d.melds(n, 17), Middle: d.middle()}
	if !d.chance(5) {
		t.Last = Turn{Seat: 1 + d.IntN(n), Blind: d.IntN(3), Threw: engine.NoCard, Out: d.chance(6)}
		if t.Last.Blind < 2 {
			t.Last.Drew = d.take(d.IntN(3))
		}
		for _, m := range t.Melds {
			if d.chance(3) {
				t.Last.Laid = append(t.Last.Laid, m)
			}
		}
		if len(t.Middle.Top) > 0 && d.chance(2) {
			t.Last.Threw = t.Middle.Top[0]
		}
	}
	if d.chance(3) {
		t.Hands = d.fans(n, 12+d.few(30))
	}
	return t
}

func (d *dealer) hand() Hand {
	d.shuffle()
	n := 2 + d.IntN(5)
	h := Hand{Seats: d.seats(n), Melds: d.melds(n, 5), Middle: d.middle(), Count: d.IntN(120) - 1}
	for held := d.take(d.IntN(53)); len(held) > 0; {
		k := min(len(held), 1+d.IntN(13))
		g := held[:k]
		h.Groups, held = append(h.Groups, g), held[k:]
		for _, c := range g { // two are drawn at most
			if h.New.Len() < 2 && d.chance(8) {
				h.New = h.New.Add(c)
			}
		}
		h.Barred |= d.some(g)
	}
	all, n := slices.Concat(h.Groups...), d.IntN(6)
	d.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for ; n > 0 && len(all) > 3; n-- {
		k := 3 + d.IntN(min(len(all)-2, 4))
		h.Found, all = append(h.Found, engine.HandOf(all[:k]...)), all[k:]
	}
	if !d.chance(4) {
		h.Loose = engine.HandOf(all...)
	}
	return h
}

// lying are melds as they lie on a table after some turns.
func (d *dealer) lying(seats, n int) (all []Meld) {
	for i := range n {
		set := d.chance(2)
		first := engine.Card(d.IntN(engine.PackSize))
		var cards []engine.Card
		for k := range engine.Card(3 + d.few(3)) {
			c := first/engine.Ranks*engine.Ranks + (first+k)%engine.Ranks
			if set {
				c = first%engine.Ranks + k%4*engine.Ranks
			}
			if at := slices.Index(d.pack, c); at >= 0 {
				cards, d.pack = append(cards, c), slices.Delete(d.pack, at, at+1)
			}
		}
		if len(cards) > 2 {
			all = append(all, Meld{Number: i + 1, Owner: d.IntN(seats) + 1, Cards: cards})
		}
	}
	return all
}

// played is a hand of so many cards as it is in the course of a game, sorted by suit or
// by its melds, with up to three melds on the table.
func (d *dealer) played(n int) Hand {
	d.shuffle()
	h := Hand{Seats: sitters(2 + d.IntN(3))}
	h.Melds = d.lying(len(h.Seats), d.few(4))
	held := engine.HandOf(d.take(n)...)
	a := engine.Arrange(held)
	h.Found, h.Loose, h.Count = slices.Clone(a.Melds[:a.Count]), a.Deadwood, int(a.Pips)
	if d.chance(2) {
		for _, m := range append(slices.Clone(h.Found), h.Loose) {
			h.Groups = append(h.Groups, m.Cards())
		}
	} else {
		for suit := range engine.Card(4) {
			h.Groups = append(h.Groups, (held & ((1<<engine.Ranks - 1) << (suit * engine.Ranks))).Cards())
		}
	}
	h.Groups = slices.DeleteFunc(h.Groups, func(g []engine.Card) bool { return len(g) == 0 })
	all := held.Cards()
	h.New = engine.HandOf(all[d.IntN(len(all))], all[d.IntN(len(all))])
	if d.chance(4) {
		h.Barred = engine.HandOf(all[d.IntN(len(all))])
	}
	h.Middle = Middle{Top: d.take(2), Below: d.few(20)}
	h.Middle.Stock = len(d.pack) / 2
	return h
}

func (d *dealer) result() Result {
	d.shuffle()
	n := 2 + d.IntN(5)
	r := Result{Winner: d.IntN(n + 1), Sum: d.few(5000), Match: d.chance(4)}
	if d.chance(2) {
		r.Factor = 2 + d.IntN(2)
	}
	for _, seat := range d.seats(n) {
		row := Row{Seat: seat, Pips: d.net(2000), Count: d.few(300), Hand: d.fan(d.take(d.few(30)))}
		switch {
		case seat.Number != r.Winner && d.chance(2):
			row.Sum = "888 × 3"
		case seat.Number == r.Winner:
			for range d.IntN(4) {
				row.Laid = append(row.Laid, d.take(3+d.few(6)))
			}
		}
		r.Rows = append(r.Rows, row)
	}
	return r
}

func (d *dealer) evening() Evening {
	e := Evening{Hands: d.few(400)}
	for i := range d.few(25) {
		e.Standings = append(e.Standings, Standing{d.seat(i%6 + 1), d.net(10000)})
	}
	feat := func() Feat {
		return Feat{d.seat(1 + d.IntN(6)), d.few(300), d.few(2000)}
	}
	e.Rummy, e.Closest = feat(), feat()
	return e
}

func (d *dealer) record() (r Record) {
	for i := range d.IntN(3) {
		b := Block{
			Computers: i == 0, Hands: d.few(100000), Won: d.few(100000), Rummies: d.few(10000), Pips: d.net(1000000),
			Best: d.few(2000), Streak: d.few(100), Longest: d.few(100),
		}
		for range d.IntN(8) {
			b.Against = append(b.Against, Against{names()[d.IntN(len(names()))], d.few(10000), d.few(10000)})
		}
		r.Blocks = append(r.Blocks, b)
	}
	return r
}

func (d *dealer) standings() (t Standings) {
	for range d.IntN(11) {
		seat := d.seat(1 + d.few(300))
		t.Ranks = append(t.Ranks, Rank{Seat: seat, Net: d.net(100000), Hands: d.few(90000), Wins: d.few(90000), Rummies: d.few(1000), First: d.chance(3)})
	}
	return t
}

func (d *dealer) tab() (t Tab) {
	t.Friends, t.Net = d.few(500), d.net(1000000)
	for i := range d.few(10) {
		t.Owed = append(t.Owed, Owed{d.seat(i%6 + 1), d.net(1000000), d.few(10000)})
	}
	return t
}

func (d *dealer) year() Year {
	return Year{d.few(9000), d.few(9000), d.net(100000), d.few(2000), d.few(9000), d.net(900), d.few(300), d.seat(1).Name, -d.few(90000)}
}

func (d *dealer) chart() (t Chart) {
	for i := range d.IntN(7) {
		l := Line{Seat: d.seat(i + 1)}
		v := 0
		for range d.IntN(130) {
			l.Values = append(l.Values, v)
			v += d.IntN(401) - 200
		}
		t.Lines = append(t.Lines, l)
	}
	for i := range d.IntN(6) {
		t.Ticks = append(t.Ticks, Tick{At: 200 * i, Text: []string{"1 Nov", "30. Sept. 2026", "🚣"}[d.IntN(3)]})
	}
	return t
}

// each yields n values of every kind.
func (d *dealer) each(n int) func(yield func(scene) bool) {
	return func(yield func(scene) bool) {
		for range n {
			for _, v := range []scene{d.table(), d.hand(), d.result(), d.evening(), d.record(), d.standings(), d.tab(), d.year(), d.chart()} {
				if !yield(v) {
					return
				}
			}
		}
	}
}

// told are the cards that a value shows, those that it shows twice twice.
func told(of scene) (all []engine.Card) {
	fan := func(f Fan) {
		for _, m := range f.Melds {
			all = append(all, m...)
		}
		all = append(all, f.Loose...)
	}
	melds := func(melds []Meld) {
		for _, m := range melds {
			all = append(all, m.Cards...)
		}
	}
	switch v := of.(type) {
	case Table:
		all = append(all, v.Middle.Top...)
		melds(v.Melds)
		for _, f := range v.Hands {
			fan(f)
		}
		if v.Last.Seat > 0 {
			all = append(all, v.Last.Drew...)
			melds(v.Last.Laid)
			if v.Last.Threw != engine.NoCard {
				all = append(all, v.Last.Threw)
			}
		}
	case Hand:
		all = append(all, v.Middle.Top...)
		melds(v.Melds)
		for _, g := range v.Groups {
			all = append(all, g...)
		}
	case Result:
		for _, row := range v.Rows {
			fan(Fan{Melds: row.Laid})
			fan(row.Hand)
		}
	}
	return all
}
