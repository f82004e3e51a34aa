package commands

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/render"
)

// zoneNames are the IANA names of time zones that people live in, a line each,
// sorted.
//
//go:embed zones.txt
var zoneNames string //nolint:gochecknoglobals // embedded file

// A zone is one that a person can pick.
type zone struct {
	name string // IANA
	city string // the last part of it, folded
	full string // all of it, folded
}

// zones lists them.
func zones() []zone {
	var all []zone
	for name := range strings.FieldsSeq(zoneNames) {
		all = append(all, zone{name: name, city: foldPlace(name[strings.LastIndex(name, "/")+1:]), full: foldPlace(name)})
	}
	return all
}

// foldPlace writes the name of a place in one way: small letters without
// accents, words apart by one space.
func foldPlace(text string) string {
	text = strings.Map(func(r rune) rune {
		switch r {
		case 'á', 'à', 'â', 'ã', 'ä', 'å':
			return 'a'
		case 'é', 'è', 'ê', 'ë':
			return 'e'
		case 'í', 'ì', 'î', 'ï':
			return 'i'
		case 'ó', 'ò', 'ô', 'õ', 'ö', 'ø':
			return 'o'
		case 'ú', 'ù', 'û', 'ü':
			return 'u'
		case 'ç':
			return 'c'
		case 'ñ':
			return 'n'
		case '_', '-', '/':
			return ' '
		}
		return r
	}, strings.ToLower(text))
	return strings.Join(strings.Fields(text), " ")
}

// match says how well a zone answers what was typed, folded: 0 not at all.
func (z zone) match(typed string) int {
	switch {
	case typed == "" || z.city == typed || z.full == typed:
		return 5
	case strings.HasPrefix(z.city, typed):
		return 4
	case strings.Contains(z.city, " "+typed):
		return 3
	case strings.Contains(z.city, typed):
		return 2
	case strings.Contains(z.full, typed):
		return 1
	}
	return 0
}

// offered is how many choices Discord takes.
const offered = 25

// zoneChoices lists the zones that answer what is typed, the best first, with
// the time there.
func zoneChoices(all []zone, typed string, now time.Time) []render.Choice {
	typed = foldPlace(typed)
	found := slices.DeleteFunc(slices.Clone(all), func(z zone) bool { return z.match(typed) == 0 })
	slices.SortStableFunc(found, func(a, b zone) int { return cmp.Compare(b.match(typed), a.match(typed)) })
	var choices []render.Choice
	for _, z := range found {
		at, err := time.LoadLocation(z.name)
		if err != nil {
			continue // a system that knows fewer zones
		}
		if choices = append(choices, render.Choice{Name: z.name + " · " + now.In(at).Format("15:04"), Value: z.name}); len(choices) == offered {
			break
		}
	}
	return choices
}

// findZone reads a zone as it was picked, or as a name or city typed in full.
func findZone(all []zone, typed string) (*time.Location, bool) {
	name := strings.TrimSpace(typed)
	folded := foldPlace(typed)
	for _, z := range all {
		if folded != "" && (z.full == folded || z.city == folded) {
			name = z.name
			break
		}
	}
	if name == "" || name == time.Local.String() {
		return nil, false
	}
	at, err := time.LoadLocation(name)
	return at, err == nil
}
