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
	"nl": `[Oo]proep|\bu\b|\buw\b|\bstock\b|[Ss]pelleider|(?:[Ss]pel \{hand\}|[Kk]aarten)[^.]*\bgedeeld\b|\bging uit\b|[Ss]tartwaarde|op de punt\b` +
		`|[Vv]ereffe|[Pp]restatie|[Pp]or geven|niemands rekening|allebei eens|ongedaan` +
		`|[Vv]oorstel|[Vv]oorgesteld|[Ss]telt voor\b|[Vv]erloopt|[Ss]eintje|(?:^|[^{\pL])(?:[Mm]eld(?:en|t|de)?|gemeld)\b` +
		`|iemand van vroeger|\b[Mm]atch\b|[Kk]lok van|[Ii]n deze server|(?:[Kk]ies|[Nn]odig)(?: er)? tot\b|kijkt toe` +
		`|[Aa]flegkaart|\b(?:het|spel|dat) uit is\b|[Nn]ummers? van (?:je |de )?klik|nummer van (?:het|een) (?:eigen )?bericht` +
		`|\b(?:het|ze|hem) wist\b|[Kk]opieën|niets waard|^opmerking$|alle tijden|[“”]`,
	"de": `[Aa]nruf|\bIhnen\b|\bIhre?[nmrs]?\b|\bvom Stapel\b|\bVorrat\b|\btäte\b|\b[Tt]ipp(?:e|st)?\b (?:den|die|eine)|Startwert` +
		`|\bErlass\b|[Bb]egleichung|[Rr]ücknahme|Verwalter\b|andere[nr]? Seite|Nemesis|höchstens .*mindestens|aufgehoben durch` +
		`|\b[Vv]orschl(?:ag|äge)\b|[Hh]infällig|das weiß ich|Zeile im Deckel|[Nn]ach der Uhr|\bMatch\b|[Aa]nschreiben` +
		`|(?:eine|derselben|deine) Runde\b|[Aa]ufmach|[Aa]ufgeht|macht einen auf|[Vv]on Wert\b|[Nn]ichts wert|Gemachte[sn]?\b|[Ee]rlassene Punkte` +
		`|Nummern? (?:der|deiner|des|von) (?:eigenen )?(?:Nachricht|Klick)|beiden Seiten|(?:deine[nr]?|unter) Freunden?\b|Alles loswerden|\pL…`,
	"fr": `\bappels?\b|t’appelle|\bvous\b|\bveuillez\b|\bpioches? la défausse\b|\bgraines?\b` +
		`|\b(?:une (?:autre|dernière)|dernière|ta|ma) ?_?défausse\b|\bRemise\b|\b[Pp]ertes?\b|pendant ce temps|par tête|manche défaite` +
		`|[Pp]roposition|[Cc]aduque|Encore ouvert|[Nn]otification|\b[Mm]atch\b|s’occupe d[eu]` +
		`|[Dd]istribu|\b[Nn]otices?\b|\b[Mm]otifs?\b|[Nn]uméros? (?:du message|du clic|de (?:tes )?clics)` +
		`|[Qq]uelqu’un qui est parti|le sais depuis|\bhorloge|entre (?:les )?personnes|ne valent rien|de valeur n’est` +
		`|un cadeau de points|déjà réglée|en cas d’absence|\b(?:de|que) \*{0,2}\{(?:name|other)\}|«\x{00a0}|\x{00a0}»`,
	"es-ES":  spanish,
	"es-419": spanish + `|\b[Ss]itios?\b|como mucho|\ballí|gestion|\bun toque|\btoques\b`,
	"pt-BR": `[Cc]hamad[ao]s?\b|\bchamo\b|\bteu\b|\btua\b|tem de ser|está a jogar|[Ss]ementes?\b` +
		`|[Ee]storno|\bcomanda\b|vocês dois|\bjuntos\b|si mesmo|os dois concordam|administradores|[Aa]notação|[Dd]ado como perdido|Nêmesis|[Ll]igeiro|(?:do|ao) descarte` +
		`|[Pp]ropost|[Pp]ropõe|[Pp]ropôs|[Cc]aduc(?:a|ou)|\b[Vv]olt(?:ar|ou|a) atrás|Ainda em aberto|Alguém que saiu` +
		`|sei disso desde|\bids?\b|[Qq]uem cuida d|[Cc]ópias do arquivo|[Bb]loqueio|[Mm]enor acerto|relógio de \{|ponto por ponto` +
		`|troux\pL+ na caderneta|[Cc]alcula-se|Prova do baralho|[Cc]omputador por quem|[Ee]ntre os dois\b|os vê\b` +
		`|\b(?:dev|pag)\pL* \{n\} (?:de )?pontos? a\b|[Dd]ev(?:e|em|ia|iam) a (?:você|\{)|\bdá uma? (?:só|quando|para|a)\b`,
}

const spanish = `[Ll]lamadas?\b|\bte llamo\b|\busted|vosotros|ordenador|computadora|\bcoge[rs]?\b|[Ss]emillas?\b|` + perfect +
	`|[Vv]elada|lleva la mesa|cargo de la mesa|[Dd]ado por|saldo pagado|Némesis|administradores|\bjuntos\b|esas dos personas` +
	`|\b[Dd]eshecho por|último[ _]descarte|Tú y \{name\} (?:están|todavía|tienen)|[Pp]ropuest|\b[Pp]ropone\b|[Pp]reguntas? abierta` +
	`|Alguien que se fue|sin efecto|lo sé desde|\bids?(?:[ ,.:;]|$)|números? del? (?:el |un )?(?:mensaje|clic)|números de tus clics` +
	`|con un descarte|[Oo]tro descarte|\btira(?:ndo|r)\b|[Hh]oras de silencio|nada de valor|no valen nada|(?:lo|que) dieron` +
	`|trajo entre|parte de la (?:gesti|administra)|a solas contra|[Pp]rueba del reparto|rueba (?:otra vez|de nuevo)` +
	`|entre los dos\b|[Aa]delante\b|[Tt]odavía no (?:juga|termina|hic)|[Nn]o vale\b|muy tarde`

const perfect = `\b(?:[Hh]e|[Hh]as|[Hh]a|[Hh]emos|[Hh]an) (?:\pL+(?:ado|ido)|(?:des)?hecho|dicho|visto|puesto|vuelto)\b`

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

// worseSpanish are texts with what Spanish avoids.
func worseSpanish() []string {
	return []string{
		"Has robado", "Ya ha pasado", "no he hecho nada", "Se han deshecho", "Ann ha vuelto", "todavía no jugaste",
		"horas sin llamadas", "en sus horas de silencio", "una velada", "Tú y {name} están", "el saldo entre los dos",
		"1 propuesta abierta", "Bo propone saldar", "quedó sin efecto", "Alguien que se fue", "lo sé desde el 3",
		"tu id de Discord", "el número del mensaje", "los números de tus clics", "no valen nada", "lo que dieron las rondas",
		"termina con un descarte", "tirando o no", "a solas contra máquinas", "Prueba del reparto", "Adelante",
		"como parte de la gestión", "Prueba de nuevo", "«3» no vale como tiempo", "como muy tarde",
	}
}

func TestWhatIsAvoidedIsFound(t *testing.T) {
	for tag, texts := range map[string][]string{
		"en": {"hours without calls", "I do not call you then", "Seed: x is the seed", "undone by #3",
			"Someone who left", "lapses tomorrow", "Leave in mid-hand?", "You could lay {list}"},
		"nl": {"uren zonder oproep", "Kunt u dat?", "Ben ging uit", "Vereffening", "Jouw prestaties", "Spel {hand} is gedeeld",
			"1 open voorstel", "Ann stelt voor", "voorgesteld door jou", "verloopt morgen", "een seintje", "dan meld ik het",
			"Ik ben gemeld", "iemand van vroeger", "24 in de match", "de klok van UTC", "in deze server", "Kies tot vijf mensen",
			"Je kijkt toe", "een laatste aflegkaart", "zodra het uit is", "de nummers van je klikken",
			"het nummer van het bericht", "Tot je het wist", "kopieën van het bestand", "ze zijn niets waard",
			"opmerking", "alle tijden", "“boot”"},
		"de": {"Sie können Ihre Karten sehen", "Du könntest vom Stapel ziehen", "Tipp den Namen", "ein Erlass", "die andere Seite",
			"1 offener Vorschlag zu deinem Deckel", "Das ist hinfällig", "das weiß ich seit gestern", "Neueste Zeile im Deckel", "Tage nach der Uhr von Berlin",
			"120 im Match", "Direkt anschreiben", "eine Runde Rommé", "einen Tisch aufmachen", "wenn ein Tisch aufgeht", "Sie sind nichts wert",
			"etwas rückgängig Gemachtes", "erlassene Punkte", "die Nummern deiner Klicks", "Eine der beiden Seiten", "bei deinen Freunden", "Einladen…"},
		"fr":    {"des heures sans appel", "je t’appelle", "vous jouez", "Reprendre ta défausse", "dernière_défausse", "Passé en perte", "la proposition expire", "La demande est caduque", "**Encore ouvert**", "des heures sans notification", "3 dans le match", "qui s’occupe de ce bot", "La manche 3 est distribuée", "cette notice", "le motif", "le numéro du message", "les numéros de tes clics", "Quelqu’un qui est parti", "je le sais depuis hier", "l’horloge du fuseau", "comptent, entre les personnes", "Les points ne valent rien", "rien de valeur n’est misé", "un cadeau de points", "Cette question est déjà réglée", "Ordinateur en cas d’absence", "les points que **{name}** te devait", "«\u00a09 »"},
		"es-ES": worseSpanish(), "es-419": {"un sitio", "como mucho 40", "La ronda ha terminado", "sigue allí.", "quien gestiona", "toques de quien espera"},
		"pt-BR": {"horas sem chamada", "chamo você", "Estorno", "entre vocês dois", "compra do descarte",
			"{n} propostas abertas", "A pergunta caducou", "{name} voltou atrás", "Ainda em aberto", "Alguém que saiu", "sei disso desde {when}",
			"seu id do Discord", "quem cuida deste bot", "Bloqueio depois de", "O menor acerto", "o relógio de {word}", "iguais, ponto por ponto",
			"o que um acerto trouxe na caderneta", "Calcula-se que", "Prova do baralho", "Computador por quem se ausenta", "o saldo entre os dois",
			"Você deve {n} pontos a {name}", "que {name} devia a você", "dá uma quando você quiser"},
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
