package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/chromedp/chromedp"
)

// A hand in which the coach has something to say of most things. The computer holds nothing that fits together, and
// throws nothing that fits Ben's cards.
const coachedHand = "Ben 9♣ 9♦ 9♠ 3♦ 4♦ 5♦ 10♥ J♥ Q♥ K♠\nComputer A♠ 2♥ 4♥ 6♠ 8♠ Q♠ 10♣ J♦ 5♣ 3♣\nup 2♣\n" +
	"stock 7♣ K♣ 10♠ 4♠ 6♦ 9♥ 6♣ Q♦ 7♦ 8♥ A♣ 8♦"

// TestTheFirstHandIsCoachedOnAPhone opens the page at 400 pixels as somebody who has never played, taps the first thing to
// do, plays a whole hand by what the coach says and nothing else, and finds it on the record.
func TestTheFirstHandIsCoachedOnAPhone(t *testing.T) {
	t.Parallel()
	d := openDemo(t, "BOATHOUSE_DICE=coach") // the computer plays the same each time
	browser := startBrowser(t)
	d.stack(t, "Computer", coachedHand)
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	ben := openTab(browser, t, d, "Ben", words.For("de"), 400, 860, chromedp.EmulateMobile, chromedp.EmulateTouch)
	speaksGerman(ben)
	say := ben.words.Say

	ben.inThemes("welcome")
	ben.wait("click(document.querySelector('.command-card'))")
	ben.wait("document.querySelector('.chip')?.textContent === " + quoted("/"+say(lang.Command("play"))))
	ben.inThemes("welcome-tapped")
	ben.wait("click(document.querySelector('.send'))")

	said := ben.followsTheCoach(40)
	for _, key := range []lang.Key{lang.TipStock, lang.TipSet, lang.TipRun, lang.TipKeep, lang.TipLayoff, lang.TipDiscard, lang.TipOut} {
		if !slices.Contains(said, key) {
			t.Errorf("the coach doesn't say %s, but %q", key, said)
		}
	}
	ben.isTold(say(lang.ResultWon, lang.Name("Ben"), lang.Hand(1)), say(lang.ButtonShare))
	paid := ben.finding(lang.ResultPays, ben.noteAfter("", say(lang.ButtonShare)).Above)
	ben.inThemes("coached-result")

	ben.writes("/record")
	ben.isOffered("/bilanz")
	ben.enter()
	ben.isTold(say(lang.RecordTitle), say(lang.RecordComputers), say(lang.RecordHands, lang.N(1), lang.Total(1)), say(lang.RecordNoPeople),
		say(lang.RecordPips, lang.Sum("+"+paid["n"])),
		say(lang.RecordAgainst, lang.List(say(lang.RecordScore, lang.Word("Moby"), lang.N(1), lang.Total(1)))))
	ben.inThemes("record")
	if faults := ben.faults(); len(faults) > 0 {
		t.Errorf("the console: %q", faults)
	}
}

// A note is a private message: what it says above its choices, and these.
type note struct {
	Serial string   `json:"serial"` // of this drawing
	Above  string   `json:"above"`
	Labels []string `json:"labels"`
}

// noteAfter waits until the newest private message with something to tap isn't that of a serial, and one of its labels
// is one of these.
func (p *tab) noteAfter(serial string, labels ...string) note {
	p.t.Helper()
	wanted, _ := json.Marshal(labels) // texts always encode
	return look[note](p, `await until(() => {
		const message = messages().find((m) => m.dataset.ephemeral && m.querySelector('[data-custom-id]'));
		const choices = [...message?.querySelectorAll('[data-custom-id]') ?? []];
		if (!choices.length || choices[0].dataset.customId === `+quoted(serial)+` || message.querySelector('[aria-busy=true]')) return false;
		const labels = choices.map((c) => flat(c.textContent));
		if (!`+string(wanted)+`.some((l) => labels.includes(l))) return false;
		const above = [...message.querySelectorAll('.text')].filter((t) => t.compareDocumentPosition(choices[0]) & Node.DOCUMENT_POSITION_FOLLOWING);
		return { serial: choices[0].dataset.customId, above: flat(above.map(said).join(' ')), labels };
	})`)
}

// An advice is what a line of the coach's names, by its places.
type advice map[string]string

// A coachLine says what to do; follow does it with what is drawn below.
type coachLine struct {
	says   lang.Key
	follow func(p *tab, told advice, labels []string)
}

var coach = []coachLine{
	{lang.TipStock, func(p *tab, _ advice, _ []string) { p.press(p.words.Say(lang.DrawStock, lang.N(2))) }},
	{lang.TipTakeSet, takesFromThePile},
	{lang.TipTakeRun, takesFromThePile},
	{lang.TipTakeLayoff, takesFromThePile},
	{lang.TipSet, melds},
	{lang.TipRun, melds},
	{lang.TipLayoff, func(p *tab, told advice, _ []string) {
		p.pick(p.words.Say(lang.SelectLayoff), strings.ReplaceAll(p.words.Say(lang.PickLayoff, lang.Cards(told["cards"])), "{meld}", told["meld"]))
	}},
	{lang.TipDiscard, discards},
	{lang.TipLeast, discards},
	{lang.TipOut, goesOut},
	{lang.TipRummy, goesOut},
}

func takesFromThePile(p *tab, told advice, _ []string) {
	p.press(p.words.Say(lang.DrawDiscard, lang.Cards(told["cards"])))
}

func melds(p *tab, told advice, _ []string) { p.pick(p.words.Say(lang.SelectMeld), told["cards"]) }

func discards(p *tab, told advice, _ []string) { p.pick(p.words.Say(lang.SelectDiscard), told["card"]) }

func goesOut(p *tab, _ advice, labels []string) {
	p.t.Helper()
	way := slices.IndexFunc(labels, func(label string) bool {
		return label == p.words.Say(lang.ButtonGoout) || p.finding(lang.ButtonGooutDiscard, label) != nil
	})
	if way < 0 {
		p.t.Fatalf("there is no way out among %q", labels)
	}
	p.press(labels[way])
}

// finding looks for a sentence, whatever fills its places, and gives what does; nil where it isn't said.
func (p *tab) finding(k lang.Key, said string) advice {
	pattern := regexp.MustCompile(`\\{(\w+)\\}`).ReplaceAllString(regexp.QuoteMeta(p.words.Tell(k, 2, func(place string) string { return "{" + place + "}" })), `(?P<$1>.+?)`)
	places := regexp.MustCompile(pattern)
	values := places.FindStringSubmatch(said)
	if values == nil {
		return nil
	}
	found := make(advice)
	for i, name := range places.SubexpNames() {
		found[name] = values[i]
	}
	return found
}

// followsTheCoach plays the hand that is being dealt to its end, in at most so many steps: at each it does what a line
// above the choices says, with what is drawn below. It gives what was said.
func (p *tab) followsTheCoach(steps int) (said []lang.Key) {
	p.t.Helper()
	say := p.words.Say
	var seen note
	for range steps {
		seen = p.noteAfter(seen.Serial, say(lang.DrawStock, lang.N(2)), say(lang.SelectDiscard), say(lang.ButtonShare))
		if slices.Contains(seen.Labels, say(lang.ButtonShare)) {
			return said
		}
		at := slices.IndexFunc(coach, func(l coachLine) bool { return p.finding(l.says, seen.Above) != nil })
		if at < 0 {
			p.t.Fatalf("no coach above %q: %s", seen.Labels, seen.Above)
		}
		line := coach[at].says
		if !slices.Contains(said, line) {
			p.inThemes("coach-" + strings.ReplaceAll(string(line), ".", "-"))
		}
		if said = append(said, line); p.finding(lang.TipKeep, seen.Above) != nil {
			said = append(said, lang.TipKeep)
		}
		coach[at].follow(p, p.finding(line, seen.Above), seen.Labels)
	}
	p.t.Fatalf("the hand isn't over after %d steps: %q", steps, said)
	return nil
}

// inThemes takes a picture of the tab in either theme, and looks at each as axe does. It leaves the light one.
func (p *tab) inThemes(name string) {
	p.t.Helper()
	p.fits()
	for _, scheme := range []string{"dark", "light"} {
		p.prefers(scheme)
		p.shoot("phone-" + p.person + "-" + name + "-" + scheme)
		p.isAccessible(name + ", " + scheme)
	}
}
