package picture

import (
	"bytes"
	"reflect"
	"testing"
)

// TestAKeptPictureIsTheOneDrawn has an artist that keeps few pictures draw random scenes of every
// kind, each again at once and later, in both styles, beside one that keeps none.
func TestAKeptPictureIsTheOneDrawn(t *testing.T) {
	keeps, err := Keeping(12)
	if err != nil {
		t.Fatal(err)
	}
	draws := New()
	looks := []Look{{}, {Style: FourColour}, {Courts: Courts{"B", "D", "K"}}}
	for round := range 2 {
		for of := range newDealer(8).each(40) {
			for _, look := range looks {
				want := draws.draw(look, of)
				for range 2 {
					if got := keeps.draw(look, of); !bytes.Equal(got, want) {
						t.Fatalf("round %d: %+v is another picture", round, of)
					}
				}
			}
		}
	}
	if n := reflect.TypeFor[op]().NumField(); n != 17 {
		t.Errorf("an op has %d fields: are all in its sheet's signature?", n)
	}
	before, hand := keeps.Drawn(), newDealer(9).hand()
	for range 3 {
		keeps.Hand(Look{}, hand)
	}
	if n := keeps.Drawn() - before; n != 1 {
		t.Errorf("three looks at one hand draw %d pictures", n)
	}
}
