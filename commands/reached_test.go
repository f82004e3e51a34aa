package commands_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"sync"
	"testing"

	"github.com/boathouse-rum/boathouse/render"
)

// A reach is what the tests of this package met of the door's refusals, as the hall logged them.
type reach struct {
	mu  sync.Mutex
	met map[string]bool
}

var reached = &reach{met: map[string]bool{}}

var doorLine = regexp.MustCompile(`msg="refused at the door" interaction=\d+ why=([a-z-]+)`)

// note learns from a log which refusals there were.
func (r *reach) note(log string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, line := range doorLine.FindAllStringSubmatch(log, -1) {
		r.met[line[1]] = true
	}
}

// missed lists the refusals that nothing met.
func (r *reach) missed() []render.DoorCode {
	var missed []render.DoorCode
	for _, code := range render.DoorCodes() {
		if !r.met[code.String()] {
			missed = append(missed, code)
		}
	}
	return missed
}

// TestMain runs the tests and then, when all of them ran, finds each refusal of the door reached by one of them.
func TestMain(m *testing.M) {
	code := m.Run()
	all := flag.Lookup("test.run").Value.String() == "" && flag.Lookup("test.skip").Value.String() == "" && flag.Lookup("test.list").Value.String() == ""
	if missed := reached.missed(); code == 0 && all && len(missed) > 0 {
		fmt.Printf("nothing is refused with %v\n", missed)
		code = 1
	}
	os.Exit(code)
}

func TestARefusalThatNothingMeetsIsFound(t *testing.T) {
	r := &reach{met: map[string]bool{}}
	if n := len(r.missed()); n != len(render.DoorCodes()) {
		t.Errorf("%d missed of none met", n)
	}
	r.note(`level=DEBUG msg="refused at the door" interaction=1 why=no-zone`)
	if n := len(r.missed()); n != len(render.DoorCodes())-1 {
		t.Errorf("%d missed of one met", n)
	}
}
