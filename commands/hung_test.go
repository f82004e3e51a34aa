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

// TestAClickTellsOfWhatAnotherProcessWrote has another worker replace a picture, which a click brings word of; one on the message
// as it was before doesn't.
func TestAClickTellsOfWhatAnotherProcessWrote(t *testing.T) {
	p := newPictures()
	ours, theirs := []rest.Attachment{{ID: "99", Name: "a.png"}}, []rest.Attachment{{ID: "100", Name: "a.png"}}
	p.hang("7", ours)
	if p.seen("7", theirs); len(p.of("7")) != 1 || p.of("7")[0].ID != "100" {
		t.Errorf("known are %v, and what stands is newer", p.of("7"))
	}
	if p.seen("7", ours); p.of("7")[0].ID != "100" {
		t.Errorf("known are %v, which was there before", p.of("7"))
	}
}
