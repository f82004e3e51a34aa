package commands_test

import (
	"fmt"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/lesson"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// lessonOf is where a user stands in the lessons, as it is kept.
func (b *bare) lessonOf(t *testing.T, user string) lesson.Place {
	t.Helper()
	id, err := b.db.Person(t.Context(), user)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := b.db.Kept(t.Context(), id)
	if err != nil || kept.Prefs == "" {
		return lesson.Place{}
	}
	prefs, err := render.ParsePrefs(kept.Prefs)
	if err != nil {
		t.Fatal(err)
	}
	return prefs.Lesson
}

// learns is a click on a lesson of user 7, by somebody, drawn for a place; value is what was
// picked, "" for a button.
func (b *bare) learns(id, by int, drawn lesson.Place, what, value string) string {
	custom := b.codec.Encode(render.Click{Verb: render.VerbLesson, Arg: "7 " + what, Prefs: render.Prefs{Lesson: drawn}})
	values := ""
	if value != "" {
		values = fmt.Sprintf(`,"values":[%q]`, value)
	}
	return created(id, fmt.Sprintf(`{"type":3,"message":{"id":"901","flags":64},"member":{"user":{"id":"%d","username":"x"},"permissions":"0"},"data":{"custom_id":%q%s}}`, by, custom, values))
}

// TestALessonIsItsLearnersAlone has others click on it, with old and wrong moves beside: nothing of it counts.
func TestALessonIsItsLearnersAlone(t *testing.T) {
	t.Parallel()
	b := newBare(t)
	b.asks(t, created(1, `{"data":{"name":"learn"}}`))
	start, second := lesson.Place{}, lesson.Place{Step: 1}
	for i, c := range []struct {
		what   string
		answer []string
		says   lang.Key
	}{
		{"somebody else's click", b.asks(t, b.learns(2, 8, start, "draw stock", "")), lang.TroubleLesson},
		{"somebody else's Show me", b.asks(t, b.learns(3, 8, start, "show", "")), lang.TroubleLesson},
		{"a wrong move", b.asks(t, b.learns(4, 7, start, "draw discard", "")), lang.LessonOtherDraw},
		{"one that the rules refuse", b.asks(t, b.learns(5, 7, start, "draw turnover", "")), lang.RefuseNoturnover},
		{"a pick before the draw", b.asks(t, b.learns(6, 7, start, "d0", "discard AS")), lang.RefuseDrawfirst},
		{"no move at all", b.asks(t, b.learns(7, 7, start, "d0", "a biscuit")), ""},
		{"the right move", b.asks(t, b.learns(8, 7, start, "draw stock", "")), lang.LessonRight},
		{"the same again", b.asks(t, b.learns(9, 7, start, "draw stock", "")), lang.TroubleStale},
		{"a button of a later step", b.asks(t, b.learns(10, 7, lesson.Place{Lesson: 2, Step: 4}, "first", "")), lang.TroubleStale},
		{"somebody else, in time", b.asks(t, b.learns(11, 8, second, "d0", "discard AS")), lang.TroubleLesson},
	} {
		if len(c.answer) == 0 || c.says != "" && b.told(c.answer, "en-US", c.says) == 0 {
			t.Errorf("%d, %s: isn't told %s: %.300q", i, c.what, c.says, c.answer)
		}
	}
	if got := b.lessonOf(t, "7"); got != (lesson.Place{Step: 1, Slips: 3}) {
		t.Errorf("the learner stands at %+v", got)
	}
	if got := b.lessonOf(t, "8"); got != (lesson.Place{}) {
		t.Errorf("who clicked on another's lesson stands at %+v", got)
	}
}

// TestALessonNeedsNoServer learns in a direct message, where a table's commands are refused.
func TestALessonNeedsNoServer(t *testing.T) {
	t.Parallel()
	b := newBare(t)
	direct := func(id int, name string) []string {
		return b.asks(t, fmt.Sprintf(`{"id":"%d","application_id":"1","type":2,"token":"tok","channel_id":"33","locale":"fr","channel":{"id":"33","type":1},"user":{"id":"77","username":"zoe"},"data":{"name":%q}}`, 2000+id, name))
	}
	if answer := direct(1, "learn"); b.told(answer, "fr", lang.ButtonShow) == 0 {
		t.Errorf("no lesson: %.300q", answer)
	}
	if answer := direct(2, "hand"); b.told(answer, "fr", lang.TroubleDm) == 0 {
		t.Errorf("a hand: %.300q", answer)
	}
}

// TestOfClicksAtOnceNoneIsLost has the right move come among wrong ones, again and again: it is never undone by one of them.
func TestOfClicksAtOnceNoneIsLost(t *testing.T) {
	t.Parallel()
	b := newBare(t)
	b.asks(t, created(1, `{"data":{"name":"learn"}}`))
	right := []string{"draw stock", "discard AS", "draw discard", "discard 6H"}
	n := 10
	for round := range 5 {
		for step, move := range right {
			for i := range 12 {
				n++
				with := "draw turnover"
				if i == 6 {
					with = move
				}
				b.Handle([]byte(b.learns(n, 7, lesson.Place{Step: step}, with, "")))
			}
			b.done(t)
			if got := b.lessonOf(t, "7"); got.Step != step+1 {
				t.Fatalf("round %d: at %+v after %q", round, got, move)
			}
		}
		n++
		b.asks(t, b.learns(n, 7, lesson.Place{Step: len(right)}, "again", ""))
	}
}
