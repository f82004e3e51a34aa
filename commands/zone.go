package commands

import (
	"cmp"
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// zoneNames are the IANA names of time zones that people live in, a line each,
// sorted.
//
//go:embed zones.txt
var zoneNames string //nolint:gochecknoglobals // embedded file

// cityNames are the cities of zones that aren't named after them, and the names that
// other languages have for cities: a line for each zone, names apart by commas, the
// largest city first, and last what its clock is called, as CET. A name that stands in two lines
// is that of two cities, or of two clocks.
//
//go:embed cities.txt
var cityNames string //nolint:gochecknoglobals // embedded file

// A zone is one that a person can pick.
type zone struct {
	name   string // IANA
	full   string // all of it, folded
	cities []town // the one it is named after first
}

// A town is one by one of its names.
type town struct {
	name   string // as people write it
	folded string
	typed  string // folded as it is written without umlauts, Muenchen
}

// called says whether this is its name, folded.
func (t town) called(folded string) bool { return t.folded == folded || t.typed == folded }

// zones lists them.
func zones() []zone {
	cities := make(map[string]string)
	for line := range strings.Lines(cityNames) {
		name, names, _ := strings.Cut(strings.TrimSpace(line), ": ")
		cities[name] = names
	}
	var all []zone
	typed := strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ü", "Ue")
	newTown := func(name string) town {
		return town{name: name, folded: foldPlace(name), typed: foldPlace(typed.Replace(name))}
	}
	for name := range strings.FieldsSeq(zoneNames) {
		z := zone{name: name, full: foldPlace(name), cities: []town{newTown(strings.ReplaceAll(name[strings.LastIndex(name, "/")+1:], "_", " "))}}
		for city := range strings.SplitSeq(cities[name], ", ") {
			if city != "" {
				z.cities = append(z.cities, newTown(city))
			}
		}
		all = append(all, z)
	}
	return all
}

// foldPlace writes the name of a place in one way: small letters without
// accents, words apart by one space.
func foldPlace(text string) string {
	text = strings.Map(func(r rune) rune {
		switch r {
		case '_', '-', '/', ',':
			return ' '
		case '.', '\'', '’':
			return -1
		case 'ł':
			return 'l'
		case 'ı':
			return 'i'
		}
		return r
	}, lang.Fold(text))
	return strings.Join(strings.Fields(text), " ")
}

// A match is how well a zone answers what was typed.
type match struct {
	zone zone
	city string // the name that answers
	rank int    // 0: not at all
}

// match says how well a zone answers what was typed, folded: at most the start of a
// word of its name, or of one of its cities', is left open.
func (z zone) match(typed string) match {
	best := match{zone: z, city: z.cities[0].name}
	if z.full == typed {
		best.rank = 4
		return best
	}
	for _, city := range z.cities {
		if rank := max(fits(city.folded, typed), fits(city.typed, typed)); rank > best.rank {
			best.city, best.rank = city.name, rank
		}
	}
	if best.rank == 0 && fits(z.full, typed) > 0 {
		best.rank = 1
	}
	return best
}

// fits says how well a folded name answers what was typed: as a whole 4, at its
// beginning 3, at that of a later word 2, else 0.
func fits(name, typed string) int {
	switch {
	case name == typed:
		return 4
	case strings.HasPrefix(name, typed):
		return 3
	case strings.Contains(name, " "+typed):
		return 2
	}
	return 0
}

// offset is how far a clock is ahead of UTC, folded: +2, UTC+5:30, GMT -3, utc-0330.
//
//nolint:gochecknoglobals // constant pattern
var offset = regexp.MustCompile(`^(?:utc|gmt)?\s*([-+−])\s*(\d{1,2}):?([0-5]\d)?(?: ?h)?$`)

// readOffset reads one. It names no zone: those that it can mean are offered.
func readOffset(typed string) (time.Duration, bool) {
	parts := offset.FindStringSubmatch(strings.TrimSpace(lang.Fold(typed)))
	if parts == nil {
		return 0, false
	}
	hours, _ := strconv.Atoi(parts[2])
	minutes, _ := strconv.Atoi(parts[3])
	ahead := time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
	if parts[1] != "+" {
		ahead = -ahead
	}
	return ahead, true
}

// ahead is how far the zone's clock is ahead of UTC.
func (z zone) ahead(now time.Time) time.Duration {
	at, err := time.LoadLocation(z.name)
	if err != nil {
		return -1 // a system that knows fewer zones: no whole minute
	}
	_, seconds := now.In(at).Zone()
	return time.Duration(seconds) * time.Second
}

// homes are cities of the time zones that most readers of a language live in, as it
// calls them, by Discord's locale or the language of the catalogue.
//
//nolint:gochecknoglobals // constant table
var homes = map[string]string{
	"en-US":  "New York, Chicago, Denver, Los Angeles, Phoenix, Toronto, Vancouver, London",
	"en":     "London, Dublin, New York, Chicago, Los Angeles, Toronto, Sydney, Auckland",
	"nl":     "Amsterdam, Brussel, Paramaribo, Willemstad, Oranjestad",
	"de":     "Berlin, Wien, Zürich, Luxemburg, Vaduz",
	"fr":     "Paris, Bruxelles, Genève, Montréal, Luxembourg, La Réunion, Martinique, Guadeloupe, Nouméa, Dakar, Abidjan, Casablanca, Tunis, Alger",
	"es-ES":  "Madrid, Las Palmas, Ciudad de México, Bogotá, Lima, Santiago, Buenos Aires, Caracas",
	"es-419": "Ciudad de México, Bogotá, Lima, Santiago de Chile, Buenos Aires, America/Argentina/Cordoba, Caracas, Quito, La Habana, Santo Domingo, Ciudad de Guatemala, San Salvador, Tegucigalpa, Managua, Costa Rica, Ciudad de Panamá, Montevideo, Asunción, America/La_Paz, Puerto Rico, Monterrey, Tijuana, Madrid",
	"pt-BR":  "São Paulo, Manaus, Fortaleza, Recife, Salvador, Belém, Cuiabá, Campo Grande, Porto Velho, Rio Branco, Lisboa",
}

// homesOf lists the cities of homes: those of the locale, else of the language, then
// the other languages'.
func homesOf(locale, tag string) []string {
	names, ok := homes[locale]
	if !ok {
		names = homes[tag]
	}
	near := strings.Split(names, ", ")
	for _, other := range lang.Spoken() {
		near = append(near, strings.Split(homes[other], ", ")...)
	}
	return near
}

// offered is how many choices Discord takes.
const offered = 25

// zoneChoices lists the zones that answer what is typed, the best first and of
// equals the nearer, with the city and the time there; those of near before anything is typed.
func zoneChoices(all []zone, near []string, typed string, now time.Time) []render.Choice {
	if foldPlace(typed) == "" {
		typed = ""
	}
	var found []match
	order := make(map[string]int) // of what is near: below 0
	for i, city := range near {
		for _, z := range named(all, city) {
			if order[z.name] != 0 {
				continue
			}
			order[z.name] = i - len(near)
			if typed == "" {
				found = append(found, z.match(foldPlace(city)))
			}
		}
	}
	ahead, isOffset := readOffset(typed)
	for _, z := range all {
		m := z.match(foldPlace(typed))
		if isOffset && z.ahead(now) == ahead {
			m.rank = max(m.rank, 1)
		}
		if typed != "" && m.rank > 0 {
			found = append(found, m)
		}
	}
	slices.SortStableFunc(found, func(a, b match) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(order[a.zone.name], order[b.zone.name]))
	})
	var choices []render.Choice
	for _, m := range found {
		at, err := time.LoadLocation(m.zone.name)
		if err != nil {
			continue // a system that knows fewer zones
		}
		name := m.zone.name + " · " + now.In(at).Format("15:04")
		if m.city != m.zone.cities[0].name {
			name = m.city + " · " + name
		}
		if choices = append(choices, render.Choice{Name: name, Value: m.zone.name}); len(choices) == offered {
			break
		}
	}
	return choices
}

// named lists the zones of that name, or with a city of it.
func named(all []zone, typed string) []zone {
	folded := foldPlace(typed)
	var found []zone
	for _, z := range all {
		if z.full == folded {
			return []zone{z}
		}
		if slices.ContainsFunc(z.cities, func(city town) bool { return city.called(folded) }) {
			found = append(found, z)
		}
	}
	return found
}

// isOldName says whether a text may be the name that a zone had before, such as Asia/Calcutta or
// US/Eastern. Those of Etc aren't taken: Etc/GMT+2 is two hours behind UTC.
func isOldName(text string) bool {
	region, _, ok := strings.Cut(text, "/")
	return ok && slices.Contains([]string{
		"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Brazil", "Canada",
		"Chile", "Europe", "Indian", "Mexico", "Pacific", "US",
	}, region)
}

// findZone reads a zone as it was picked, or as a name or city typed in full. The
// error is a [render.DoorRefusal]: there is none, or several have a city of that name.
func findZone(all []zone, typed string) (*time.Location, error) {
	unknown := &render.DoorRefusal{Code: render.NoZone, Word: typed}
	name := strings.TrimSpace(typed)
	switch found := named(all, typed); {
	case len(found) == 1:
		name = found[0].name
	case len(found) > 1:
		several := &render.DoorRefusal{Code: render.Several, Word: typed}
		for _, z := range found {
			several.Meanings = append(several.Meanings, z.name)
		}
		return nil, several
	case !isOldName(name):
		return nil, unknown
	}
	at, err := time.LoadLocation(name)
	if err != nil {
		return nil, unknown
	}
	return at, nil
}
