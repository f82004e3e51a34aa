package main

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestWhatTheBotDrawsStandsOnThePage plays a hand with the real bot: the table, a hand and the result stand on the page with
// their pictures, each told as the bot told it; and who has cards in words has no picture in what is theirs.
func TestWhatTheBotDrawsStandsOnThePage(t *testing.T) {
	t.Parallel()
	s := openStage(t, "BOATHOUSE_EMOJIS=1ms")
	d := &demo{dir: s.dir, addr: strings.TrimSuffix(strings.TrimPrefix(s.sim.Handshake().Page, "http://"), "/")}
	d.stack(t, "Ben", browserHands)
	browser := startBrowser(t)
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	ada := openTab(browser, t, d, "Ada", words.For("en-US"), 1400, 900)
	ben := openTab(browser, t, d, "Ben", words.For("de"), 400, 860)
	speaksGerman(ben)
	say, sagt := ada.words.Say, ben.words.Say
	sitDown(ada, ben)
	for _, p := range []*tab{ada, ben} {
		p.isShown(s, say(lang.TableDraws, lang.Name("Ada")), say(lang.TableDraws, lang.Name("Ada")))
	}
	for ready := false; !ready; { // small pictures of cards come when all are there
		ada.press(say(lang.ButtonHand))
		ada.isTold(say(lang.HandDraw))
		ready = look[bool](ada, "Boolean(messages()[0].querySelector('img.emoji'))")
	}
	ada.isShown(s, say(lang.HandDraw), say(lang.HandDraw))
	ben.press(say(lang.ButtonHand))
	ben.isShown(s, sagt(lang.HandWait), sagt(lang.HandWait))

	ben.writes("/settings view as:words")
	ben.wait("document.querySelector('#option-as')?.value === 'words'")
	ben.enter()
	ben.isTold(sagt(lang.RuleValue("view", "words")))
	ben.press(say(lang.ButtonHand))
	ben.isTold(sagt(lang.HandWait), "Karo-Dame, Kreuz 10")
	if n := look[int](ben, "messages()[0].querySelectorAll('img, .gallery, .alt-mark').length"); n > 0 {
		t.Errorf("in words there are %d pictures", n)
	}

	ada.press(say(lang.DrawStock, lang.N(2)))
	ada.isTold(say(lang.HandPlay))
	ada.isShown(s, say(lang.HandDrew, lang.Cards("6♠ Q♥")), say(lang.HandPlay))
	ada.pick(say(lang.SelectDiscard), "K♠")
	ben.press(say(lang.DrawStock, lang.N(2)))
	ben.isTold(sagt(lang.HandPlay))
	ben.pick(sagt(lang.SelectDiscard), "Karo-Dame")
	ada.isTold(say(lang.HandDraw))
	ada.press(say(lang.DrawStock, lang.N(2)))
	ada.press(say(lang.ButtonGooutDiscard, lang.Card("Q♥")))
	result := say(lang.ResultRummy, lang.Name("Ada"), lang.Hand(1), lang.N(2))
	for _, p := range []*tab{ada, ben} {
		p.isShown(s, result, result)
		if faults := p.faults(); len(faults) > 0 {
			t.Errorf("%s's console: %q", p.person, faults)
		}
	}
}

// openStage starts a Discord and the real bot in it, which end with the test.
func openStage(t *testing.T, env ...string) *stage {
	t.Helper()
	s := &stage{program: scriptedBot(t), dir: t.TempDir(), env: env}
	var err error
	if s.sim, err = startChecked(t.Context(), discordsim.Options{Limits: roomy()}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.stop(context.Background(), syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Log("the bot's log ends:\n" + s.tail())
		}
		if err := s.sim.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := s.start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// told is what the bot says of the picture of a file's name, to who doesn't see it.
func (s *stage) told(name string) (alt string) {
	for _, e := range s.sim.Wire().SentByBot() {
		type message struct {
			Components []discord.Component `json:"components"`
			Data       struct {
				Components []discord.Component `json:"components"`
			} `json:"data"`
		}
		var sent struct {
			message
			Form message `json:"payload_json"` // beside files
		}
		_ = json.Unmarshal(e.Body, &sent) // or a frame
		for part := range discord.EveryPart(slices.Concat(sent.Components, sent.Data.Components, sent.Form.Components, sent.Form.Data.Components)) {
			for _, item := range part.Items {
				if strings.HasSuffix(item.Media.URL, "/"+name) && item.Description != nil {
					alt = *item.Description
				}
			}
		}
	}
	return alt
}

// isShown finds the newest message with a text: it has one picture, which is loaded and is told, first of all, so. The page
// says of it what the bot did.
func (p *tab) isShown(s *stage, text, first string) {
	p.t.Helper()
	plain := strings.ReplaceAll(text, "**", "")
	message := "messages().find((m) => flat(said(m)).includes(" + quoted(plain) + "))"
	p.wait(message + "?.querySelector('.gallery img')?.naturalWidth > 0")
	at := look[struct {
		Pictures int
		Alt, URL string
		Width    float64
	}](p, `(() => {
		const all = [...`+message+`.querySelectorAll('.gallery img')], { width } = all[0].getBoundingClientRect();
		return { pictures: all.length, alt: all[0].alt, url: all[0].src, width };
	})()`)
	want := s.told(at.URL[strings.LastIndex(at.URL, "/")+1:])
	if at.Pictures != 1 || at.Width < 300 || want == "" || at.Alt != want || !strings.HasPrefix(at.Alt, strings.ReplaceAll(first, "**", "")) {
		p.t.Errorf("%s sees %+v beside %q; the bot told it as %q", p.person, at, plain, want)
	}
}
