package picture

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
)

// A sample is a picture with a name.
type sample struct {
	name string
	of   scene
}

// look is another with the sample's own letters, where it has such.
func (s sample) look(l Look) Look {
	l.Courts = map[string]Courts{"hand-10-german": {"B", "D", "K"}, "hand-10-cyrillic": {"В", "Д", "К"}, "hand-10-letters": {"BUB", "DAM", "KÖN"}}[s.name]
	return l
}

func cardsOf(t testing.TB, text string) []engine.Card {
	t.Helper()
	if text == "" {
		return nil
	}
	var all []engine.Card
	for _, word := range strings.Fields(text) {
		c, err := engine.ParseCard(word)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

// sitters are so many people and computers of every kind.
func sitters(n int) []Seat {
	all := []Seat{
		{Number: 1, Name: "Ida", Cards: 9, Scored: true, Score: 34, Leads: true},
		{Number: 2, Name: "Mats", Cards: 6, Scored: true, Score: -12, Turn: true},
		{Number: 3, Name: "Ada", Cards: 11, Scored: true, Score: -22, Dealer: true},
		{Number: 4, Name: "Константин", Cards: 10, Scored: true, Score: 0, Away: true},
		{Number: 5, Name: "Skipper", Cards: 6, Scored: true, Score: 104, Computer: true},
		{Number: 6, Name: "李小龙", Cards: 12, Scored: true, Score: -104},
	}
	return all[:n]
}

// suits are the cards of four suits between two ranks.
func suits(from, to engine.Card) (groups [][]engine.Card) {
	for suit := range engine.Card(4) {
		var g []engine.Card
		for r := from; r < to; r++ {
			g = append(g, suit*engine.Ranks+r)
		}
		groups = append(groups, g)
	}
	return groups
}

// sortedBy is a hand in other groups.
func sortedBy(h Hand, groups ...[]engine.Card) Hand {
	h.Groups = groups
	return h
}

// samples are the pictures that people look at: a kind each, few and many cards, two
// to six seats.
func samples(t testing.TB) []sample {
	c := func(text string) []engine.Card { return cardsOf(t, text) }
	h := func(text string) engine.Hand { return engine.HandOf(c(text)...) }
	melds := []Meld{
		{Number: 1, Owner: 1, Cards: c("7C 7D 7H")},
		{Number: 2, Owner: 2, Cards: c("9S TS JS QS"), New: h("9S TS JS QS")},
		{Number: 3, Owner: 3, Cards: c("QH KH AH 2H 3H"), New: h("3H")},
	}
	last := Turn{Seat: 2, Drew: c("QS JS"), Laid: []Meld{{Number: 2, Owner: 2, Cards: c("9S TS JS QS")}, {Number: 3, Owner: 3, Cards: c("3H")}}, Threw: c("TC")[0]}
	pile := Middle{Stock: 29, Top: c("TC 4H"), Below: 15, New: true}
	var many []Meld
	for r := range engine.Card(13) {
		many = append(many, Meld{Number: int(r) + 1, Owner: int(r)%6 + 1, Cards: []engine.Card{r, r + 13, r + 26, r + 39}})
	}
	many[12].New = h("KC KS")
	fans := []Fan{
		{Melds: [][]engine.Card{c("4S 5S 6S")}, Loose: c("KC QD 8D 2D")},
		{Melds: [][]engine.Card{c("JC JD JH")}, Loose: c("KD 9D 3C")},
		{Loose: c("QC TD 8H 8S 6C 5D AC")},
		{Melds: [][]engine.Card{c("6D 7D 8D")}, Loose: c("JS 4H")},
		{Loose: c("KS TH 6H 2S")},
		{Melds: [][]engine.Card{c("AS AD AH")}, Loose: c("9C 5C 4D")},
	}
	result := func(n, factor int, how string) Result {
		r := Result{Winner: 1, Factor: factor}
		for i, seat := range sitters(n) {
			seat.Turn = false
			row := Row{Seat: seat, Hand: fans[i], Count: int(engine.HandOf(fans[i].Loose...).Pips())}
			if i == 0 {
				row.Hand, row.Count = Fan{}, 0
				row.Laid = [][]engine.Card{c("9S TS JS QS"), c("4C 4D 4H"), c("KH AH 2H")}
			}
			if how != "" && i > 0 {
				row.Sum = number(row.Count) + how
			}
			row.Pips = -row.Count * max(factor, 1)
			r.Sum -= row.Pips
			r.Rows = append(r.Rows, row)
		}
		r.Rows[0].Pips = r.Sum
		return r
	}
	nobody := result(3, 0, "")
	nobody.Winner, nobody.Sum = 0, 0
	for i := range nobody.Rows {
		nobody.Rows[i].Pips = 0
	}
	nobody.Rows[0].Laid, nobody.Rows[0].Hand, nobody.Rows[0].Count = nil, Fan{Melds: [][]engine.Card{c("9S TS JS QS"), c("4C 4D 4H"), c("KH AH 2H")}}, 0
	blocked := result(6, 0, " − 9")
	blocked.Rows[0].Laid, blocked.Rows[0].Hand, blocked.Rows[0].Count = blocked.Rows[0].Laid[1:2], Fan{Melds: [][]engine.Card{c("9S TS JS QS")}, Loose: c("7D 2C")}, 9
	for i := range blocked.Rows[1:] {
		blocked.Rows[i+1].Pips += 9
		blocked.Rows[0].Pips -= 9
	}
	blocked.Sum = blocked.Rows[0].Pips
	still := Hand{
		Middle: Middle{Stock: 29, Top: c("TC 4H"), Below: 15}, Seats: sitters(3), Found: []engine.Hand{h("4S 5S 6S"), h("JC JD JH")}, Loose: h("KC QD 8S 2D"),
		New: h("6S QD"), Barred: h("8S"), Count: 30,
	}
	for _, m := range melds {
		m.New = 0
		still.Melds = append(still.Melds, m)
	}
	match := result(2, 0, "")
	match.Match = true
	lesson := Hand{ // as lessons have them: nobody's score, few cards
		Middle: Middle{Stock: 22, Top: c("7H 3S"), Below: 1}, Seats: []Seat{{Number: 2, Name: "Moby", Cards: -1}}, Melds: []Meld{{Number: 1, Owner: 2, Cards: c("TS JS QS")}},
		Groups: [][]engine.Card{c("7C 7D 7H"), c("KS 5D 3H 2C")}, Found: []engine.Hand{h("7C 7D 7H")}, Loose: h("KS 5D 3H 2C"), New: h("7H KS"), Barred: h("7H"), Count: 20,
	}
	return []sample{
		{"table-2-first", Table{Seats: sitters(2), Middle: Middle{Stock: 31, Top: c("TC")}}},
		{"table-2", Table{Seats: sitters(2), Middle: pile, Last: Turn{Seat: 1, Blind: 2, Threw: c("TC")[0]}, Melds: melds[:1]}},
		{"table-3", Table{Seats: sitters(3), Middle: pile, Last: last, Melds: melds}},
		{"table-4", Table{Seats: sitters(4), Middle: pile, Last: last, Melds: melds}},
		{"table-5", Table{Seats: sitters(5), Middle: Middle{Top: c("TC 4H 2C 9D 3C 5C KD KS 8S"), New: true}, Last: last, Melds: append(melds, many[3], many[4])}},
		{"table-6", Table{Seats: sitters(6), Middle: pile, Last: Turn{Seat: 6, Blind: 1, Drew: c("4C"), Laid: []Meld{many[0], many[1], many[12]}, Out: true, Threw: engine.NoCard}, Melds: many}},
		{"replay-3", Table{Seats: sitters(3), Middle: pile, Last: last, Melds: melds, Hands: fans[:3]}},
		{"replay-6", Table{Seats: sitters(6), Middle: pile, Last: last, Melds: melds, Hands: fans}},
		{"result-2-match", match},
		{"result-3", result(3, 2, " × 2")},
		{"result-3-nobody", nobody},
		{"result-6", blocked},
		{"evening", Evening{Hands: 12, Standings: []Standing{{sitters(1)[0], 134}, {sitters(6)[4], 20}, {sitters(4)[3], -54}, {sitters(6)[5], -100}},
			Rummy: Feat{sitters(1)[0], 7, 134}, Closest: Feat{sitters(6)[4], 3, 2}}},
		{"record", Record{Blocks: []Block{
			{Computers: true, Hands: 120, Won: 45, Rummies: 7, Pips: 312, Best: 134, Streak: 2, Longest: 5, Against: []Against{{"Moth", 40, 25}, {"Skipper", 50, 15}, {"Old Salt", 30, 5}}},
			{Hands: 30, Won: 11, Pips: -42, Best: 80, Longest: 3},
		}}},
		{"hand-10", sortedBy(still, c("4S 5S 6S"), c("JC JD JH"), c("KC QD 8S 2D"))},
		{"hand-10-suits", sortedBy(still, c("JC KC"), c("2D JD QD"), c("JH"), c("4S 5S 6S 8S"))},
		{"hand-10-ranks", sortedBy(still, c("KC QD JC JD JH 8S 6S 5S 4S 2D"))},
		{"hand-10-german", sortedBy(still, c("JC JD JH"), c("KC QD 8S 2D"), c("4S 5S 6S"))},
		{"hand-10-cyrillic", sortedBy(still, c("JC JD JH"), c("KC QD 8S 2D"), c("4S 5S 6S"))},
		{"hand-10-letters", sortedBy(still, c("JC JD JH"), c("KC QD 8S 2D"), c("4S 5S 6S"))},
		{"lesson", lesson},
		{"hand-36", Hand{Middle: Middle{Top: c("AC"), New: true}, Seats: sitters(6), Melds: many[9:13], Groups: suits(0, 9), Count: 212}},
		{"hand-52", Hand{Seats: sitters(2), Groups: suits(0, 13), New: h("6S QD"), Count: -1}},
		{"hand-0", Hand{Middle: pile, Seats: sitters(6), Melds: many[:9], Count: 0}},
		{"chart", Chart{Lines: walks(6), Ticks: []Tick{{0, "2026-10-01"}, {500, "2026-11-15"}, {1000, "2027-01-01"}}}},
		{"chart-2", Chart{Lines: walks(2), Ticks: []Tick{{0, "23 Nov"}, {500, "26 Nov"}, {1000, "29 Nov"}}}},
		{"chart-2-days", Chart{Lines: walks(2), Ticks: []Tick{{0, "11-23 18:30"}, {500, "11-24 09:30"}, {1000, "11-25 00:30"}}}},
		{"standings", Standings{Ranks: []Rank{
			{Seat: sitters(1)[0], Net: 1204, Hands: 212, Wins: 81, Rummies: 14, First: true}, {Seat: sitters(2)[1], Net: 96, Hands: 40, Wins: 12},
			{Seat: sitters(3)[2], Net: -17, Hands: 8, Wins: 1, Rummies: 1}, {Seat: sitters(3)[2], Net: -17, Hands: 2}, {Seat: Seat{Number: 105}, Net: -1266, Hands: 1212, Wins: 300, Rummies: 77},
		}}},
		{"year", Year{Hands: 212, Won: 81, Net: -61, Rummy: 134, Evening: 57, Closest: -1, Drought: 14, Nemesis: sitters(2)[1].Name, Taken: -92}},
		{"tab", Tab{Friends: 14, Net: 61, Owed: []Owed{{sitters(1)[0], 134, 45}, {sitters(6)[4], 20, 7}, {sitters(4)[3], 3, 120}, {sitters(6)[2], -42, 12}, {sitters(6)[5], 0, 2}}}},
		{"tab-friend", Tab{Owed: []Owed{{sitters(1)[0], -24, 31}}}},
	}
}

// walks are lines that go up and down by themselves, and sum to nothing.
func walks(n int) []Line {
	r := rand.New(rand.NewPCG(4, uint64(n)))
	lines := make([]Line, n)
	now := make([]int, n)
	for range 121 {
		if winner := r.IntN(n); r.IntN(3) > 0 {
			for i := range now {
				pips := r.IntN(40)
				if now[i] -= pips; i == winner {
					now[i] += pips
				} else {
					now[winner] += pips
				}
			}
		}
		for i := range lines {
			lines[i].Seat = Seat{Number: i + 1, Name: []string{"Ida", "Mats", "Skipper", "Ada", "Łódź Ñandú", "Константин"}[i], Cards: -1}
			lines[i].Values = append(lines[i].Values, now[i])
		}
	}
	return lines
}
