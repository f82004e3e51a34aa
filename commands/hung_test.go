package commands

import (
	"testing"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

// TestAClickTellsNothingOfWhatWasWrittenSince has somebody click on a message as it was before an edit took its picture.
func TestAClickTellsNothingOfWhatWasWrittenSince(t *testing.T) {
	p := newPictures()
	old := []rest.Attachment{{ID: "1", Name: "a.png"}}
	p.seen("7", old)
	if len(p.of("7")) != 1 {
		t.Fatal("a message that nothing is known of teaches nothing: the test shows nothing")
	}
	p.hang("7", nil)
	if p.seen("7", old); len(p.of("7")) != 0 {
		t.Errorf("known are %v, and none stands", p.of("7"))
	}
}
