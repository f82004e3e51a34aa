package render_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// units counts a text as Discord's own client does, in UTF-16 units, which is
// never less than in characters.
func units(s string) int { return len(utf16.Encode([]rune(s))) }

// An audit gathers what is wrong with a message.
type audit struct {
	faults []string
	ids    map[string]bool
	count  int
	text   int
	bytes  int // of all words and ids
}

// Discord answers a message as if it had broken that is heavier than 10,170 bytes: all its words
// and ids in UTF-8, and twelve more for a text, as measured by others. Its documentation
// doesn't tell.
const (
	heaviest   = 9000
	partWeighs = 12
)

func (a *audit) fault(format string, args ...any) {
	a.faults = append(a.faults, fmt.Sprintf(format, args...))
}

func (a *audit) within(what, s string, least, most int) {
	a.bytes += len(s)
	if n := units(s); n < least || n > most {
		a.fault("%s has %d characters: %q", what, n, s)
	}
	if m := unfilled.FindString(s); m != "" {
		a.fault("%s has a placeholder or a key left: %q in %q", what, m, s)
	}
}

var unfilled = regexp.MustCompile(`\{[a-z]+\}|^[a-z]+\.[a-z.]+$|\?\?`)

func (a *audit) id(id string) {
	a.within("custom_id", id, 1, 100)
	if a.ids[id] {
		a.fault("custom_id twice: %q", id)
	}
	a.ids[id] = true
	if _, err := codec.Decode(id); err != nil {
		a.fault("custom_id %q: %v", id, err)
	}
}

func faults(m render.Message) []string {
	a := &audit{ids: map[string]bool{}}
	for _, part := range m.Components {
		a.part(part)
	}
	a.within("content", m.Content, 0, 2000)
	if len(m.Components) == 0 && m.Content == "" || a.count > 40 {
		a.fault("%d components", a.count)
	}
	if a.text > 4000 {
		a.fault("%d characters of text", a.text)
	}
	if n := a.bytes + partWeighs*a.count; n > heaviest {
		a.fault("%d bytes", n)
	}
	if m.AllowedMentions.Parse == nil || len(m.AllowedMentions.Parse) > 0 {
		a.fault("mentions are parsed")
	}
	return a.faults
}

func (a *audit) part(part render.Component) {
	a.count++
	switch c := part.(type) {
	case render.Text:
		a.within("text", c.Content, 1, 4000)
		a.text += units(c.Content)
	case render.Separator:
	case render.Paper:
		a.within("file", c.File.URL, 14, 100)
	case render.Gallery:
		if n := len(c.Items); n != 1 {
			a.fault("%d pictures", n)
		}
		for _, picture := range c.Items {
			a.within("alt text", picture.Description, 1, 1024)
		}
	case render.Section:
		a.part(c.Components[0])
		a.part(c.Accessory)
	case render.Row:
		a.row(c)
	case render.Button:
		a.within("button", c.Label, 1, 80)
		a.emoji(c.Emoji)
		a.id(c.CustomID)
	case render.PeopleSelect:
		a.within("placeholder", c.Placeholder, 1, 150)
		a.id(c.CustomID)
	case render.Select:
		a.within("placeholder", c.Placeholder, 1, 150)
		a.id(c.CustomID)
		a.options(c.Options, 25, *cmp.Or(c.MaxValues, new(1)))
	}
}

func (a *audit) emoji(e *render.Emoji) {
	if e != nil {
		a.within("emoji", e.Name, 2, 32)
		a.within("id of an emoji", e.ID, 19, 19)
	}
}

func (a *audit) row(r render.Row) {
	primary, selects := 0, 0
	for _, inner := range r.Components {
		switch c := inner.(type) {
		case render.Button:
			if c.Style == render.StylePrimary {
				primary++
			}
		case render.Select, render.PeopleSelect:
			selects++
		case render.Text, render.Separator, render.Section, render.Row, render.Gallery, render.Paper:
			a.fault("a row holds %T", inner)
		}
		a.part(inner)
	}
	if n := len(r.Components); n == 0 || n > 5 || primary > 1 || selects > 0 && n > 1 {
		a.fault("a row of %d, %d primary, %d selects", n, primary, selects)
	}
}

// options looks at a list of at most so many, of which so many may be chosen at first.
func (a *audit) options(options []render.Option, most, chosen int) {
	if len(options) == 0 || len(options) > most {
		a.fault("%d options", len(options))
	}
	values, defaults := map[string]bool{}, 0
	for _, o := range options {
		a.within("option", o.Label, 1, 100)
		a.within("value", o.Value, 1, 100)
		a.bytes += partWeighs
		a.within("description", o.Description, 0, 100)
		a.emoji(o.Emoji)
		if values[o.Value] {
			a.fault("value twice: %q", o.Value)
		}
		values[o.Value] = true
		if o.Default {
			defaults++
		}
	}
	if defaults > chosen {
		a.fault("%d defaults", defaults)
	}
}

func modalFaults(m render.Modal) []string {
	a := &audit{ids: map[string]bool{}}
	a.within("title", m.Title, 1, 45)
	a.id(m.CustomID)
	if n := len(m.Components); n < 1 || n > 5 {
		a.fault("%d questions", n)
	}
	for _, question := range m.Components {
		a.within("question", question.Label, 1, 45)
		switch f := question.Component.(type) {
		case render.Select:
			a.options(f.Options, 25, *f.MaxValues)
			a.between(f.Options, *f.MinValues, *f.MaxValues)
		case render.Input:
			a.within("text to write", f.Value, 0, f.MaxLength)
		case render.Group:
			most := 1
			if f.MaxValues != nil {
				most = *f.MaxValues
				a.between(f.Options, *f.MinValues, most)
			} else if len(f.Options) < 2 {
				a.fault("nothing to choose between")
			}
			a.options(f.Options, 10, most)
		}
	}
	return a.faults
}

// between looks at how many of the options are to be chosen.
func (a *audit) between(options []render.Option, least, most int) {
	if most > len(options) || least > most {
		a.fault("from %d to %d of %d options", least, most, len(options))
	}
}

func everyLanguage(t *testing.T, all []screen, dressed func(lang.Lang) lang.Lang) {
	t.Helper()
	catalogue := words(t)
	for _, tag := range lang.Tags() {
		for _, s := range all {
			l := dressed(catalogue.For(tag))
			m := s.draw(l)
			if m.Private() {
				m = m.Headed(longestWelcome(l))
			}
			for _, fault := range faults(m) {
				t.Errorf("%s, %s: %s", tag, s.name, fault)
			}
		}
	}
}

func TestScreensKeepToDiscordsLimits(t *testing.T) {
	everyLanguage(t, screens(t), faced)
	everyLanguage(t, screens(t), func(l lang.Lang) lang.Lang { return l.WithNames(true) })
}

func TestTheAuditFindsFaults(t *testing.T) {
	button := render.Button{Label: strings.Repeat("x", 81), CustomID: "forged"}
	m := render.Message{Components: []render.Component{
		render.Row{Components: []render.Component{button, button}}, render.Text{Content: "{name}"}, render.Text{Content: strings.Repeat("x", 4001)},
		render.Select{Options: []render.Option{{Label: "", Value: "a"}, {Label: "b", Value: "a"}}},
	}}
	if got := len(faults(m)); got < 11 {
		t.Errorf("only %d faults found: %q", got, faults(m))
	}
	heavy := render.Line(strings.Repeat("♣", 3000))
	if got := faults(heavy); len(got) != 1 {
		t.Errorf("of a heavy message is found: %q", got)
	}
}

// crowd is six people whose names are as long as names get, and grow by escapes.
func crowd() []sitting.Sitter {
	var all []sitting.Sitter
	for i := range engine.MaxSeats {
		all = append(all, sitting.Sitter{Person: sitting.Person(fmt.Sprint("crowd", i)), Away: true})
	}
	return all
}

// crowded knows the crowd.
func crowded() render.Reader {
	r := reader()
	for i, t := range crowd() {
		player := long()
		player.UserID = fmt.Sprint(1200000000000000010 + i)
		r.People[t.Person] = player
	}
	return r
}

func long() render.Player {
	return render.Player{Name: strings.Repeat("_😀", 16), UserID: "1200000000000000001"}
}

// full is more than any hand can be: every card in hand beside melds on the
// table. To play from it the melds are few enough for those in hand to follow.
func full(t testing.TB, rules engine.Rules, melds int) engine.View {
	t.Helper()
	s := toPlay(t)
	s.Rules, s.Players = rules, engine.MaxSeats
	v := engine.See(s, 0)
	v.Hand = 1<<engine.PackSize - 1
	v.Barred = cards("TC TD")
	v.Counts = [engine.MaxSeats]int{52, 52, 52, 52, 52, 52}
	v.Idle, v.IdleMax = 108, 120
	v.MeldCount = melds
	for i := range v.Melds[:melds] {
		v.Melds[i] = engine.TableMeld{Owner: engine.Seat(i % engine.MaxSeats), Cards: cards("TC JC QC")}
	}
	return v
}

func largest(t testing.TB) []screen {
	t.Helper()
	var all []screen
	for _, preset := range []engine.Preset{engine.Boathouse, engine.Concealed} {
		play, draw := full(t, preset.Rules(), 4), full(t, preset.Rules(), engine.MaxMelds)
		crowded, wait := draw, draw
		crowded.Hand = cards("9C KC TC TD 2D 5D 7H 3S 8S QS")
		draw.Phase, draw.Rules.Draw = engine.ToDraw, engine.DrawMixed
		wait.Turn = 3
		empty := draw
		empty.Stock, empty.Rules.ExhaustedDraw, empty.PileSize = 0, 2, 50
		for i := range empty.PileSize {
			empty.Pile[i] = engine.Card((i + 8) % engine.PackSize) // from the tens on: they are the longest to say
		}
		for _, v := range []engine.View{play, crowded, draw, wait, empty} {
			all = append(all, largestHands(v)...)
			all = append(all, largestTables(v)...)
			all = append(all, largestReplays(v)...)
		}
	}
	return slices.Concat(all, largestRest(), largestReviews(t))
}

// allLaid lays the whole pack down.
func allLaid() (moves []engine.Move) {
	for suit := range 4 {
		moves = append(moves, engine.Meld{Cards: (1<<engine.Ranks - 1) << (suit * engine.Ranks)})
	}
	return moves
}

func largestHands(v engine.View) []screen {
	var all []screen
	for n := range 12 {
		order, hinted, view := render.Order(n%3), n < 3 || n > 8, render.View(max(0, n/3-1))
		all = append(all, screen{fmt.Sprintf("hand, phase %d, order %d, hint %t, %s", v.Phase, order, hinted, view), false, func(l lang.Lang) render.Message {
			r := crowded()
			r.Prefs.Sort, r.Prefs.Tips, r.Prefs.View, r.Prefs.Cards = order, render.TipsOn, view, picture.FourColour
			road := opponent.Road{Means: opponent.GivesUpRummyInVain, Moves: allLaid(), Known: true, Pips: 1_000_000}
			if v.Phase == engine.ToDraw {
				road.Means, road.Moves, road.Cards = opponent.TakesInView, []engine.Move{engine.Draw{Source: engine.FromDiscard}}, cards("TC TD")
			}
			hint := &render.Hint{Level: opponent.Hard, Advice: opponent.Advice{Move: engine.Meld{Cards: v.Hand & (1<<13 - 1)}, Why: opponent.Why{Reason: opponent.ShowsBeforeCaught, Cards: 1<<13 - 1}, Road: road}}
			s := but(sight(v), func(s *sitting.Sight) {
				s.Hand, s.Seats, s.Deadline, s.Again, s.Settings.Level = 9999, crowd(), deadline(), 9, opponent.Hard
				s.MayTakeBack, s.Takeback, s.Repeatable = true, longestWish(), true
				for i := range 20 {
					s.Log = append(s.Log, engine.PublicEvent{Kind: engine.SawLayOff, Seat: engine.Seat(1 + i%5), Cards: cards("AC 2C 3C").Cards(), Meld: 16})
				}
			})
			note := render.Refusal(l, r, s, &engine.Refusal{Code: engine.NoSuchMeld, Meld: 16, Card: engine.NoCard})
			if !hinted {
				hint = nil
			}
			return render.Hand(pen(l), r, s, hint).Headed(note)
		}}, largestAlone(v, order, hinted, view))
	}
	return all
}

// largestAlone is a hand that is played alone: it has the pile, the seals of two hands, and that it is
// still on though another was asked for.
func largestAlone(v engine.View, order render.Order, hinted bool, view render.View) screen {
	return screen{fmt.Sprintf("alone, phase %d, order %d, hint %t, %s", v.Phase, order, hinted, view), false, func(l lang.Lang) render.Message {
		r := crowded()
		r.Prefs.Sort, r.Prefs.Tips, r.Prefs.View, r.Prefs.Cards = order, render.TipsOn, view, picture.FourColour
		s := aloneAt(v, func(s *sitting.Sight) {
			s.Hand, s.MayTakeBack = 9999, true
			s.Seats = []sitting.Sitter{crowd()[0]}
			for _, c := range []opponent.Character{opponent.Triton, opponent.Bora, opponent.Triton, opponent.Bora, opponent.Triton} {
				s.Seats = append(s.Seats, sitting.Cast(c, s.Seats))
				s.Seats[len(s.Seats)-1].Computer, s.Seats[len(s.Seats)-1].Twin = c, len(s.Seats)/2-1
			}
			s.Deal = sitting.DealFacts{Hand: 9999, Commitment: hex("d"), Seal: "1", All: []string{"1"}, Early: true, Ready: true}
			s.Last = &sitting.HandResult{Hand: 9998, Commitment: hex("c"), Seal: carrier}
			for i := range 20 {
				s.Log = append(s.Log, engine.PublicEvent{Kind: engine.SawLayOff, Seat: engine.Seat(1 + i%5), Cards: cards("AC 2C 3C").Cards(), Meld: 16})
			}
		})
		var hint *render.Hint
		if hinted {
			road := opponent.Road{Means: opponent.GivesUpRummyInVain, Moves: allLaid(), Known: true, Pips: 1_000_000}
			hint = &render.Hint{Level: opponent.Hard, Advice: opponent.Advice{Move: engine.Meld{Cards: v.Hand & (1<<13 - 1)}, Why: opponent.Why{Reason: opponent.ShowsBeforeCaught, Cards: 1<<13 - 1}, Road: road}}
		}
		note := render.Refusal(l, r, s, &engine.Refusal{Code: engine.NoSuchMeld, Meld: 16, Card: engine.NoCard})
		m := render.StillOn(pen(l), s, "normal,boathouse,6", render.Hand(pen(l), r, s, hint).Headed(note))
		return render.Sealed(l, s, carrier, m)
	}}
}

func largestTables(v engine.View) []screen {
	v.Seat, v.Hand, v.Barred = engine.Nobody, 0, 0
	long := engine.PublicEvent{Kind: engine.SawMeld, Seat: 0, Cards: cards("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC").Cards(), Meld: 16}
	m := but(sight(v), func(s *sitting.Sight) {
		s.Hand, s.Log, s.Seats, s.Waiting, s.Deadline = 9999, slices.Repeat([]engine.PublicEvent{long}, 20), crowd(), crowd()[:4], deadline()
		s.Match = &sitting.MatchFacts{Pips: 9990}
		for _, t := range crowd() {
			s.Match.Players = append(s.Match.Players, sitting.MatchPlayer{Sitter: t, Collected: 9999, Gone: len(s.Match.Players) < 4})
		}
		s.Scores = scores(-99_999, 99_999, -99_999, 99_999, -99_999, 99_998)
		s.Deal.Hand, s.Again, s.Paused, s.Takeback = 9999, 9, true, longestWish()
		s.Ending = &sitting.Ending{By: crowd()[1].Person, Close: true, Number: version, Until: deadline(), Waits: []engine.Seat{0, 2, 3, 4, 5}}
		for _, t := range crowd() {
			s.Deal.Cuts = append(s.Deal.Cuts, sitting.GivenCut{By: t.Person, Word: strings.Repeat("*", 40)})
		}
	})
	m = begun(m, m.Log)
	between := but(m, func(s *sitting.Sight) {
		s.Repeatable, s.Takeback, s.Ending, s.Phase, s.View.Phase, s.Next = true, nil, nil, sitting.Between, engine.Over, deadline()
	})
	lobby := but(m, func(s *sitting.Sight) {
		rules := engine.Rules{Preset: engine.Brisk, Draw: 1, Melding: 1, ExhaustedDraw: 2, BlockedAfter: 20, Blocked: 1, FinalDiscard: 1, RummyMultiplier: 3}
		s.Phase, s.Host = sitting.Lobby, crowd()[0].Person
		s.Settings = sitting.Settings{Rules: rules, Seats: 7, Turn: 90 * time.Second, Level: opponent.Hard, NoHints: true}
	})
	return []screen{
		{"table", true, func(l lang.Lang) render.Message { return render.Table(pen(l), crowded(), m) }},
		largestWatch(m), largestWatch(between),
		{"table between", true, func(l lang.Lang) render.Message { return render.Table(pen(l), crowded(), between) }},
		{"call", true, func(l lang.Lang) render.Message {
			return render.Call(pen(l), crowded(), m, render.Wished, []sitting.Person{crowd()[0].Person, crowd()[2].Person, crowd()[3].Person, crowd()[4].Person, crowd()[5].Person})
		}},
		{"lobby", true, func(l lang.Lang) render.Message { return render.Table(pen(l), crowded(), lobby) }},
	}
}

func largestRest() []screen {
	result := rummy()
	last := result.Last
	last.Hand, last.Seats, last.Again = 9998, crowd(), 9
	last.Match = &sitting.MatchFacts{Pips: 9990}
	for _, t := range crowd() {
		last.Match.Players = append(last.Match.Players, sitting.MatchPlayer{Sitter: t, Collected: 9999, Gone: true})
	}
	last.Remark = sitting.Remark{Fact: sitting.Threw, Seat: 5, Of: 0, Card: card("TD"), Pips: 9999}
	last.Story = sitting.Story{Told: sitting.Overtook, Of: 0, Other: 1, N: 99}
	result.Seats, last.Scores, result.Deal.Hand = crowd(), scores(-99_999, 99_999, -99_999, 99_999, -99_999, 99_998), 9999
	for i := range last.Seats {
		last.Result.Hands[i] = 0
		for c := i; c < engine.PackSize; c += len(last.Seats) { // the whole pack between them
			last.Result.Hands[i] = last.Result.Hands[i].Add(engine.Card(c))
		}
		last.Result.Counts[i], last.Result.Payments[i] = 9999, 9999
	}
	ledger := render.TabModel{
		Accounts: tab.Accounts{Page: 1, Pages: 3, Net: -30_000_000, Others: 30}, Me: "me", People: map[sitting.Person]render.Player{},
	}
	past := render.HistoryModel{Server: strings.Repeat("9", 19), Me: "me", With: "with", People: ledger.People, Page: tab.Stretch{Newer: true, Older: true}}
	proven := proven()
	proven.Fair.Cuts, last.Cuts = []string{"1300000000000000001"}, []string{"1300000000000000001"}
	for range 6 {
		proven.Fair.Cuts = append(proven.Fair.Cuts, strings.Repeat("`", 40))
		last.Cuts = append(last.Cuts, strings.Repeat("`", 40))
	}
	for i := range render.TabPage {
		other := sitting.Person(fmt.Sprintf("pabcdefghijklmn%02d", i))
		ledger.People[other] = long()
		ledger.Accounts.List = append(ledger.Accounts.List, tab.Account{Other: other, Pips: -1_000_000, Hands: 100_000, Since: then})
		if len(ledger.Open) < render.MostOpen {
			ledger.Open = append(ledger.Open, tab.Pact{
				Note: strings.Repeat("`", 3000), Proposal: tab.Proposal{Change: tab.Undo{From: tab.WriteOff{}}, By: other, Until: then},
			})
		}
		if len(past.Page.List) == render.HistoryPage {
			continue
		}
		past.Page.List = append(past.Page.List, tab.Posting{
			Line: tab.Line{Entry: tab.Entry{Person: "me", Other: other, Pips: -1_000_000}, Seq: 1_000_000_000 + int64(i), From: tab.Reversal{Seq: 1_000_000_000}}, At: then, Undone: 1_000_000_000,
			Undid: tab.Line{From: tab.Hand{Number: 9999}}, Pact: tab.Pact{Note: strings.Repeat("`", 3000), Agreed: other, Proposal: tab.Proposal{Change: tab.Undo{}, By: other}},
			Channel: strings.Repeat("9", 19), Result: strings.Repeat("9", 19),
		})
	}
	past.Open, past.People["with"] = ledger.Open, long()
	settings := but(sight(engine.View{Seat: engine.Nobody}), func(s *sitting.Sight) {
		s.Phase, s.Seats, s.MayTakeBack = sitting.Between, crowd(), true
		s.Settings.Seats, s.Settings.Pace, s.Settings.Turn, s.Settings.Level = 6, sitting.Set, 90*time.Second, opponent.Hard
		s.Limit = s.Settings.Turn
	})
	return []screen{
		{"result", true, func(l lang.Lang) render.Message { return render.Result(pen(l), crowded(), result) }},
		{"evening", true, func(l lang.Lang) render.Message {
			over := *result
			over.Phase = sitting.Ended
			over.Evening = &sitting.Evening{Hands: 9999, Broken: true, Rummy: sitting.Feat{Hand: 9999, By: crowd()[0], Pips: 9999}, Closest: sitting.Feat{Hand: 9999, By: crowd()[0], Pips: 9999}}
			for range 40 {
				over.Evening.Standings = append(over.Evening.Standings, sitting.Standing{Sitter: crowd()[0], Score: sitting.Score{Net: -99_999}})
			}
			return render.Evening(pen(l), crowded(), &over)
		}},
		{"proof", false, func(l lang.Lang) render.Message { return proof(l, proven) }},
		{"tab", false, func(l lang.Lang) render.Message { return render.Tab(pen(l), ledger) }},
		{"history", false, func(l lang.Lang) render.Message { return render.History(pen(l), past) }},
		{"standings", false, func(l lang.Lang) render.Message { return render.Standings(pen(l), longestStandings()) }},
		{"standings for all", true, func(l lang.Lang) render.Message { return render.StandingsOf(pen(l), longestStandings()) }},
		{"year", true, func(l lang.Lang) render.Message {
			return render.YearOf(pen(l), year(func(m *render.YearModel) { m.Nemesis, m.Of.Pips = long(), -99_999_999 }), long())
		}},
		{"chart", false, func(l lang.Lang) render.Message {
			return render.Chart(pen(l), chart(func(m *render.ChartModel) {
				m.Lines, m.Choice = nil, nil
				for i := range 25 {
					c := render.Course{Person: sitting.Person(fmt.Sprintf("p%06d", i)), Player: long(), Values: []int64{0, -99_999_999, 99_999_999}, Pips: 99_999_999}
					if m.Choice = append(m.Choice, c); i < render.MostLines {
						m.Lines = append(m.Lines, c)
					}
				}
			}))
		}},
		{"season", true, func(l lang.Lang) render.Message { return render.Season(pen(l), *longestStandings().Last) }},
		{"turns", false, func(l lang.Lang) render.Message {
			lost := render.LostTable{At: deadline(), Reader: crowded(), Seats: crowd()}
			lost.Results = slices.Repeat([]render.LostResult{{Reader: crowded(), Hand: last}}, 9)
			waiting := slices.Repeat([]render.Waiting{{Link: link, Deadline: deadline()}}, 99)
			unset := render.Unset{Tables: true, Anywhere: true, Seasons: true}
			return render.Turns(l, waiting, []render.LostTable{lost, lost}).
				Headed(unset.Say(l)).Headed(l.Say(render.LostKey))
		}},
		{"turns, more lost", false, func(l lang.Lang) render.Message {
			lost := render.LostTable{At: deadline(), Reader: crowded(), Seats: crowd()}
			waiting := slices.Repeat([]render.Waiting{{Link: link, Deadline: deadline()}}, 99)
			return render.Turns(l, waiting, slices.Repeat([]render.LostTable{lost}, 99))
		}},
		{"pile", false, func(l lang.Lang) render.Message {
			v := engine.View{Rules: engine.Boathouse.Rules(), Stock: 1, PileSize: engine.PackSize}
			return render.WithMenu(pen(l), settings, "", render.Pile(l, v))
		}},
		{"settings", false, func(l lang.Lang) render.Message {
			return render.Settings(pen(l), crowded(), settings, true).Headed(strings.Repeat("x", 300))
		}},
		{"more", false, func(l lang.Lang) render.Message {
			playing := but(settings, func(s *sitting.Sight) { s.Phase, s.MayEnd, s.Others = sitting.Playing, true, true })
			return render.More(pen(l), playing, render.Own{Seated: true, Host: true})
		}},
		{"confirm", false, func(l lang.Lang) render.Message {
			return render.Confirm(pen(l), crowded(), settings, render.RemoveNow, 0)
		}},
		{"confirm asking", false, func(l lang.Lang) render.Message {
			mine := but(settings, func(s *sitting.Sight) { s.Me, s.Stakes, s.AskFor = 0, true, 24*time.Hour })
			return render.Confirm(pen(l), crowded(), mine, render.CloseAsk, 0)
		}},
	}
}

// longestStandings are a page of people with long names, after a season with such.
func longestStandings() render.StandingsModel {
	return standings(func(m *render.StandingsModel) {
		m.Page, m.Pages, m.Zone, m.Ranks = 1, 99, "America/Argentina/ComodRivadavia", nil
		for i := range render.RanksAPage {
			m.Ranks = append(m.Ranks, render.Ranked{Place: 990 + i, Player: long(), Pips: -99_999_999, Hands: 99_999, Wins: 99_999, Rummies: 99_999})
		}
		m.Last.Ranks = m.Ranks
	})
}

// longestWelcome is one to somebody for whom much was played.
func longestWelcome(l lang.Lang) string {
	play := engine.PublicEvent{Kind: engine.SawMeld, Seat: 0, Cards: engine.Hand(1<<13 - 1).Cards(), Meld: 16}
	return render.Welcome(l, crowded(), &sitting.Sight{Seats: crowd()}, slices.Repeat([]engine.PublicEvent{play}, 9))
}

// longestWish is one that all others have yet to answer.
func longestWish() *sitting.Takeback {
	return &sitting.Takeback{Seat: 1, Cards: 1<<13 - 1, Waits: []engine.Seat{0, 2, 3, 4, 5}}
}

// TestTheLargestPositionsKeepToDiscordsLimits draws more than a game can ever
// hold, in six languages.
func TestTheLargestPositionsKeepToDiscordsLimits(t *testing.T) {
	everyLanguage(t, largest(t), faced)
	catalogue := words(t)
	for _, tag := range lang.Tags() {
		s := but(sight(full(t, engine.Boathouse.Rules(), engine.MaxMelds)), func(s *sitting.Sight) { s.Seats = crowd() })
		modal := render.Choose(pen(catalogue.For(tag)), crowded(), s)
		for _, fault := range modalFaults(modal) {
			t.Errorf("%s, modal: %s", tag, fault)
		}
	}
}

// TestEveryPositionOfRandomHandsCanBeDrawn draws each seat's hand at every step.
func TestEveryPositionOfRandomHandsCanBeDrawn(t *testing.T) {
	l := words(t).For("de")
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 1))
		players := 2 + int(seed)%5
		_, err := enginetest.Play(r, enginetest.RandomRules(r), players, func(step enginetest.Step) error {
			for seat := range engine.Seat(players) {
				s := sight(engine.See(step.After, seat))
				if all := faults(render.Hand(pen(l), reader(), s, nil)); len(all) > 0 {
					return fmt.Errorf("seat %d of %v: %q", seat, step.After, all)
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// TestOnlyLargeHandsAreOfferedLess plays random hands: every discard is always offered, and
// all melds and lay-offs where there are a dozen.
func TestOnlyLargeHandsAreOfferedLess(t *testing.T) {
	l := words(t).For("fr")
	left, whole := 0, 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 2))
		players := 2 + int(seed)%5
		_, err := enginetest.Play(r, enginetest.RandomRules(r), players, func(step enginetest.Step) error {
			v := engine.See(step.After, max(0, step.After.Turn))
			if v.Phase != engine.ToPlay {
				return nil
			}
			legal, moves, discards := engine.LegalView(v), 0, 0
			for _, move := range offered(t, render.Hand(bare(l), reader(), sight(v), nil)) {
				switch move.(type) {
				case engine.Meld, engine.LayOff:
					moves++
				case engine.Discard:
					discards++
				case engine.Draw, engine.GoOut:
				}
			}
			all := len(legal.Melds) + len(legal.LayOffs)
			if moves == all {
				whole++
			} else {
				left++
			}
			if discards != len(legal.Discards) || moves < all && all <= 12 {
				return fmt.Errorf("%d of %d discards, %d of %d melds and lay-offs", discards, len(legal.Discards), moves, all)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	if whole == 0 || left == 0 {
		t.Errorf("%d hands are offered all, %d less: the test shows nothing", whole, left)
	}
}

func TestMessagesEncodeAsDiscordWantsThem(t *testing.T) {
	l := words(t).For("en")
	got, err := json.Marshal(render.Line("Hello"))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"flags":32832,"components":[{"type":10,"content":"Hello"}],"allowed_mentions":{"parse":[]}}`
	if string(got) != want {
		t.Errorf("%s\nand not\n%s", got, want)
	}
	if edit := render.Line("Hello").Edit(); edit.Flags != render.FlagComponentsV2 {
		t.Errorf("an edit has flags %d", edit.Flags)
	}
	call := render.Call(pen(l), reader(), sight(engine.Watch(toDraw(t))), render.YourTurn, []sitting.Person{"ann"})
	if users := call.AllowedMentions.Users; len(users) != 1 || users[0] != reader().People["ann"].UserID {
		t.Errorf("a call notifies %v", users)
	}
	if call.Flags != 0 || !strings.HasPrefix(call.Content, "<@"+reader().People["ann"].UserID+"> ") {
		t.Errorf("a call with flags %d says %q", call.Flags, call.Content)
	}
}
