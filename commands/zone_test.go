package commands

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

var winter = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func TestCitiesLieInZonesThatThereAre(t *testing.T) {
	all := zones()
	if len(all) < 400 {
		t.Fatalf("only %d zones", len(all))
	}
	for _, z := range all {
		if _, err := time.LoadLocation(z.name); err != nil {
			t.Error(err)
		}
	}
	lines := strings.Split(strings.TrimSpace(cityNames), "\n")
	if !slices.IsSorted(lines) || len(strings.Split(cityNames, ", ")) < 700 {
		t.Errorf("cities aren't sorted by zone, or are only %d", len(strings.Split(cityNames, ", ")))
	}
	known := map[string]bool{}
	for _, z := range all {
		known[z.name] = true
	}
	for _, line := range lines {
		name, cities, ok := strings.Cut(line, ": ")
		if !ok || !known[name] {
			t.Errorf("%q is no line of a zone that can be picked", line)
		}
		seen := map[string]bool{}
		for city := range strings.SplitSeq(cities, ", ") {
			if city != strings.TrimSpace(city) || city == "" || foldPlace(city) == "" || seen[city] {
				t.Errorf("%s: the city %q is badly written, or stands twice", name, city)
			}
			seen[city] = true
		}
		delete(known, name)
	}
}

// TestOnlySomeCitiesShareTheirName holds which names are those of cities in several
// zones: who types one is offered all of them, and another would be a slip.
func TestOnlySomeCitiesShareTheirName(t *testing.T) {
	byName := map[string][]string{}
	for _, z := range zones() {
		folded := map[string]bool{}
		for _, c := range z.cities {
			folded[c.folded], folded[c.typed] = true, true
		}
		for name := range folded {
			byName[name] = append(byName[name], z.name[strings.LastIndex(z.name, "/")+1:])
		}
	}
	maps.DeleteFunc(byName, func(_ string, zones []string) bool { return len(zones) == 1 })
	shared := []string{}
	for name, zones := range byName {
		shared = append(shared, name+": "+strings.Join(zones, ", "))
	}
	slices.Sort(shared)
	want := []string{
		"acst: Adelaide, Darwin", "aest: Brisbane, Sydney", "ast: Halifax, Puerto_Rico, Riyadh",
		"barcelona: Caracas, Madrid", "bergen: Brussels, Oslo", "birmingham: Chicago, London",
		"brest: Minsk, Paris", "bst: Dhaka, London", "cartagena: Bogota, Madrid", "cdt: Chicago, Havana",
		"cest: Berlin, Madrid, Paris, Rome", "cet: Algiers, Berlin, Madrid, Paris, Rome",
		"cordoba: Cordoba, Madrid", "cst: Chicago, Havana, Mexico_City, Shanghai",
		"cuenca: Guayaquil, Madrid", "eest: Cairo, Athens, Helsinki, Kyiv",
		"eet: Cairo, Athens, Helsinki, Kyiv", "est: New_York, Panama", "gmt: Dublin, London, UTC",
		"granada: Managua, Madrid", "guadalajara: Mexico_City, Madrid", "hamilton: Toronto, Auckland",
		"hyderabad: Karachi, Kolkata",
		"ist: Jerusalem, Kolkata, Dublin", "kingston: Jamaica, Toronto", "la paz: La_Paz, Mazatlan",
		"leon: Managua, Mexico_City, Madrid", "merida: Caracas, Merida, Madrid",
		"mesz: Berlin, Vienna, Zurich", "mez: Berlin, Vienna, Zurich", "mst: Denver, Phoenix",
		"newcastle: Sydney, London", "portland: Los_Angeles, New_York", "pst: Los_Angeles, Manila", "saint denis: Paris, Reunion",
		"san jose: Costa_Rica, Los_Angeles", "san juan: San_Juan, Puerto_Rico",
		"santa cruz: La_Paz, Canary", "santa fe: Cordoba, Denver", "sst: Singapore, Pago_Pago", "st johns: Antigua, St_Johns", "toledo: New_York, Madrid",
		"tripoli: Tripoli, Beirut", "valencia: Caracas, Madrid", "victoria: Vancouver, Mahe", "vitoria: Sao_Paulo, Madrid", "west: Canary, Lisbon",
		"wet: Canary, Lisbon",
	}
	if !slices.Equal(shared, want) {
		t.Errorf("shared are\n%s\nand not\n%s", strings.Join(shared, "\n"), strings.Join(want, "\n"))
	}
}

// TestZonesAreFoundByTheCitiesPeopleLiveIn types cities as people of all six
// languages call them; the zone stands first.
func TestZonesAreFoundByTheCitiesPeopleLiveIn(t *testing.T) {
	all := zones()
	for zone, cities := range map[string]string{
		"Europe/Berlin":        "München, münchen, MUNCHEN, Muenchen, Munich, Hamburg, Köln, Koeln, koln, Keulen, Frankfurt, Nürnberg, Düsseldorf, Straubing?",
		"Europe/Vienna":        "Wien, Wenen, Vienne, Viena, Graz, Salzburg",
		"Europe/Zurich":        "Zürich, Zuerich, Genf, Genève, geneve, Ginebra, Basel, Bâle, Bern, Lausanne, St. Gallen, st gallen",
		"Europe/Amsterdam":     "amster, Rotterdam, Utrecht, Den Haag, den h, 's-Gravenhage, ’s-Hertogenbosch, La Haya, Eindhoven, Groningen",
		"Europe/Brussels":      "Antwerpen, Anvers, Bruxelles, Bruselas, Brussel, Brüssel, Gent, gent, Gand, Luik, Liège, Brugge",
		"Europe/Lisbon":        "Lissabon, Lisboa, Lisbonne, Porto, Coimbra",
		"Europe/London":        "Londen, Londres, Manchester, Édimbourg, edinb",
		"Europe/Rome":          "Roma, Rom, Milano, Mailand, Neapel, Florence",
		"Europe/Paris":         "Lyon, Marseille, Toulouse, Nantes, Strasbourg, Straßburg, strassburg, Parijs, Nice, Saint-Étienne, saint etienne",
		"Europe/Madrid":        "Sevilla, Bilbao, Málaga, Zaragoza, San Sebastián",
		"America/Toronto":      "Montréal, Montreal, Québec, Ottawa",
		"America/Mexico_City":  "Ciudad de México, ciudad de mexico, CDMX, Puebla",
		"America/New_York":     "Nueva York, Nova York, new_y, Boston, Miami, Washington",
		"America/Bogota":       "Medellín, medellin, Cali",
		"America/Guayaquil":    "Quito",
		"America/Havana":       "La Habana, habana, Havanna",
		"America/Sao_Paulo":    "Rio, rio, Rio de Janeiro, rio de, Río de Janeiro, Brasília, brasilia, Belo Horizonte, Curitiba, SÃO PAULO, sampa?",
		"America/Bahia":        "Salvador, salvador, Salvador da Bahia",
		"America/Lima":         "Arequipa",
		"America/El_Salvador":  "El Salvador, San Salvador",
		"America/Rio_Branco":   "Rio Branco, rio b",
		"Atlantic/Canary":      "Las Palmas, Tenerife",
		"Asia/Kolkata":         "Mumbai, Delhi",
		"Asia/Tokyo":           "Tokio, Osaka",
		"Europe/Istanbul":      "Ankara, Izmir, İzmir",
		"Europe/Warsaw":        "Łódź, Lodz, Kraków, Warschau",
		"America/Indiana/Knox": "knox, indiana kn",
		"UTC":                  "utc",
	} {
		for city := range strings.SplitSeq(cities, ", ") {
			got := zoneChoices(all, homesOf("xx", "en"), city, winter)
			if strings.HasSuffix(city, "?") {
				if len(got) > 0 {
					t.Errorf("%q finds %v", city, got)
				}
				continue
			}
			if len(got) == 0 || got[0].Value != zone {
				t.Errorf("%q finds %v and not %s first", city, got, zone)
			}
		}
	}
}

func TestChoicesAreInTheOrderOfWhatFits(t *testing.T) {
	all := zones()
	for _, w := range []struct{ locale, typed, want string }{
		{"de", "", "Europe/Berlin · 13:00 | Wien · Europe/Vienna · 13:00 | Europe/Zurich · 13:00 | Luxemburg · Europe/Luxembourg · 13:00"},
		{"nl", "", "Europe/Amsterdam · 13:00 | Brussel · Europe/Brussels · 13:00"},
		{"fr", "", "Europe/Paris · 13:00 | Bruxelles · Europe/Brussels · 13:00 | Genève · Europe/Zurich · 13:00 | Montréal · America/Toronto · 07:00"},
		{"es-ES", "", "Europe/Madrid · 13:00 | Las Palmas · Atlantic/Canary · 12:00"},
		{"es-419", "", "Ciudad de México · America/Mexico_City · 06:00 | America/Bogota · 07:00"},
		{"pt-BR", "", "America/Sao_Paulo · 09:00 | America/Manaus · 08:00 | America/Fortaleza · 09:00 | America/Recife · 09:00 | Salvador · America/Bahia · 09:00"},
		{"en-US", "", "America/New_York · 07:00 | America/Chicago · 06:00"},
		{"en-GB", "", "Europe/London · 12:00 | Europe/Dublin · 12:00"},
		// Two cities of one name: that of the reader's own first.
		{"es-ES", "córdoba", "Córdoba · Europe/Madrid · 13:00 | America/Argentina/Cordoba · 09:00"},
		{"es-419", "córdoba", "America/Argentina/Cordoba · 09:00 | Córdoba · Europe/Madrid · 13:00"},
		{"es-ES", "barcelona", "Barcelona · Europe/Madrid · 13:00 | Barcelona · America/Caracas · 08:00"},
		{"es-419", "Valencia", "Valencia · America/Caracas · 08:00 | Valencia · Europe/Madrid · 13:00"},
		// Who types on finds the others.
		{"pt-BR", "Rio", "Rio · America/Sao_Paulo · 09:00 | America/Rio_Branco · 07:00 | America/Argentina/Rio_Gallegos · 09:00 | America/Argentina/La_Rioja · 09:00"},
		{"pt-BR", "Salvador", "Salvador · America/Bahia · 09:00 | America/El_Salvador · 06:00"},
		{"nl", "Gent", "Gent · Europe/Brussels · 13:00"},
		{"nl", "york", "York · Europe/London · 12:00 | America/New_York · 07:00"},
		{"de", "europe/ber", "Europe/Berlin · 13:00"},
		{"de", "atlantis", ""},
		{"en-US", "edt", "EDT · America/New_York · 07:00"},
		{"en-GB", "GMT", "GMT · Europe/London · 12:00 | GMT · Europe/Dublin · 12:00 | GMT · UTC · 12:00"},
		{"en-US", "IST", "IST · Europe/Dublin · 12:00 | IST · Asia/Jerusalem · 14:00 | IST · Asia/Kolkata · 17:30 | Europe/Istanbul · 15:00"},
		// Who types how far their clock is ahead finds the zones where it is so.
		{"de", "UTC+5:30", "Asia/Colombo · 17:30 | Asia/Kolkata · 17:30"}, {"de", "+0545", "Asia/Kathmandu · 17:45"}, {"fr", "utc −3:30", "America/St_Johns · 08:30"},
	} {
		language, _, _ := strings.Cut(w.locale, "-")
		if _, ok := homes[w.locale]; ok {
			language = w.locale
		}
		names := []string{}
		for _, c := range zoneChoices(all, homesOf(w.locale, language), w.typed, winter) {
			names = append(names, c.Name)
		}
		got := strings.Join(names, " | ")
		if got != w.want && (w.typed != "" || len(names) != offered || !strings.HasPrefix(got, w.want+" | ")) {
			t.Errorf("%s: %q offers %s\nand not %s", w.locale, w.typed, got, w.want)
		}
	}
}

// TestEveryLanguageHasItsHomes holds that each city of homes is one alone, and that
// no zone is offered twice.
func TestEveryLanguageHasItsHomes(t *testing.T) {
	all := zones()
	for _, tag := range lang.Spoken() {
		if homes[tag] == "" {
			t.Errorf("%s has no homes", tag)
		}
	}
	for locale := range homes {
		for _, city := range homesOf(locale, "") {
			if found := named(all, city); len(found) != 1 {
				t.Errorf("%s: %q is in %d zones", locale, city, len(found))
			}
		}
		seen := map[any]bool{}
		for _, c := range zoneChoices(all, homesOf(locale, ""), "", winter) {
			if seen[c.Value] {
				t.Errorf("%s: %v is offered twice", locale, c.Value)
			}
			seen[c.Value] = true
		}
	}
}

func TestAZoneIsReadAsItIsTyped(t *testing.T) {
	all := zones()
	for typed, want := range map[string]string{
		"amsterdam": "Europe/Amsterdam", "Europe/Paris": "Europe/Paris", "Asia/Calcutta": "Asia/Calcutta", " München ": "Europe/Berlin", "Muenchen": "Europe/Berlin",
		"EDT": "America/New_York", "HST": "Pacific/Honolulu", "JST": "Asia/Tokyo", "Japan": "Asia/Tokyo", "US/Eastern": "US/Eastern", "BRT": "America/Sao_Paulo", "UTC": "UTC",
		"Rio": "America/Sao_Paulo", "america/argentina/cordoba": "America/Argentina/Cordoba",
	} {
		if got, err := findZone(all, typed); err != nil || got.String() != want {
			t.Errorf("%q is read as %v, %v", typed, got, err)
		}
	}
	for typed, want := range map[string]render.DoorCode{
		"": render.NoZone, "Local": render.NoZone, "atlantis": render.NoZone, "../etc/passwd": render.NoZone, "Mün": render.NoZone, "Córdoba": render.Several, "valencia": render.Several,
		// Some clocks have one name, and some names of clocks mean another than they seem to.
		"EST": render.Several, "CST": render.Several, "IST": render.Several, "BST": render.Several, "PST": render.Several, "CET": render.Several, "GMT": render.Several,
		"Etc/GMT+2": render.NoZone, "GMT+2": render.NoZone, "UTC-5:30": render.NoZone, "+2": render.NoZone, "GMT0": render.NoZone, "EST5EDT": render.NoZone, "W-SU": render.NoZone,
		"localtime": render.NoZone, "Factory": render.NoZone, "posixrules": render.NoZone, "right/Europe/Berlin": render.NoZone, "posix/Europe/Berlin": render.NoZone, "XYZ": render.NoZone,
	} {
		var refusal *render.DoorRefusal
		if got, err := findZone(all, typed); !errors.As(err, &refusal) || refusal.Code != want {
			t.Errorf("%q is read as %v, %v", typed, got, err)
		}
	}
}

// FuzzZones types anything: what is offered can be picked, and what is read is a zone.
func FuzzZones(f *testing.F) {
	for _, typed := range []string{"", "münch", "Córdoba", "rio", "europe/ber", "../etc", "St. ", "\x00"} {
		f.Add(typed)
	}
	all := zones()
	f.Fuzz(func(t *testing.T, typed string) {
		choices := zoneChoices(all, homesOf("de", "de"), typed, winter)
		if len(choices) > offered {
			t.Errorf("%q offers %d zones", typed, len(choices))
		}
		for _, c := range choices {
			value, _ := c.Value.(string)
			if at, err := findZone(all, value); err != nil || at.String() != value || utf8.RuneCountInString(c.Name) > 100 {
				t.Errorf("%q offers %v, which is read as %v, %v", typed, c, at, err)
			}
		}
		var refusal *render.DoorRefusal
		if at, err := findZone(all, typed); err == nil && at == time.Local || err != nil && !errors.As(err, &refusal) {
			t.Errorf("%q is read as %v, %v", typed, at, err)
		}
	})
}
