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

// A hand in which the coach has something to say of many things. The computer holds nothing that fits together, and
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

	if said := ben.followsTheCoach(40); len(said) < 3 {
		t.Errorf("the coach gives no more reasons than %q", said)
	}
	ben.isTold(say(lang.ButtonShare))
	above := ben.noteAfter("", say(lang.ButtonShare)).Above
	won := ben.finding(lang.ResultWon, above)
	paid := ben.finding(lang.ResultPays, above)
	if won == nil { // with a rummy, which is paid several times
		won, paid = ben.finding(lang.ResultRummy, above), ben.finding(lang.ResultPaysSum, above)
	}
	if won == nil || !strings.HasSuffix(won["name"], "Ben") {
		t.Fatalf("who does what the coach says doesn't win: %s", above)
	}
	ben.inThemes("coached-result")

	ben.writes("/record")
	ben.isOffered("/bilanz")
	ben.enter()
	ben.isTold(say(lang.RecordTitle), say(lang.RecordComputers), say(lang.RecordHands, lang.N(1), lang.Total(1)), say(lang.RecordNoPeople),
		say(lang.RecordPips, lang.Sum("+"+paid["n"])),
		say(lang.RecordAgainst, lang.List(say(lang.RecordScore, lang.Word("🤖 Moby"), lang.N(1), lang.Total(1)))))
	ben.inThemes("record")
	if faults := ben.faults(); len(faults) > 0 {
		t.Errorf("the console: %q", faults)
	}
}

// A note is a private message: what it says above its first choice, and its choices.
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

// finding looks for a sentence, whatever fills its places, and gives what does; nil where it isn't said.
func (p *tab) finding(k lang.Key, said string) advice {
	sentence := p.words.Tell(k, 2, func(place string) string { return "{" + place + "}" })
	sentence = regexp.QuoteMeta(strings.ReplaceAll(sentence, "**", "")) // as the page shows it
	pattern := regexp.MustCompile(`\\{(\w+)\\}`).ReplaceAllString(sentence, `(?P<$1>.+?)`)
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

// reasons are what the coach may say of a move.
var reasons = []lang.Key{
	lang.WhyOut, lang.WhyRummy, lang.WhyTakeMeld, lang.WhyTakeLayoff, lang.WhyTakeAlone, lang.WhyTakePair, lang.WhyStock,
	lang.WhyCaught, lang.WhyKeepup, lang.WhyLayoff, lang.WhyUseless, lang.WhySafe, lang.WhyDear, lang.WhyBreaks,
}

// followsTheCoach plays the hand that is being dealt to its end, in at most so many steps: each has a line that says what
// is best, and the button below that does it. It gives the reasons that were given.
func (p *tab) followsTheCoach(steps int) (said []lang.Key) {
	p.t.Helper()
	say := p.words.Say
	var seen note
	for range steps {
		seen = p.noteAfter(seen.Serial, say(lang.ButtonDoit), say(lang.ButtonShare))
		if slices.Contains(seen.Labels, say(lang.ButtonShare)) {
			return said
		}
		if p.finding(lang.TipLine, seen.Above) == nil {
			p.t.Fatalf("no coach above %q: %s", seen.Labels, seen.Above)
		}
		for _, reason := range reasons {
			if p.finding(reason, seen.Above) == nil || slices.Contains(said, reason) {
				continue
			}
			said = append(said, reason)
			p.inThemes("coach-" + strings.ReplaceAll(string(reason), ".", "-"))
		}
		p.press(say(lang.ButtonDoit))
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
