package render

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A sentence is one that a scene has to say: which, and what fills it, in no
// language yet. One without a key is its cards alone, and the zero sentence nothing.
type sentence struct {
	key   lang.Key
	n     int           // {n}; chooses the form of a sentence that has several
	total int           // {count}
	name  told          // {name}
	other told          // {other}
	word  told          // {word}
	when  told          // {when}
	sum   told          // {sum}
	list  told          // {list}
	cards []engine.Card // {cards} and {card}
	meld  int           // {meld}, from 1
	hand  int           // {hand}, from 1
	seat  int           // {seat}, from 1
}

// A told is what can stand in a sentence. It says itself in any language: a
// [sentence], [who], [list], [literal] and the like.
type told interface {
	// tell says it; plain where no markdown is known, as on labels.
	tell(l lang.Lang, plain bool) string
}

// tell says the sentence.
func (s sentence) tell(l lang.Lang, plain bool) string {
	if s.key == "" {
		return l.Write(s.cards, plain)
	}
	return l.Tell(s.key, s.n, func(place string) string { return s.fill(l, place, plain) })
}

// fill says what stands in one place of the sentence.
func (s sentence) fill(l lang.Lang, place string, plain bool) string {
	switch place {
	case "n":
		return l.Number(int64(s.n))
	case "count":
		return l.Number(int64(s.total))
	case "cards", "card":
		return l.Write(s.cards, plain)
	case "meld":
		return strconv.Itoa(s.meld)
	case "hand":
		return strconv.Itoa(s.hand)
	case "seat":
		return strconv.Itoa(s.seat)
	}
	if inner := s.place(place); inner != nil {
		return inner.tell(l, plain)
	}
	return "{" + place + "}"
}

// place gives what stands in a place that is no number and no card.
func (s sentence) place(place string) told {
	switch place {
	case "name":
		return s.name
	case "other":
		return s.other
	case "word":
		return s.word
	case "when":
		return s.when
	case "sum":
		return s.sum
	case "list":
		return s.list
	}
	return nil
}

// say says the sentence where markdown is known.
func (s sentence) say(l lang.Lang) string { return s.tell(l, false) }

// label says something on a label, in so many characters; "" for nil.
func label(l lang.Lang, t told, most int) string {
	if t == nil {
		return ""
	}
	return cut(t.tell(l, true), most)
}

// paragraph says sentences a line each; the empty ones are left out.
func paragraph(l lang.Lang, lines ...sentence) string {
	said := make([]string, 0, len(lines))
	for _, s := range lines {
		if line := s.say(l); line != "" {
			said = append(said, line)
		}
	}
	return strings.Join(said, "\n")
}

// quote sets lines off from what stands around them; "" stays "".
func quote(said string) string {
	if said == "" {
		return ""
	}
	return "> " + strings.ReplaceAll(said, "\n", "\n> ")
}

// A list is several things in a line.
type list []told

func (m list) tell(l lang.Lang, plain bool) string {
	return strings.Join(tellAll(l, m, plain), l.Apart())
}

func listOf[T told](items []T) list {
	m := make(list, len(items))
	for i, item := range items {
		m[i] = item
	}
	return m
}

// A company is several who are named one after the other: "a, b and c".
type company []told

func (c company) tell(l lang.Lang, plain bool) string { return l.And(tellAll(l, c, plain)) }

func tellAll(l lang.Lang, items []told, plain bool) []string {
	words := make([]string, 0, len(items))
	for _, item := range items {
		if word := item.tell(l, plain); word != "" {
			words = append(words, word)
		}
	}
	return words
}

// A numbered thing stands in a list of which people say the number.
type numbered struct {
	number int // from 1
	mark   string
	thing  told
}

func (n numbered) tell(l lang.Lang, plain bool) string {
	return strconv.Itoa(n.number) + n.mark + n.thing.tell(l, plain)
}

// A literal reads the same in all languages: figures, codes and what people
// wrote, made safe.
type literal string

func (t literal) tell(lang.Lang, bool) string { return string(t) }

// safeWord is a person's own word.
func safeWord(word string) literal { return literal(SafeWord(word)) }

// code shows a code to copy, in letters of one width.
func code(text string) literal { return literal("`" + text + "`") }

// A mention names a command so that it can be tapped, whatever the reader's language;
// without an id it is named as a reader of the sentence's language types it.
type mention struct{ name, id string }

func (m mention) tell(l lang.Lang, plain bool) string {
	if m.id == "" || plain {
		return "`/" + l.Say(lang.Command(m.name)) + "`"
	}
	return "</" + m.name + ":" + m.id + ">"
}

// until is the sentence that says when a turn ends, which Discord puts in the reader's own
// clock and language; nothing without a limit.
func until(deadline time.Time) sentence {
	if deadline.IsZero() {
		return sentence{}
	}
	at := deadline.Unix()
	return sentence{key: lang.TableUntil, when: literal(fmt.Sprintf("<t:%d:f> (<t:%d:R>)", at, at))}
}

// left is the sentence that says how long a turn still lasts, for messages that stand
// beside the table's, which says until when.
func left(deadline time.Time) sentence {
	if deadline.IsZero() {
		return sentence{}
	}
	return sentence{key: lang.TableLeft, when: in(deadline)}
}

// in says how far off a moment is, which Discord keeps true.
func in(at time.Time) literal { return literal(fmt.Sprintf("<t:%d:R>", at.Unix())) }

// asOf is the sentence that says since when a screen holds, which Discord words for
// the moment at which it is read; nothing for the zero time.
func asOf(now time.Time) sentence {
	if now.IsZero() {
		return sentence{}
	}
	return sentence{key: lang.HandAsof, when: in(now)}
}

// beside says sentences in one line; the empty ones are left out.
func beside(l lang.Lang, sentences ...sentence) string {
	var said []string
	for _, s := range sentences {
		if line := s.say(l); line != "" {
			said = append(said, line)
		}
	}
	return strings.Join(said, " ")
}
