package render

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// Apart numbers those of some people at one table whose names would look alike, in their
// order, so that they can be told apart however their names are shortened. Nobody's name is
// that of a computer either.
func Apart(people map[sitting.Person]Player, order []sitting.Person) {
	taken := map[string]bool{}
	for _, c := range opponent.Characters() {
		for _, n := range []string{"", " 2", " 3", " 4", " 5", " 6"} {
			taken[look(c.Name()+n)] = true
		}
	}
	done := map[sitting.Person]bool{}
	for _, id := range order {
		p, known := people[id]
		if !known || done[id] {
			continue
		}
		done[id] = true
		drawn := p.who().drawnName()
		for p.Twin = 1; taken[look(suffixed(drawn, p.Twin))]; p.Twin++ { //nolint:revive // counts
		}
		taken[look(suffixed(drawn, p.Twin))] = true
		if p.Twin == 1 {
			p.Twin = 0
		}
		people[id] = p
	}
}

// suffixed is a name as short as it is ever written, with its number.
func suffixed(name string, twin int) string {
	w := who{name: name, twin: twin, user: "1"}
	return w.within(lang.Lang{}, true, maxName/2)
}

// look is what a text looks like at a glance: without marks, joiners and what can't be told from
// other letters. A capital of another script, such as a bold one, is one only once it is folded.
func look(text string) string { return lookalikes.Replace(strings.ToLower(lang.Fold(text))) }

// lookalikes are letters that look like others, and joiners, which look like nothing.
//
//nolint:gochecknoglobals // constant table
var lookalikes = strings.NewReplacer(
	"\u200c", "", "\u200d", "", "|", "l", "1", "l", "i", "l", "і", "l", "ӏ", "l", "ι", "l", "ı", "l", "0", "o", "о", "o", "ο", "o", "σ", "o",
	"а", "a", "α", "a", "ɑ", "a", "е", "e", "ε", "e", "р", "p", "ρ", "p", "с", "c", "у", "y", "υ", "u", "х", "x", "χ", "x", "ј", "j", "ѕ", "s",
	"ԁ", "d", "һ", "h", "в", "b", "к", "k", "κ", "k", "м", "m", "н", "h", "т", "t", "τ", "t", "г", "r", "ν", "v", "rn", "m",
)
