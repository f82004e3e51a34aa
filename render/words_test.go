package render_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

func inAll(t *testing.T, check func(l lang.Lang)) {
	t.Helper()
	catalogue := words(t)
	for _, tag := range lang.Tags() {
		check(catalogue.For(tag))
	}
}

func wellSaid(t *testing.T, l lang.Lang, what, text string) {
	t.Helper()
	if text == "" || units(text) > 2000 || unfilled.MatchString(text) {
		t.Errorf("%s, %s: %q", l.Tag(), what, text)
	}
}

func TestRefusalsSayWhatIsLegalInstead(t *testing.T) {
	l := words(t).For("en")
	for _, x := range []struct {
		code  engine.Code
		state engine.State
		want  string
	}{
		{engine.DrawFirst, toDraw(t), "Draw first. Your choices: Draw 2 · Take 10♣ 4♣."},
		{engine.NotAMeld, toPlay(t), "9♣ K♦ isn’t a meld. A set is three or four cards of one rank, a run three or more of one suit in a row. You can meld 9♣ 9♦ 9♠ · 4♥ 5♥ 6♥."},
		{engine.DoesNotFit, toPlay(t), "9♣ K♦ and meld 2 don’t go together. You can lay off 8♥ Q♥ on meld 2 · Q♥ on meld 2 · 8♥ on meld 1."},
		{engine.NoSuchMeld, toPlay(t), "There’s no meld 2 on the table. Melds on the table: **1** 8♣ 8♦ 8♠ · **2** 9♥ 10♥ J♥."},
		{engine.Barred, toPlay(t), "You took 10♣ from the discard pile this turn, so you can’t discard it until your next. You can discard K♦ · Q♥ · 8♥."},
	} {
		no := moveRefusal(x.code, "TC", "9C KD")
		got := render.Refusal(l, reader(), sight(engine.See(x.state, 0)), no)
		if got != x.want {
			t.Errorf("%q\nand not\n%q", got, x.want)
		}
	}
	waiting := render.Refusal(l, reader(), sight(engine.See(toPlay(t), 1)), &engine.Refusal{Code: engine.NotYourTurn, Card: engine.NoCard})
	if want := "You can do that when it’s your turn."; waiting != want {
		t.Errorf("%q and not %q", waiting, want)
	}
}

// TestAProofSaysWhichTableItIsOf tells the hands of a table from those of the one before.
func TestAProofSaysWhichTableItIsOf(t *testing.T) {
	inAll(t, func(l lang.Lang) {
		for _, before := range []bool{false, true} {
			d := sitting.Proof{Deal: sitting.DealFacts{Hand: 3, Commitment: hex("c")}}
			if text := readable(t, proofOf(l, d, "", before)); strings.Contains(text, l.Say(lang.ProofBefore)) != before {
				t.Errorf("%s: before is %t: %s", l.Tag(), before, text)
			}
		}
		hands := []render.Proven{{Hand: 7, Value: 7}, {Hand: 7, Before: true, Value: 1 << 52}, {Hand: 6, Before: true, Value: 1<<52 - 1},
			{Hand: 7, Value: 9, With: []render.Player{{Name: "Ben", UserID: "2"}}, Pips: -12}}
		want := []render.Choice{
			{Name: l.Say(lang.ProofChoice, lang.Hand(7)), Value: 7}, {Name: l.Say(lang.ProofChoiceBefore, lang.Hand(7)), Value: 1 << 52},
			{Name: l.Say(lang.ProofChoiceElsewhere, lang.Hand(7), lang.List("Ben"), lang.Sum("−12")), Value: 9},
		}
		if got := render.CompleteProof(l, "7", hands); !slices.Equal(got, want) {
			t.Errorf("%s: %v", l.Tag(), got)
		}
	})
}

// TestCardsAreEchoedAsPeopleSeeThem refuses what was typed in letters.
func TestCardsAreEchoedAsPeopleSeeThem(t *testing.T) {
	inAll(t, func(l lang.Lang) {
		_, twice := l.ReadCards("AS 2♦ as", lang.Pack)
		_, joined := l.ReadCards("10♦10♦", lang.Pack)
		_, two := l.ReadCard("AS, 10♥", lang.Pack)
		_, mixed := l.ReadCard("KS joker", lang.Pack)
		for _, c := range []struct {
			why  error
			want string
		}{
			{twice, "A♠"}, {joined, "10♦"}, {two, "A♠ 10♥"}, {mixed, "joker"}, {&render.DoorRefusal{Code: render.NoSource, Word: "qs"}, "Q♠"},
			{&engine.ParseError{Word: "KS joker"}, "K♠ joker"},
		} {
			if got := render.Refusal(l, reader(), &sitting.Sight{}, c.why); !strings.Contains(got, c.want) {
				t.Errorf("%s: %q, without %q", l.Tag(), got, c.want)
			}
		}
		if got := render.Refusal(l, reader(), &sitting.Sight{}, &engine.ParseError{Word: "10c x"}); l.Tag() == "fr" && !strings.Contains(got, "10c x") {
			t.Errorf("what could be several cards is shown as one: %q", got)
		}
	})
}

func TestEveryNewsHasWords(t *testing.T) {
	inAll(t, func(l lang.Lang) {
		for news := render.Opened; news <= render.Kept; news++ {
			wellSaid(t, l, "news", render.Notice(l, render.NoticeModel{News: news, Word: "boat", Hand: 2}).Components[0].(render.Text).Content)
		}
		for now := render.NoTableHere; now <= render.Watching; now++ {
			if found := faults(render.Help(pen(l), &sitting.Sight{ID: tableID}, now)); len(found) > 0 {
				t.Errorf("%s, help %d: %q", l.Tag(), now, found)
			}
		}
	})
}

// TestABlockIsToldOfInTheLastTwoRounds counts the turns of three players, of whom twelve rounds without a meld end the hand.
func TestABlockIsToldOfInTheLastTwoRounds(t *testing.T) {
	inAll(t, func(l lang.Lang) {
		for idle := range 36 {
			table := sight(engine.Watch(toDraw(t)))
			table.View.Idle = idle
			said := readable(t, render.Table(pen(l), reader(), table))
			if told := strings.Contains(said, l.Count(lang.TableIdle, 36-idle)); told != (idle >= 30) {
				t.Errorf("%s, %d turns before the end: told %t", l.Tag(), 36-idle, told)
			}
		}
	})
}

func TestEveryReasonOfAHintHasWords(t *testing.T) {
	v := engine.See(toPlay(t), 0)
	moves := []engine.Move{
		engine.Draw{Source: engine.FromStock}, engine.Meld{Cards: cards("9C 9D 9S")}, engine.LayOff{Meld: 1, Cards: cards("QH")},
		engine.Discard{Card: card("KD")}, engine.GoOut{Discard: engine.NoCard}, engine.GoOut{Discard: card("KD")},
	}
	inAll(t, func(l lang.Lang) {
		reasons, labels := map[string]bool{}, map[string]bool{}
		for why := opponent.GoesOut; why <= opponent.BreaksLeast; why++ {
			for _, move := range moves {
				hint := &render.Hint{Level: opponent.Hard, Advice: opponent.Advice{Move: move, Why: opponent.Why{Reason: why, Cards: cards("KD")}}}
				said := render.Hand(bare(l), reader(), sight(v), hint).Components[1].(render.Text).Content
				wellSaid(t, l, "hint", said)
				label, reason, _ := strings.Cut(said, "\n")
				labels[label], reasons[reason] = true, true
			}
		}
		if len(reasons) != int(opponent.BreaksLeast) || len(labels) != len(moves) {
			t.Errorf("%s has %d reasons and %d moves: %v %v", l.Tag(), len(reasons), len(labels), reasons, labels)
		}
	})
}

func TestEveryRoadOfAHintHasWords(t *testing.T) {
	v := engine.See(toPlay(t), 0)
	inAll(t, func(l lang.Lang) {
		said := map[string]bool{}
		for means := opponent.GivesUpRummy; means <= opponent.PartsPair; means++ {
			for _, pips := range []int{0, 1, 12} {
				hint := holdsBack()
				hint.Road = opponent.Road{Means: means, Cards: cards("9C 9D"), Moves: []engine.Move{engine.Discard{Card: card("QH")}}, Known: true, Pips: pips}
				told := render.Hand(bare(l), reader(), sight(v), hint).Components[1].(render.Text).Content
				wellSaid(t, l, "road", told)
				_, road, _ := strings.Cut(told, "\n")
				said[road] = true
			}
		}
		if want := 3 * int(opponent.PartsPair); len(said) != want {
			t.Errorf("%s has %d roads and not %d: %v", l.Tag(), len(said), want, said)
		}
	})
}

// TestEveryReasonSaysSomethingOfCardsOrPips walks all reasons and roads, whatever little is known
// of them: each line has a card, a meld or a count in it, or there is none.
func TestEveryReasonSaysSomethingOfCardsOrPips(t *testing.T) {
	v, something := engine.See(toPlay(t), 0), regexp.MustCompile(`[♣♦♥♠]|\d`)
	inAll(t, func(l lang.Lang) {
		says := func(name string, a opponent.Advice) {
			a.Move = engine.Draw{Source: engine.FromDiscard}
			hint := &render.Hint{Level: opponent.Hard, Advice: a}
			said := render.Hand(bare(l), reader(), sight(v), hint).Components[1].(render.Text)
			_, lines, _ := strings.Cut(said.Content, "\n")
			for line := range strings.SplitSeq(lines, "\n") {
				if line != "" && !something.MatchString(line) {
					t.Errorf("%s, %s: %q", l.Tag(), name, line)
				}
			}
		}
		for why := opponent.GoesOut; why <= opponent.BreaksLeast; why++ {
			for _, with := range []string{"", "9C 9D 9S"} {
				w := opponent.Why{Reason: why, Cards: cards("KD"), With: cards(with)}
				says(why.String(), opponent.Advice{Why: w})
			}
		}
		for means := opponent.GivesUpRummy; means <= opponent.PartsPair; means++ {
			about := cards("9C 9D 9S")
			if means == opponent.TakesUnseen {
				about = 0
			}
			for _, gap := range []opponent.Road{{}, {Known: true}, {Known: true, Pips: 3}} {
				gap.Means, gap.Cards, gap.Moves = means, about, []engine.Move{engine.Meld{Cards: about}}
				says(means.String(), opponent.Advice{Road: gap})
			}
		}
	})
}

// TestLayingDownIsPricedWhereItGivesUpARummy draws a hand of somebody who has shown something, of somebody who hasn't, and
// of somebody who can go out all the same.
func TestLayingDownIsPricedWhereItGivesUpARummy(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*engine.View)
		priced bool
	}{
		"nothing shown":       {func(v *engine.View) { v.Melded[0] = false }, true},
		"something shown":     {func(v *engine.View) { v.Melded[0] = true }, false},
		"a rummy pays plain":  {func(v *engine.View) { v.Melded[0], v.Rules.RummyMultiplier = false, 1 }, false},
		"able to go out":      {func(v *engine.View) { v.Melded[0], v.Hand = false, cards("9C 9D 9S 4H 5H 6H KD") }, false},
		"only to be laid off": {func(v *engine.View) { v.Melded[0], v.Hand = false, cards("QH 2C 5D KD") }, true},
	} {
		inAll(t, func(l lang.Lang) {
			v := engine.See(toPlay(t), 0)
			c.change(&v)
			said := readable(t, render.Hand(pen(l), reader(), sight(v), nil))
			if got := strings.Contains(said, "["+l.Say(lang.ButtonLayallPlain)); got != c.priced {
				t.Errorf("%s, %s: the button says so: %t", l.Tag(), name, got)
			}
			if got := strings.Contains(said, "(×2)"); got != c.priced {
				t.Errorf("%s, %s: the selects say so: %t", l.Tag(), name, got)
			}
		})
	}
}

// TestAHintIsDoneByOneTap reads the button of a hint back as its move. Going out
// keeps its last card alone.
func TestAHintIsDoneByOneTap(t *testing.T) {
	l := words(t).For("en")
	for _, x := range []struct{ move, want engine.Move }{
		{engine.Draw{Source: engine.FromStock}, engine.Draw{Source: engine.FromStock}},
		{engine.Meld{Cards: 1<<13 - 1}, engine.Meld{Cards: 1<<13 - 1}},
		{engine.LayOff{Meld: 1, Cards: cards("QH")}, engine.LayOff{Meld: 1, Cards: cards("QH")}},
		{engine.GoOut{Melds: []engine.Hand{cards("9C 9D 9S")}, Discard: card("KD")}, engine.GoOut{Discard: card("KD")}},
		{engine.GoOut{Melds: []engine.Hand{cards("9C 9D 9S")}, Discard: engine.NoCard}, engine.GoOut{Discard: engine.NoCard}},
	} {
		hint := &render.Hint{Level: opponent.Normal, Advice: opponent.Advice{Move: x.move, Why: opponent.Why{Reason: opponent.LaysOff, Cards: cards("QH")}}}
		button := render.Hand(bare(l), reader(), sight(engine.See(toPlay(t), 0)), hint).Components[2].(render.Row).Components[0].(render.Button)
		k, err := codec.Decode(button.CustomID)
		if err != nil || k.Verb != render.VerbDo {
			t.Errorf("%v: %+v, %v", x.move, k, err)
		}
		if got, err := engine.ParseMove(k.Arg); err != nil || !cmp.Equal(got, x.want) {
			t.Errorf("%v is %v, %v and not %v", x.move, got, err, x.want)
		}
	}
}

func TestUnreadableWordsAreNamed(t *testing.T) {
	l := words(t).For("en")
	for text, want := range map[string]string{
		"9c 11x":   "I can’t read “11x” as a card.",
		"9c 9♣":    "You’ve named 9♣ twice.",
		"**bold**": `read “\*\*bold\*\*” as`,
	} {
		_, err := engine.ParseHand(text)
		got := render.Refusal(l, reader(), &sitting.Sight{}, err)
		if !strings.Contains(got, want) {
			t.Errorf("%q: %q and not %q", text, got, want)
		}
	}
	got := render.Refusal(l, reader(), sight(engine.See(toDraw(t), 0)), &render.DoorRefusal{Code: render.NoSource, Word: "attic"})
	if want := "“attic” isn’t a place to draw from. Your choices: Draw 2 · Take 10♣ 4♣."; got != want {
		t.Errorf("%q and not %q", got, want)
	}
}

func TestChosenCardsBecomeAMove(t *testing.T) {
	for _, x := range []struct {
		answers map[string][]string
		want    engine.Move
	}{
		{map[string][]string{"C": {"9C"}, "D": {"9D"}, "S": {"9S"}, "to": {"meld"}}, engine.Meld{Cards: cards("9C 9D 9S")}},
		{map[string][]string{"H": {"8H", "QH"}, "to": {"1"}}, engine.LayOff{Meld: 1, Cards: cards("8H QH")}},
		{map[string][]string{"to": {"meld"}}, engine.Meld{}},
	} {
		got, err := render.ReadChosen(x.answers)
		if err != nil || !cmp.Equal(got, x.want) {
			t.Errorf("%v is %v, %v and not %v", x.answers, got, err, x.want)
		}
	}
	for _, answers := range []map[string][]string{{}, {"to": {"x"}}, {"C": {"11"}, "to": {"meld"}}, {"to": {"1", "2"}}} {
		if move, err := render.ReadChosen(answers); err == nil {
			t.Errorf("%v is read as %v", answers, move)
		}
	}
}

func TestCompletionsCanBePlayed(t *testing.T) {
	l := words(t).For("en")
	v := engine.See(toPlay(t), 0)
	m := render.CompleteModel{Sight: sight(v), Reader: reader()}
	want := []render.Choice{{Name: "9♣ 9♦ 9♠ · leaves 38 pips", Value: "9♣ 9♦ 9♠"}, {Name: "4♥ 5♥ 6♥ · leaves 38 pips", Value: "4♥ 5♥ 6♥"}}
	if diff := cmp.Diff(want, render.CompleteMeld(l, m)); diff != "" {
		t.Error(diff)
	}
	typed := m
	typed.Typed = "10"
	if got := render.CompleteDiscard(l, typed); len(got) != 0 {
		t.Errorf("the barred ten is offered: %v", got)
	}
	typed.Typed = "q♥"
	if got := render.CompleteDiscard(l, typed); len(got) != 1 || got[0].Value != "Q♥" {
		t.Errorf("%q finds %v", typed.Typed, got)
	}
	target := m
	target.Cards = "8h"
	wantTargets := []render.Choice{{Name: "1: 8♣ 8♦ 8♠ · Bo_b", Value: 1}, {Name: "2: 9♥ 10♥ J♥ · 🤖 Moby", Value: 2}}
	if diff := cmp.Diff(wantTargets, render.CompleteTarget(l, target)); diff != "" {
		t.Error(diff)
	}
	wantDraws := []render.Choice{{Name: "Draw 2", Value: "stock"}, {Name: "Take 10♣ 4♣", Value: "discard"}}
	if diff := cmp.Diff(wantDraws, render.CompleteDraw(l, render.CompleteModel{Sight: sight(engine.See(toDraw(t), 0))})); diff != "" {
		t.Error(diff)
	}
	for _, got := range [][]render.Choice{render.CompleteDraw(l, m), render.CompleteGoOut(l, m)} {
		if got == nil || len(got) != 0 {
			t.Errorf("%v where there is nothing to offer", got)
		}
	}
}

// TestCompletionsKeepToTheirLimits tries them on whole packs and random hands;
// every value parses back and is legal.
func TestCompletionsKeepToTheirLimits(t *testing.T) {
	l := words(t).For("de")
	r := rand.New(rand.NewPCG(1, 3))
	check := func(v engine.View) {
		m := render.CompleteModel{Sight: but(sight(v), func(s *sitting.Sight) { s.Seats = crowd() }), Reader: crowded()}
		for _, list := range [][]render.Choice{
			render.CompleteDraw(l, m), render.CompleteMeld(l, m), render.CompleteLayOff(l, m), render.CompleteTarget(l, m),
			render.CompleteDiscard(l, m), render.CompleteGoOut(l, m), render.CompleteSeat(l, m),
		} {
			if len(list) > 25 {
				t.Errorf("%d choices", len(list))
			}
			for _, c := range list {
				if n := utf8.RuneCountInString(c.Name); n < 1 || n > 100 {
					t.Errorf("%d characters: %q", n, c.Name)
				}
			}
		}
		for _, c := range render.CompleteMeld(l, m) {
			if h, err := engine.ParseHand(c.Value.(string)); err != nil || engine.KindOf(h) == engine.NoMeld {
				t.Errorf("%v is no meld: %v", c, err)
			}
		}
	}
	check(full(t, engine.Boathouse.Rules(), engine.MaxMelds))
	_, err := enginetest.Play(r, engine.Boathouse.Rules(), 4, func(step enginetest.Step) error {
		check(engine.See(step.After, max(step.After.Turn, 0)))
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestEveryMoveOfTheHandIsLegal(t *testing.T) {
	l := words(t).For("fr")
	played := 0
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 4))
		_, err := enginetest.Play(r, enginetest.RandomRules(r), 2+int(seed), func(step enginetest.Step) error {
			s := step.After
			if s.Phase == engine.Over {
				return nil
			}
			for _, move := range offered(t, render.Hand(bare(l), reader(), sight(engine.See(s, s.Turn)), nil)) {
				played++
				if _, err := engine.Decide(s, s.Turn, move); err != nil {
					t.Errorf("%v is offered and refused: %v", move, err)
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	if played < 500 {
		t.Errorf("only %d moves offered", played)
	}
}

// offered reads the moves of a hand's buttons and selects.
func offered(t testing.TB, m render.Message) []engine.Move {
	t.Helper()
	var texts []string
	for _, part := range m.Components {
		row, ok := part.(render.Row)
		if !ok {
			continue
		}
		for _, inner := range row.Components {
			switch c := inner.(type) {
			case render.Select:
				for _, o := range c.Options {
					if o.Value != render.ChooseValue {
						texts = append(texts, o.Value)
					}
				}
			case render.Button:
				if k, err := codec.Decode(c.CustomID); err == nil && k.Verb == render.VerbPlay {
					texts = append(texts, k.Arg)
				}
			case render.Text, render.Separator, render.Section, render.Row, render.Gallery, render.PeopleSelect, render.Paper:
			}
		}
	}
	var moves []engine.Move
	for _, text := range texts {
		move, err := engine.ParseMove(text)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		moves = append(moves, move)
	}
	return moves
}

func BenchmarkHand(b *testing.B) {
	l := words(b).For("de")
	s, r := sight(engine.See(toPlay(b), 0)), reader()
	b.ReportAllocs()
	for b.Loop() {
		render.Hand(pen(l), r, s, nil)
	}
}

func BenchmarkTable(b *testing.B) {
	l := words(b).For("de")
	s, r := sight(engine.Watch(toDraw(b))), reader()
	b.ReportAllocs()
	for b.Loop() {
		render.Table(pen(l), r, s)
	}
}

func TestATableClosedBeforeItsFirstHandNamesNone(t *testing.T) {
	l := words(t).For("en")
	got := readable(t, render.Table(pen(l), reader(), &sitting.Sight{ID: tableID, Version: version, Seats: people(), Phase: sitting.Ended}))
	if none := l.Say(lang.TableHand, lang.Hand(0)); strings.Contains(got, none) || !strings.Contains(got, l.Say(lang.TableClosed)) {
		t.Errorf("the table says %s", got)
	}
}

// TestPublicMessagesNameCommandsByTheirMention finds no command as only readers of the table's language
// type it: what all see names commands in a way that everybody can tap. Private help does name them so.
func TestPublicMessagesNameCommandsByTheirMention(t *testing.T) {
	typed, drawn, named := regexp.MustCompile("`/([^`]+)`"), 0, 0
	inAll(t, func(l lang.Lang) {
		for _, s := range screens(t) {
			found := typed.FindAllStringSubmatch(readable(t, s.draw(l)), -1)
			if !s.public {
				named += len(found)
				continue
			}
			drawn++
			for _, m := range found {
				if m[1] != l.Say(lang.Command("cut")) && m[1] != l.Say(lang.Command("play")) { // the reader of these screens has no ids for their mentions
					t.Errorf("%s, %s names %s", l.Tag(), s.name, m[0])
				}
			}
		}
		r := reader()
		r.Commands = map[string]string{"cut": "77"}
		waiting := &sitting.Sight{ID: tableID, Phase: sitting.Lobby, Host: "ann", Seats: people()[:1], Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4}}
		if text := readable(t, render.Table(pen(l), r, waiting)); !strings.Contains(text, "</cut:77>") || typed.MatchString(text) {
			t.Errorf("%s: the lobby says %s", l.Tag(), text)
		}
	})
	if drawn < 100 || named < 100 {
		t.Errorf("%d public screens, and %d commands named in private", drawn, named)
	}
}
