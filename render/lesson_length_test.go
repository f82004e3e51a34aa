package render

import (
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/lesson"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// How fast people read to themselves in the mean of many studies, and what each step takes
// beside: a look at the cards and two taps.
const (
	wordsAMinute = 238
	aStep        = 6 * time.Second
)

// lessonLasts is how long a lesson takes somebody who does what it asks.
func lessonLasts(l lang.Lang, n int) time.Duration {
	words, all := 0, time.Duration(0)
	for p := (lesson.Place{Lesson: n}); ; p.Step++ {
		r := Reader{Prefs: Prefs{Lesson: p}}
		top := Lesson(Pen{Lang: l}, r, LessonModel{User: "1", Name: "Ann"}).Components[0].(Text) // what the lesson says, above the hand
		words += len(strings.Fields(top.Content))
		if p.Over() {
			return all + time.Duration(words)*time.Minute/wordsAMinute
		}
		all += aStep
	}
}

// TestALessonTakesAMinuteAndAHalfAtMost reckons that up in every language: it is about words
// that are added to a lesson. Who reads slowly needs longer.
func TestALessonTakesAMinuteAndAHalfAtMost(t *testing.T) {
	catalogue, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range lang.Spoken() {
		for n := range lesson.Count() {
			lasts := lessonLasts(catalogue.For(tag), n)
			t.Logf("%s, lesson %d: %s", tag, n+1, lasts.Round(time.Second))
			if lasts > 90*time.Second {
				t.Errorf("%s, lesson %d takes %s", tag, n+1, lasts)
			}
			if lasts < 45*time.Second {
				t.Errorf("%s, lesson %d takes %s: not everything is counted", tag, n+1, lasts)
			}
		}
	}
}
