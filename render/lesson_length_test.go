package render

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/boathouse-rum/boathouse/engine/lesson"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// How fast slow readers read to themselves, where the mean of many studies is 238 words, and what each
// step takes them beside: a look at the cards and two taps.
const (
	wordsAMinute = 200
	aStep        = 8 * time.Second
)

// lessonLasts is how long a lesson takes somebody who does what it asks.
func lessonLasts(l lang.Lang, n int) time.Duration {
	words, all := 0, time.Duration(0)
	for p := (lesson.Place{Lesson: n}); ; p.Step++ {
		r := Reader{Prefs: Prefs{Lesson: p}}
		top := Lesson(Pen{Lang: l}, r, LessonModel{User: "1", Name: "Ann"}).Components[0].(Text) // what the lesson says, above the hand
		for _, word := range strings.Fields(top.Content) {
			if strings.ContainsFunc(word, isRead) {
				words++
			}
		}
		if p.Over() {
			return all + time.Duration(words)*time.Minute/wordsAMinute
		}
		all += aStep
	}
}

// isRead says whether a sign makes a word of what it stands in: marks of headings and lone colons don't.
func isRead(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// TestALessonTakesAMinuteAndAHalfAtMost reckons that up in every language: it is about words
// that are added to a lesson.
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
