package main

import (
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/chromedp/chromedp"
)

// TestALessonIsLearntOnAPhone takes the first lesson at 400 pixels: a wrong card first, then what is asked, and
// goes on to the next lesson.
func TestALessonIsLearntOnAPhone(t *testing.T) {
	t.Parallel()
	d := openDemo(t)
	browser := startBrowser(t)
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	ben := openTab(browser, t, d, "Ben", words.For("de"), 400, 860, chromedp.EmulateMobile, chromedp.EmulateTouch)
	speaksGerman(ben)
	say := ben.words.Say

	ben.writes("/learn")
	ben.isOffered("/lernen")
	ben.enter()
	title := say(lang.LessonTitle, lang.N(1), lang.Total(3), lang.Word(say(lang.LessonTurn)))
	ben.isTold(title, "10♥")
	ben.inThemes("lesson")
	ben.press(say(lang.DrawStock, lang.N(2)))
	ben.isTold(say(lang.LessonRight), "9♣ 2♥")
	ben.inThemes("lesson-drawn")
	ben.pick(say(lang.SelectDiscard), "Q♥")
	ben.isTold(say(lang.ButtonShow))
	ben.inThemes("lesson-wrong")
	ben.pick(say(lang.SelectDiscard), "A♠")
	ben.isTold("Q♣ 3♠")
	ben.inThemes("lesson-pile")
	ben.press(say(lang.DrawDiscard, lang.Cards("Q♣ 3♠")))
	ben.isTold("6♥")
	ben.pick(say(lang.SelectDiscard), "6♥")
	ben.isTold(say(lang.LessonTurnLearnt), say(lang.LessonPassed))
	ben.inThemes("lesson-end")
	ben.press(say(lang.ButtonLesson))
	ben.isTold("J♦ K♠")
	ben.inThemes("lesson-next")
	if faults := ben.faults(); len(faults) > 0 {
		t.Errorf("the console: %q", faults)
	}
}
