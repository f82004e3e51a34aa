package lang

import (
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
)

// ReadPile gives what a word can mean to draw from; nothing for another word.
func (l Lang) ReadPile(text string) []engine.Source {
	word := spaced(text)
	if source, err := engine.ParseSource(word); err == nil {
		return []engine.Source{source}
	}
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
