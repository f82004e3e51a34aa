package render_test

import (
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
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
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
}

func (a *audit) fault(format string, args ...any) {
	a.faults = append(a.faults, fmt.Sprintf(format, args...))
}

func (a *audit) within(what, s string, least, most int) {
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
	if len(m.Components) == 0 || a.count > 40 {
		a.fault("%d components", a.count)
	}
	if a.text > 4000 {
		a.fault("%d characters of text", a.text)
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
	case render.Gallery:
		if n := len(c.Items); n < 1 || n > 10 {
			a.fault("%d pictures", n)
		}
		for _, picture := range c.Items {
			a.within("alt text", picture.Description, 1, 1024)
		}
	case render.Row:
		a.row(c)
	case render.Button:
		a.within("button", c.Label, 1, 80)
		a.id(c.CustomID)
	case render.Select:
		a.within("placeholder", c.Placeholder, 1, 150)
		a.id(c.CustomID)
		a.options(c.Options)
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
		case render.Select:
			selects++
		case render.Text, render.Separator, render.Row, render.Gallery:
			a.fault("a row holds %T", inner)
		}
		a.part(inner)
	}
	if n := len(r.Components); n == 0 || n > 5 || primary > 1 || selects > 0 && n > 1 {
		a.fault("a row of %d, %d primary, %d selects", n, primary, selects)
	}
}

func (a *audit) options(options []render.Option) {
	if len(options) == 0 || len(options) > 25 {
		a.fault("%d options", len(options))
	}
	values, defaults := map[string]bool{}, 0
	for _, o := range options {
		a.within("option", o.Label, 1, 100)
		a.within("value", o.Value, 1, 100)
		a.within("description", o.Description, 0, 100)
		if values[o.Value] {
			a.fault("value twice: %q", o.Value)
		}
		values[o.Value] = true
		if o.Default {
			defaults++
		}
	}
	if defaults > 1 {
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
		a.options(question.Component.Options)
		if s := question.Component; *s.MaxValues > len(s.Options) || *s.MinValues > *s.MaxValues {
			a.fault("from %d to %d of %d options", *s.MinValues, *s.MaxValues, len(s.Options))
		}
	}
	return a.faults
}

func everyLanguage(t *testing.T, all []screen) {
	t.Helper()
	catalogue := words(t)
	for _, tag := range lang.Tags() {
		for _, s := range all {
			l := catalogue.For(tag)
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

func TestScreensKeepToDiscordsLimits(t *testing.T) { everyLanguage(t, screens(t)) }

func TestTheAuditFindsFaults(t *testing.T) {
	button := render.Button{Label: strings.Repeat("x", 81), CustomID: "forged"}
	m := render.Message{Components: []render.Component{
		render.Row{Components: []render.Component{button, button}}, render.Text{Content: "{name}"}, render.Text{Content: strings.Repeat("x", 4001)},
		render.Select{Options: []render.Option{{Label: "", Value: "a"}, {Label: "b", Value: "a"}}},
	}}
	if got := len(faults(m)); got < 11 {
		t.Errorf("only %d faults found: %q", got, faults(m))
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
	for _, t := range crowd() {
		r.People[t.Person] = long()
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
	v.Idle, v.IdleMax = 1, 120
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
		empty.Stock, empty.Rules.ExhaustedDraw = 0, 2
		for _, v := range []engine.View{play, crowded, draw, wait, empty} {
			all = append(all, largestHands(v)...)
			all = append(all, largestTables(v)...)
		}
	}
	return append(all, largestRest()...)
}

func largestHands(v engine.View) []screen {
	var all []screen
	for _, order := range []render.Order{render.BySuit, render.ByRank, render.ByMelds} {
		all = append(all, screen{fmt.Sprintf("hand, phase %d, order %d", v.Phase, order), false, func(l lang.Lang) render.Message {
			r := crowded()
			r.Prefs.Sort = order
			hint := &render.Hint{Level: opponent.Hard, Advice: opponent.Advice{Move: engine.Meld{Cards: v.Hand & (1<<13 - 1)}, Reason: opponent.ShowsBeforeCaught, Cards: 1<<13 - 1}}
			s := but(sight(v), func(s *sitting.Sight) {
				s.Hand, s.Seats, s.Deadline, s.Again, s.Settings.Level = 9999, crowd(), deadline(), 9, opponent.Hard
				s.MayTakeBack, s.Takeback, s.Repeatable = true, longestWish(), true
			})
			note := render.Refusal(l, r, s, &engine.Refusal{Code: engine.NoSuchMeld, Meld: 16, Card: engine.NoCard})
			return render.Hand(pen(l), r, s, hint).Headed(note)
		}})
	}
	return all
}

func largestTables(v engine.View) []screen {
	v.Seat, v.Hand, v.Barred = engine.Nobody, 0, 0
	long := engine.PublicEvent{Kind: engine.SawMeld, Seat: 0, Cards: cards("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC").Cards(), Meld: 16}
	m := but(sight(v), func(s *sitting.Sight) {
		s.Hand, s.Log, s.Seats, s.Waiting, s.Deadline = 9999, []engine.PublicEvent{long, long, long}, crowd(), crowd()[:5], deadline()
		s.Deal.Hand, s.Again, s.Paused, s.Takeback = 9999, 9, true, longestWish()
		for _, t := range crowd() {
			s.Deal.Cuts = append(s.Deal.Cuts, sitting.GivenCut{By: t.Person, Word: strings.Repeat("*", 40)})
		}
	})
	between := but(m, func(s *sitting.Sight) {
		s.Repeatable, s.Takeback, s.Phase, s.View.Phase = true, nil, sitting.Between, engine.Over
	})
	lobby := but(m, func(s *sitting.Sight) {
		rules := engine.Rules{Preset: engine.Brisk, Draw: 1, Melding: 1, ExhaustedDraw: 2, BlockedAfter: 20, Blocked: 1, FinalDiscard: 1, RummyMultiplier: 3}
		s.Phase, s.Host = sitting.Lobby, crowd()[0].Person
		s.Settings = sitting.Settings{Rules: rules, Seats: 7, Turn: 90 * time.Second, Level: opponent.Hard, NoHints: true}
	})
	return []screen{
		{"table", true, func(l lang.Lang) render.Message { return render.Table(pen(l), crowded(), m) }},
		{"table between", true, func(l lang.Lang) render.Message { return render.Table(pen(l), crowded(), between) }},
		{"ping", true, func(l lang.Lang) render.Message { return render.Ping(pen(l), crowded(), m, true) }},
		{"lobby", true, func(l lang.Lang) render.Message { return render.Table(pen(l), crowded(), lobby) }},
	}
}

func largestRest() []screen {
	result := rummy()
	last := result.Last
	last.Hand, last.Seats, last.Again = 9999, crowd(), 9
	for i := range last.Seats {
		last.Result.Hands[i] = engine.Hand(1<<engine.PackSize-1) &^ cards("9C 9D TH")
		last.Result.Counts[i], last.Result.Payments[i] = 9999, 9999
	}
	tab := render.TabModel{Page: 1}
	proven := proven()
	proven.Fair.Cuts, last.Cuts = []string{"1300000000000000001"}, []string{"1300000000000000001"}
	for range 6 {
		proven.Fair.Cuts = append(proven.Fair.Cuts, strings.Repeat("`", 40))
		last.Cuts = append(last.Cuts, strings.Repeat("`", 40))
	}
	for range 30 {
		tab.Balances = append(tab.Balances, render.Balance{Player: long(), Pips: -1_000_000})
		tab.Standings = append(tab.Standings, render.Balance{Player: long(), Pips: 1_000_000})
	}
	settings := but(sight(engine.View{Seat: engine.Nobody}), func(s *sitting.Sight) {
		s.Phase, s.Seats, s.MayTakeBack = sitting.Between, crowd(), true
		s.Settings.Seats, s.Settings.Turn, s.Settings.Level = 6, time.Minute, opponent.Hard
	})
	return []screen{
		{"result", true, func(l lang.Lang) render.Message { return render.Result(pen(l), crowded(), result) }},
		{"proof", false, func(l lang.Lang) render.Message { return proof(l, proven) }},
		{"tab", false, func(l lang.Lang) render.Message { return render.Tab(pen(l), tab) }},
		{"settings", false, func(l lang.Lang) render.Message {
			return render.Settings(pen(l), crowded(), settings, true).Headed(strings.Repeat("x", 300))
		}},
		{"more", false, func(l lang.Lang) render.Message {
			return render.More(pen(l), settings, render.Own{Seated: true, Host: true})
		}},
		{"confirm", false, func(l lang.Lang) render.Message {
			return render.Confirm(pen(l), crowded(), settings, render.RemoveNow, 0)
		}},
	}
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
	everyLanguage(t, largest(t))
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
	ping := render.Ping(pen(l), reader(), sight(engine.Watch(toDraw(t))), false)
	if users := ping.AllowedMentions.Users; len(users) != 1 || users[0] != reader().People["ann"].UserID {
		t.Errorf("a ping calls %v", users)
	}
}
