package main

import (
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/chromedp/chromedp"
)

// TestALessonIsLearntOnAPhone takes the first lesson at 400 pixels: a wrong card first, then what is asked, and
// goes on to the next lesson.
func TestALessonIsLearntOnAPhone(t *testing.T) {
	d := openDemo(t)
	browser := startBrowser(t)
	words, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	ben := openTab(browser, t, d, "Ben", words.For("de"), 400, 860, chromedp.EmulateMobile, chromedp.EmulateTouch)
	ben.prefers("dark")
	speaksGerman(ben)
	say := ben.words.Say

	ben.writes("/learn")
	ben.enter()
	title := say(lang.LessonTitle, lang.N(1), lang.Total(3), lang.Word(say(lang.LessonTurn)))
	ben.isTold(title, "10♥")
	ben.both("lesson")
	ben.press(say(lang.DrawStock, lang.N(2)))
	ben.isTold(say(lang.LessonRight), "9♣ 2♥")
	ben.both("lesson-drawn")
	ben.pick(say(lang.SelectDiscard), "Q♥")
	ben.isTold(say(lang.ButtonShow))
	ben.both("lesson-wrong")
	ben.pick(say(lang.SelectDiscard), "A♠")
	ben.isTold("Q♣ 3♠")
	ben.both("lesson-pile")
	ben.press(say(lang.DrawDiscard, lang.Cards("Q♣ 3♠")))
	ben.isTold("6♥")
	ben.pick(say(lang.SelectDiscard), "6♥")
	ben.isTold(say(lang.LessonTurnLearnt), say(lang.LessonPassed))
	ben.both("lesson-end")
	ben.press(say(lang.ButtonLesson))
	ben.isTold("J♦ K♠")
	ben.both("lesson-next")
	if faults := ben.faults(); len(faults) > 0 {
		t.Errorf("the console: %q", faults)
	}
}
