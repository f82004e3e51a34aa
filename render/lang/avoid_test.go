package lang

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// avoided are words that a language's texts do without: those of Discord's voice calls
// for what notifies somebody, another way of addressing people than its own, another name of a
// thing than its own, and in Spanish the tense that half of its speakers wouldn't use.
var avoided = map[string]string{
	"en": `\bcalls?\b(?: you| me|\.|$)|\b(?:without|no) calls?\b|\b[Ss]eeds?\b|[Cc]ommitment|\banew\b` +
		`|\bundone\b|what \{word\} brought|for nobody any more|settings calls|in mid-hand` +
		`|\b[Ll]aps(?:e|ing)|[Pp]ropos|Someone who left|\breckon|\bis out (?:and|with)|[Bb]eside that` +
		`|nothing of value|to the pip|[Cc]lock of|of late\b|forgiven pips|\bround of\b|[Tt]hank you` +
		`|[Ww]hoever(?:’s| asked| comes| has| is| manages)|\bmay (?:manage|moderate)` +
		`|[Ll]ay(?:s|ing)? (?:all|everything|\{)|what’s between`,
	"nl": `[Oo]proep|\bu\b|\buw\b|\bstock\b|[Ss]pelleider|\bgedeeld\b|\bging uit\b|[Ss]tartwaarde|op de punt\b` +
		`|[Vv]ereffe|[Pp]restatie|[Pp]or geven|niemands rekening|allebei eens|ongedaan`,
	"de": `[Aa]nruf|\bIhnen\b|\bIhre?[nmrs]?\b|\bvom Stapel\b|\bVorrat\b|\btäte\b|\b[Tt]ipp(?:e|st)?\b (?:den|die|eine)|Startwert` +
		`|\bErlass\b|[Bb]egleichung|[Rr]ücknahme|Verwalter\b|andere[nr]? Seite|Nemesis|höchstens .*mindestens|aufgehoben durch`,
	"fr": `\bappels?\b|t’appelle|\bvous\b|\bveuillez\b|\bpioches? la défausse\b|\bgraines?\b` +
		`|\b(?:une (?:autre|dernière)|dernière|ta|ma) ?_?défausse\b|\bRemise\b|\b[Pp]ertes?\b|pendant ce temps|par tête|manche défaite` +
		`|[Pp]roposition|[Cc]aduque|Encore ouvert|[Nn]otification|\b[Mm]atch\b|s’occupe d[eu]` +
		`|[Dd]istribu|\b[Nn]otices?\b|\b[Mm]otifs?\b|[Nn]uméros? (?:du message|du clic|de (?:tes )?clics)` +
		`|[Qq]uelqu’un qui est parti|le sais depuis|\bhorloge|entre (?:les )?personnes|ne valent rien|de valeur n’est` +
		`|un cadeau de points|déjà réglée|en cas d’absence|\b(?:de|que) \*{0,2}\{(?:name|other)\}|«\x{00a0}|\x{00a0}»`,
	"es-ES":  spanish,
	"es-419": spanish + `|\b[Ss]itios?\b|como mucho|muy tarde|\ballí\b|rueba (?:otra vez|de nuevo)|\b[Nn]o vale\b|gestion|\bun toque`,
	"pt-BR": `[Cc]hamad[ao]s?\b|\bchamo\b|\bteu\b|\btua\b|tem de ser|está a jogar|[Ss]ementes?\b` +
		`|[Ee]storno|\bcomanda\b|vocês dois|\bjuntos\b|si mesmo|os dois concordam|administradores|[Aa]notação|[Dd]ado como perdido|Nêmesis|[Ll]igeiro|(?:do|ao) descarte`,
}

const spanish = `[Ll]lamadas?\b|\bte llamo\b|\busted|vosotros|ordenador|computadora|\bcoge[rs]?\b|[Ss]emillas?\b|` + perfect +
	`|[Vv]elada|lleva la mesa|cargo de la mesa|[Dd]ado por|saldo pagado|Némesis|administradores|\bjuntos\b|esas dos personas` +
	`|\b[Dd]eshecho por|último[ _]descarte|Tú y \{name\} (?:están|todavía|tienen)`

const perfect = `\b(?:[Hh]e|[Hh]as|[Hh]a|[Hh]emos|[Hh]an) (?:\pL+(?:ado|ido)|hecho|dicho|visto|puesto)\b`

// said is all that a language says, with what it is a variant of.
func said(t testing.TB, tag string) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{}
	for _, v := range variants() {
		if v.tag == tag {
			maps.Copy(all, raw(t, v.of))
		}
	}
	maps.Copy(all, raw(t, tag))
	return all
}

func TestNoTextSaysWhatItsLanguageAvoids(t *testing.T) {
	for _, tag := range Spoken() {
		never := regexp.MustCompile(avoided[tag])
		if avoided[tag] == "" {
			t.Errorf("%s avoids nothing", tag)
		}
		for key, forms := range said(t, tag) {
			for form, text := range forms {
				if m := never.FindString(text); m != "" {
					t.Errorf("%s %s %s says %q: %q", tag, key, form, m, text)
				}
			}
		}
	}
}

func TestWhatIsAvoidedIsFound(t *testing.T) {
	for tag, texts := range map[string][]string{
		"en": {"hours without calls", "I do not call you then", "Seed: x is the seed", "undone by #3",
			"Someone who left", "lapses tomorrow", "Leave in mid-hand?", "You could lay {list}"},
		"nl":    {"uren zonder oproep", "Kunt u dat?", "Ben ging uit", "Vereffening", "Jouw prestaties"},
		"de":    {"Sie können Ihre Karten sehen", "Du könntest vom Stapel ziehen", "Tipp den Namen", "ein Erlass", "die andere Seite"},
		"fr":    {"des heures sans appel", "je t’appelle", "vous jouez", "Reprendre ta défausse", "dernière_défausse", "Passé en perte", "la proposition expire", "La demande est caduque", "**Encore ouvert**", "des heures sans notification", "3 dans le match", "qui s’occupe de ce bot", "La manche 3 est distribuée", "cette notice", "le motif", "le numéro du message", "les numéros de tes clics", "Quelqu’un qui est parti", "je le sais depuis hier", "l’horloge du fuseau", "comptent, entre les personnes", "Les points ne valent rien", "rien de valeur n’est misé", "un cadeau de points", "Cette question est déjà réglée", "Ordinateur en cas d’absence", "les points que **{name}** te devait", "«\u00a09 »"},
		"es-ES": {"Has robado", "Ya ha pasado", "no he hecho nada", "horas sin llamadas", "una velada", "Tú y {name} están"}, "es-419": {"un sitio", "como mucho 40", "La ronda ha terminado", "«3» no vale como tiempo", "Prueba de nuevo"},
		"pt-BR": {"horas sem chamada", "chamo você", "Estorno", "entre vocês dois", "compra do descarte"},
	} {
		for _, text := range texts {
			if !regexp.MustCompile(avoided[tag]).MatchString(text) {
				t.Errorf("%s: %q passes", tag, text)
			}
		}
	}
	for tag, text := range map[string]string{"en": "The hand was called off", "es-ES": "Hay una ronda que haya terminado", "de": "Wähl je eine Karte von beiden Stapeln", "fr": "Ils s’appellent ainsi"} {
		if m := regexp.MustCompile(avoided[tag]).FindString(text); m != "" {
			t.Errorf("%s: %q is found in %q", tag, m, text)
		}
	}
}

// TestLabelsFitTheirPlaces holds how long what is read in one line on a phone may be.
func TestLabelsFitTheirPlaces(t *testing.T) {
	c := MustLoad(t)
	for _, tag := range Spoken() {
		all := said(t, tag)
		for key, forms := range all {
			text, most := forms["other"], 0
			kind, rest, _ := strings.Cut(key, ".")
			switch {
			case kind == "select":
				most = 28
			case kind == "twist":
				most = 60
			case kind == "value":
				field, _, _ := strings.Cut(rest, ".")
				if rule := all["rule."+field]; rule != nil {
					text, most = rule["other"]+": "+text, 60
				}
			case kind == "modal":
				most = 45 // Discord's for titles and labels of forms
			case strings.HasSuffix(key, ".about"):
				most = 100 // Discord's for descriptions
			case kind == "command" || kind == "param":
				most = 32 // Discord's for names
			}
			if n := utf8.RuneCountInString(text); most > 0 && n > most {
				t.Errorf("%s %s has %d characters and not %d: %q", c.For(tag).Tag(), key, n, most, text)
			}
		}
	}
}

// TestEverySentenceIsSaid finds the name of each key in code that isn't its declaration.
func TestEverySentenceIsSaid(t *testing.T) {
	var code strings.Builder
	for _, pattern := range []string{"*.go", "../*.go", "../../commands/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no code in %s: %v", pattern, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "key_") {
				continue
			}
			text, err := os.ReadFile(name) // of our own tree
			if err != nil {
				t.Fatal(err)
			}
			code.Write(text)
		}
	}
	names := map[string]bool{}
	for _, name := range regexp.MustCompile(`\b[A-Z]\w+\b`).FindAllString(code.String(), -1) {
		names[name] = true
	}
	declared := regexp.MustCompile(`(?m)^\s*([A-Z]\w+)\s+Key\s+= "`)
	files, err := filepath.Glob("key_*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range files {
		text, err := os.ReadFile(file) // of our own tree
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
			if found++; !names[m[1]] {
				t.Errorf("nothing says %s", m[1])
			}
		}
	}
	if found != len(constants(t)) {
		t.Errorf("%d keys looked for, of %d", found, len(constants(t)))
	}
}
