package render

import (
	"errors"
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/lesson"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// Prefs are a person's own settings for what they are shown. The zero value is
// the default.
type Prefs struct {
	Sort    Order   // how the hand is sorted
	Letters Letters // on the reader's cards
	// Announce has news of the hand come as a new message, which screen readers say.
	Announce bool
	Calls    Calls        // where it is told that it's the reader's turn
	Lesson   lesson.Place // where they stand in the lessons
	Tips     Tips
	Cards    picture.Style // how the suits are told apart on the reader's cards
	View     View
	Off      Asks // what they don't want to be asked
}

// Calls say where a person is told that it is their turn.
type Calls uint8

// The places.
const (
	CallsHere   Calls = iota // in the table's channel
	CallsDirect              // by direct message
)

// callTexts are the words of options for them.
//
//nolint:gochecknoglobals // constant table
var callTexts = [...]string{CallsHere: "here", CallsDirect: "dm"}

// String gives the word that [ParseCalls] reads; "" for a number that is none.
func (c Calls) String() string {
	if int(c) >= len(callTexts) {
		return ""
	}
	return callTexts[c]
}

// ParseCalls reads what String gives; false for another word.
func ParseCalls(text string) (Calls, bool) {
	i := slices.Index(callTexts[:], text)
	return Calls(max(i, 0)), i >= 0
}

// Letters say what stands on jack, queen and king.
type Letters uint8

// The letters.
const (
	CommonLetters Letters = iota // J, Q and K, as on every table
	OwnLetters                   // as in the packs of the reader's language
)

// letterTexts are the words of options for them.
//
//nolint:gochecknoglobals // constant table
var letterTexts = [...]string{CommonLetters: "common", OwnLetters: "own"}

// String gives the word that [ParseLetters] reads; "" for a number that is none.
func (t Letters) String() string {
	if int(t) >= len(letterTexts) {
		return ""
	}
	return letterTexts[t]
}

// ParseLetters reads what String gives; false for another word.
func ParseLetters(text string) (Letters, bool) {
	i := slices.Index(letterTexts[:], text)
	return Letters(max(i, 0)), i >= 0
}

// In is a language as somebody reads it who has these settings, where there are these emojis.
func (p Prefs) In(l lang.Lang, e *Emojis) lang.Lang {
	if p.View != ViewPictures {
		e = nil
	}
	return p.Letters.In(l).WithNames(p.View == ViewWords).WithFaces(e.faces(p.Cards))
}

// In is a language with these letters on its cards.
func (t Letters) In(l lang.Lang) lang.Lang { return l.WithOwnLetters(t == OwnLetters) }

// An Order is how a hand is sorted.
type Order uint8

// The orders.
const (
	ByMelds Order = iota // a line for each meld found, then the rest
	BySuit               // a line for each suit
	ByRank               // one line, from the king down
)

// next is what the Sort button asks for.
func (o Order) next() Order { return (o + 1) % (ByRank + 1) }

// label names an order on the Sort button.
func (o Order) label() lang.Key {
	return [...]lang.Key{
		ByMelds: lang.ButtonSortMelds, BySuit: lang.ButtonSortSuit, ByRank: lang.ButtonSortRank,
	}[o]
}

// rows sorts a hand, a line for each row.
func (o Order) rows(h engine.Hand, a engine.Arrangement) [][]engine.Card {
	switch o {
	case BySuit:
		return bySuit(h)
	case ByRank:
		return [][]engine.Card{rankOrder(h)}
	case ByMelds:
		rows := allInOrder(a.Melds[:a.Count])
		if !a.Deadwood.Empty() {
			rows = append(rows, dearest(a.Deadwood))
		}
		return rows
	}
	return nil
}

// prefsVersion is the newest version of the text of [Prefs]. A version keeps the
// fields of the one before in their places and puts its own after them.
const prefsVersion = '9'

// ErrPrefs says that a text isn't one of Prefs of any version.
var ErrPrefs = errors.New("render: no preferences")

// String gives the text that [ParsePrefs] reads: the version, then one sign for each field, two for
// the lesson, one for cards and view and two for asks, unless there are none; all of them digits or
// small letters.
func (p Prefs) String() string {
	announce := byte('0')
	if p.Announce {
		announce = '1'
	}
	return string([]byte{prefsVersion, '0' + byte(p.Sort), '0' + byte(p.Letters), announce, '0' + byte(p.Calls)}) + p.Lesson.String() +
		string([]byte{p.Tips.sign(), lookSign(p.Cards, p.View)}) + p.Off.String()
}

// ParsePrefs reads the text of any version. Of a newer one it reads the fields
// that it knows; a field that is missing, or that has a value it doesn't know, is
// the default. A single digit is the text from before there were versions: the
// order alone. Its error is ErrPrefs.
func ParsePrefs(text string) (Prefs, error) {
	for _, sign := range []byte(text) {
		if (sign < '0' || sign > '9') && (sign < 'a' || sign > 'z') {
			return Prefs{}, ErrPrefs
		}
	}
	switch len(text) {
	case 0:
		return Prefs{}, ErrPrefs
	case 1:
		return Prefs{Sort: oldSort(text[0])}, nil
	}
	field := func(i int) byte {
		if i < len(text) {
			return text[i]
		}
		return '0'
	}
	sort := sortOf
	if text[0] < '9' {
		sort = oldSort
	}
	style, view := lookOf(field(8))
	return Prefs{
		Sort: sort(field(1)), Letters: lettersOf(field(2)), Announce: field(3) == '1', Calls: callsOf(field(4)),
		Lesson: lesson.ParsePlace(string([]byte{field(5), field(6)})), Tips: tipsOf(field(7)),
		Cards: style, View: view, Off: parseAsks(field(9), field(10)),
	}, nil
}

func lettersOf(sign byte) Letters {
	if t := Letters(sign - '0'); t <= OwnLetters {
		return t
	}
	return CommonLetters
}

func callsOf(sign byte) Calls {
	if c := Calls(sign - '0'); c <= CallsDirect {
		return c
	}
	return CallsHere
}

func sortOf(sign byte) Order {
	if o := Order(sign - '0'); o <= ByRank {
		return o
	}
	return ByMelds
}

// oldSort reads the order of a version before 9. Its 0 was the default, chosen by nobody.
func oldSort(sign byte) Order {
	if sign == '1' {
		return ByRank
	}
	return ByMelds
}
