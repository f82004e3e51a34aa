package lang

import (
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
)

// ReadPile gives what a word can mean to draw from; nothing for another word. Articles and
// the like before it are passed over.
func (l Lang) ReadPile(text string) []engine.Source {
	word := spaced(text)
	if source, err := engine.ParseSource(word); err == nil {
		return []engine.Source{source}
	}
	found := l.pileOf(word)
	for len(found) == 0 && l.t != nil {
		rest, ok := l.t.cards.afterArticle(word)
		if !ok {
			break
		}
		word, found = rest, l.pileOf(rest)
	}
	return found
}

// afterArticle cuts from a text what may stand before a name.
func (w *cardWords) afterArticle(text string) (string, bool) {
	text = strings.ReplaceAll(text, "'", "’")
	for between := range w.between {
		if !strings.HasSuffix(between, "’") {
			between += " "
		}
		if rest, ok := strings.CutPrefix(text, between); ok {
			return rest, true
		}
	}
	return text, false
}

func (l Lang) pileOf(word string) []engine.Source {
	var found []engine.Source
	for source := engine.FromStock; source <= engine.FromTurnover && l.t != nil; source++ {
		if slices.Contains(l.t.cards.piles[source], word) {
			found = append(found, source)
		}
	}
	return found
}

// NamingPile says whether a text that may not be finished names what to draw from.
func (l Lang) NamingPile(text string, source engine.Source) bool {
	typed := spaced(text)
	begins := func(word string) bool {
		return strings.HasPrefix(word, typed) || strings.Contains(word, " "+typed)
	}
	return begins(source.String()) || l.t != nil && slices.ContainsFunc(l.t.cards.piles[source], begins)
}
