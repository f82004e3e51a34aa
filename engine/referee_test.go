package engine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
)

// wonRecord gives a fresh copy of the first test record with payments and a draw
// from the discard pile.
func wonRecord(t testing.TB) engine.Record {
	t.Helper()
	for _, line := range vectors(t, "records") {
		r := parseRecord(t, line)
		if len(r.Result.Payments) > 1 && pileDraw(r) >= 0 {
			return r
		}
	}
	t.Fatal("no such record")
	return engine.Record{}
}

// pileDraw gives the index of a draw of two from the discard pile, or -1.
func pileDraw(r engine.Record) int {
	for i, m := range r.Moves {
		if m.Source == "discard" && len(m.Cards) == 2 {
			return i
		}
	}
	return -1
}

func TestImpossibleRecordsAreCaughtWhereTheyGoWrong(t *testing.T) {
	whole := wonRecord(t)
	end, draw := len(whole.Moves), pileDraw(whole)
	for name, test := range map[string]struct {
		spoil func(*engine.Record)
		at    int
		code  string
	}{
		"rules out of range":        {func(r *engine.Record) { r.Rules.ExhaustedDraw = 3 }, -1, "bad_rules"},
		"seven players":             {func(r *engine.Record) { r.Players = make([]string, 7) }, -1, "bad_players"},
		"no players":                {func(r *engine.Record) { r.Players = nil }, -1, "bad_players"},
		"a dealer who isn't in":     {func(r *engine.Record) { r.Dealer = len(r.Players) }, -1, "bad_dealer"},
		"a card twice in the deck":  {func(r *engine.Record) { r.Deck[51] = r.Deck[0] }, -1, "bad_deck"},
		"a card missing":            {func(r *engine.Record) { r.Deck = r.Deck[:51] }, -1, "bad_deck"},
		"a card too many":           {func(r *engine.Record) { r.Deck = append(r.Deck, "AC") }, -1, "bad_deck"},
		"a card that is none":       {func(r *engine.Record) { r.Deck[7] = "1D" }, -1, "bad_deck"},
		"a move of no seat":         {func(r *engine.Record) { r.Moves[2].Seat = -1 }, 2, "not_your_turn"},
		"a move of a seat far away": {func(r *engine.Record) { r.Moves[2].Seat = 1 << 40 }, 2, "not_your_turn"},
		"a move of no type":         {func(r *engine.Record) { r.Moves[2].Type = "pass" }, 2, "unreadable"},
		"a draw from nowhere":       {func(r *engine.Record) { r.Moves[draw].Source = "" }, draw, "unreadable"},
		"a card drawn that is none": {func(r *engine.Record) { r.Moves[draw].Cards[0] = "?" }, draw, "unreadable"},
		"the wrong cards drawn":     {func(r *engine.Record) { r.Moves[draw].Cards[0] = "AC"; r.Moves[draw].Cards[1] = "2C" }, draw, "wrong_cards"},
		"one card drawn of two":     {func(r *engine.Record) { r.Moves[draw].Cards = r.Moves[draw].Cards[:1] }, draw, "wrong_cards"},
		"the lower card first": {func(r *engine.Record) {
			cards := r.Moves[draw].Cards
			cards[0], cards[1] = cards[1], cards[0]
		}, draw, "wrong_cards"},
		"a move left out":      {func(r *engine.Record) { r.Moves = r.Moves[1:] }, 0, "draw_first"},
		"a lay-off on no meld": {func(r *engine.Record) { r.Moves[1] = engine.RecordMove{Seat: r.Moves[0].Seat, Type: "layoff"} }, 1, "no_such_meld"},
		"a meld of a card twice": {func(r *engine.Record) {
			r.Moves[1] = engine.RecordMove{Seat: r.Moves[0].Seat, Type: "meld", Cards: []string{"2C", "2C"}}
		}, 1, "card_twice"},
		"a move after the end":   {func(r *engine.Record) { r.Moves = append(r.Moves, r.Moves[0]) }, end, "hand_over"},
		"a result too early":     {func(r *engine.Record) { r.Moves = r.Moves[:end-1] }, end - 1, "not_over"},
		"no result at the end":   {func(r *engine.Record) { r.Result = nil }, end, "no_result"},
		"another winner":         {func(r *engine.Record) { *r.Result.Winner++ }, end, "wrong_result"},
		"no winner":              {func(r *engine.Record) { r.Result.Winner = nil }, end, "wrong_result"},
		"a rummy that is none":   {func(r *engine.Record) { r.Result.Rummy = !r.Result.Rummy }, end, "wrong_result"},
		"blocked, and it wasn't": {func(r *engine.Record) { r.Result.Blocked = !r.Result.Blocked }, end, "wrong_result"},
		"a pip too few":          {func(r *engine.Record) { r.Result.Payments[0].Pips-- }, end, "wrong_result"},
		"a payment left out":     {func(r *engine.Record) { r.Result.Payments = r.Result.Payments[1:] }, end, "wrong_result"},
		"a payment twice":        {func(r *engine.Record) { r.Result.Payments = append(r.Result.Payments, r.Result.Payments[0]) }, end, "wrong_result"},
		"a payment elsewhere":    {func(r *engine.Record) { r.Result.Payments[0].To = r.Result.Payments[0].From }, end, "wrong_result"},
		"a legal move refused":   {func(r *engine.Record) { r.Result = nil; r.Refused = &r.Moves[end-1]; r.Moves = r.Moves[:end-1] }, end - 1, "not_refused"},
	} {
		r := wonRecord(t)
		test.spoil(&r)
		if got := engine.Referee(r); got.OK || got.At != test.at || got.Code != test.code {
			t.Errorf("%s: %+v, want %s at %d", name, got, test.code, test.at)
		}
	}
}

func TestRecordsMayLeaveOutWhatTheFormatSays(t *testing.T) {
	for name, spare := range map[string]func(*engine.Record){
		"the result of a hand that goes on": func(r *engine.Record) { r.Moves, r.Result = r.Moves[:3], nil },
		"the cards of every draw": func(r *engine.Record) {
			for i := range r.Moves {
				if r.Moves[i].Type == "draw" {
					r.Moves[i].Cards = nil
				}
			}
		},
		"nothing, but a payment of zero is there": func(r *engine.Record) {
			r.Result.Payments = append(r.Result.Payments, engine.RecordPayment{From: *r.Result.Winner, To: *r.Result.Winner})
		},
		"nothing, and a move after the end is refused": func(r *engine.Record) { r.Refused = &r.Moves[0] },
	} {
		r := wonRecord(t)
		spare(&r)
		if got := engine.Referee(r); !got.OK {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestRecordsThatAreNoneKeepTheirID(t *testing.T) {
	var rule *engine.RuleError
	r, err := engine.ParseRecord([]byte(`{"rules":"swift","id":"x"}`))
	if !errors.As(err, &rule) || r.ID != "x" {
		t.Errorf("bad rules: id %q, %v", r.ID, err)
	}
	r, err = engine.ParseRecord([]byte(`{"moves":{},"id":"x"}`))
	if err == nil || r.ID != "x" {
		t.Errorf("moves that are no list: id %q, %v", r.ID, err)
	}
	if _, err = engine.ParseRecord([]byte(`{"id":`)); err == nil {
		t.Error("half a record is read")
	}
}

func TestRecordsNeverSayNull(t *testing.T) {
	var empty engine.Record
	empty.Rules = engine.Boathouse.Rules()
	empty.Result = &engine.RecordResult{}
	empty.Moves = []engine.RecordMove{{Type: "goout", LayOffs: []engine.RecordLayOff{{}}}}
	got := string(marshal(t, empty))
	if strings.Count(got, "null") != 1 || !strings.Contains(got, `"winner":null`) {
		t.Errorf("null for more than the winner: %s", got)
	}
}
