package engine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
)

// vectors reads the lines of a file of test records.
func vectors(t testing.TB, name string) [][]byte {
	t.Helper()
	return bytes.Split(bytes.TrimSuffix(enginetest.Vectors(t, ".", name), []byte("\n")), []byte("\n"))
}

func parseRecord(t testing.TB, line []byte) engine.Record {
	t.Helper()
	r, err := engine.ParseRecord(line)
	if err != nil {
		t.Fatalf("record %s: %v", r.ID, err)
	}
	return r
}

func TestRecordsAreLegalToTheEndWithTheirResult(t *testing.T) {
	for _, line := range vectors(t, "records") {
		r := parseRecord(t, line)
		if r.Result == nil {
			t.Fatalf("record %s has no result to compare", r.ID)
		}
		if v := engine.Referee(r); v != (engine.Verdict{OK: true}) {
			t.Errorf("record %s: %+v", r.ID, v)
		}
	}
}

// whyCodes says which codes are meant by the words that the test records use.
func whyCodes() map[string][]engine.Code {
	codes := map[string][]engine.Code{
		"a mixed draw is not in these rules":      {engine.NoMixedDraw},
		"already drew":                            {engine.AlreadyDrawn},
		"card not in hand":                        {engine.NotHeld},
		"does not extend the meld":                {engine.DoesNotFit},
		"draw first":                              {engine.DrawFirst},
		"it was just taken from the discard pile": {engine.Barred},
		"no such meld":                            {engine.NoSuchMeld},
		"not a meld":                              {engine.NotAMeld, engine.CardTwice},
		"that does not empty the hand":            {engine.NotOut},
		"that leaves no legal discard":            {engine.NoLegalDiscard},
		"the stock is not exhausted":              {engine.NoTurnover},
	}
	for seat := range engine.Seat(engine.MaxSeats) {
		codes["seat "+seat.String()+" is to move"] = []engine.Code{engine.NotYourTurn}
	}
	return codes
}

func TestRefusedMovesAreRefusedThereForTheirReason(t *testing.T) {
	for _, line := range vectors(t, "refused") {
		r := parseRecord(t, line)
		if v := engine.Referee(r); !v.OK {
			t.Errorf("record %s: %+v", r.ID, v)
			continue
		}
		events, v := r.Events()
		if !v.OK {
			t.Fatalf("record %s: %+v", r.ID, v)
		}
		move, err := r.Refused.Move()
		if err == nil {
			_, err = engine.Decide(engine.Replay(events), engine.Seat(r.Refused.Seat), move)
		}
		var no *engine.Refusal
		if !errors.As(err, &no) {
			t.Errorf("record %s: refused with %v", r.ID, err)
			continue
		}
		want, known := whyCodes()[r.Reason]
		if !known {
			t.Fatalf("record %s: no code is known for %q", r.ID, r.Reason)
		}
		if !slices.Contains(want, no.Code) {
			t.Errorf("record %s: refused with %v, want one of %v for %q", r.ID, no, want, r.Reason)
		}
	}
}

func TestRecordsSurviveEventsAndBack(t *testing.T) {
	for _, line := range vectors(t, "records") {
		r := parseRecord(t, line)
		events, v := r.Events()
		if !v.OK {
			t.Fatalf("record %s: %+v", r.ID, v)
		}
		var read []engine.Event
		for _, e := range events {
			again, err := engine.ParseEvent(e.String())
			if err != nil {
				t.Fatalf("record %s: %v", r.ID, err)
			}
			if !reflect.DeepEqual(again, e) {
				t.Fatalf("record %s: %#v came back as %#v", r.ID, e, again)
			}
			read = append(read, again)
		}
		if engine.Replay(read) != engine.Replay(events) {
			t.Fatalf("record %s: another state after reading its events", r.ID)
		}
		made := engine.MakeRecord(r.ID, r.Players, read)
		if v := engine.Referee(made); !v.OK {
			t.Fatalf("record %s made from events: %+v", r.ID, v)
		}
		again, v := parseRecord(t, marshal(t, made)).Events()
		if !v.OK || !reflect.DeepEqual(again, events) {
			t.Fatalf("record %s: other events after a round trip (%+v)", r.ID, v)
		}
	}
}

func marshal(t testing.TB, r engine.Record) []byte {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
