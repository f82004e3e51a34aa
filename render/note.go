package render

import (
	"strings"
	"unicode/utf8"

	"github.com/boathouse-rum/boathouse/engine/deal"
)

// MaxNote is how many characters a note or a reason may have.
const MaxNote = 200

// ReadNote reads what a person writes beside a change of the tab. Its error is a
// [*DoorRefusal] with LongNote.
func ReadNote(text string) (string, error) {
	note := strings.TrimSpace(text)
	if utf8.RuneCountInString(note) > MaxNote {
		return "", &DoorRefusal{Code: LongNote, Most: MaxNote}
	}
	return note, nil
}

// ReadReason is ReadNote for what must be said: its error may have NoReason.
func ReadReason(text string) (string, error) {
	note, err := ReadNote(text)
	if err == nil && SafeNote(note) == "" {
		err = &DoorRefusal{Code: NoReason}
	}
	return note, err
}

// SafeNote makes a note safe as SafeName does a name.
func SafeNote(note string) string { return escape(deal.Visible(note, MaxNote)) }
