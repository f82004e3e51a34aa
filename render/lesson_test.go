package render_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/lesson"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// user is the learner of the tests.
const user = "1200000000000000001"

// learning draws where a learner stands.
func learning(l lang.Lang, at lesson.Place, m render.LessonModel) render.Message {
	m.User, m.Name = user, "Ann"
	return render.Lesson(pen(l), render.Reader{Prefs: render.Prefs{Lesson: at}}, m)
}

// lessonScreens are every step of every lesson, their ends, and what can come of a click.
func lessonScreens() []screen {
	var all []screen
	at := func(name string, p lesson.Place, m render.LessonModel) {
		all = append(all, screen{name, false, func(l lang.Lang) render.Message { return learning(l, p, m) }})
	}
	for n := range lesson.Count() {
		for p := (lesson.Place{Lesson: n}); ; p.Step++ {
			if p.Over() {
				at(fmt.Sprintf("lesson %d, passed", n+1), p, render.LessonModel{})
				break
			}
			at(fmt.Sprintf("lesson %d, step %d", n+1, p.Step+1), p, render.LessonModel{})
		}
	}
	tried := func(p lesson.Place, m engine.Move) render.LessonModel {
		_, err := p.Try(m)
		return render.LessonModel{News: render.LessonTried, Before: p, Tried: m, No: err}
	}
	start, barred, rummy := lesson.Place{}, lesson.Place{Lesson: 1, Step: 3}, lesson.Place{Lesson: 2, Step: 3}
	at("lesson, done right", lesson.Place{Step: 1}, tried(start, engine.Draw{}))
	at("lesson, another draw", start, tried(start, engine.Draw{Source: engine.FromDiscard}))
	at("lesson, another discard", lesson.Place{Step: 1}, tried(lesson.Place{Step: 1}, engine.Discard{Card: card("QH")}))
	at("lesson, discarded too early", lesson.Place{Lesson: 1, Step: 1}, tried(lesson.Place{Lesson: 1, Step: 1}, engine.Discard{Card: card("9C")}))
	at("lesson, laid too early", rummy, tried(rummy, engine.LayOff{Cards: cards("KS")}))
	at("lesson, refused", barred, tried(barred, engine.Discard{Card: card("KS")}))
	at("lesson, shown", lesson.Place{Lesson: 1, Step: 2}, render.LessonModel{News: render.LessonShown, Before: lesson.Place{Lesson: 1, Step: 1}})
	at("lesson, stale", barred, render.LessonModel{News: render.LessonStale})
	at("lesson, helped", lesson.Place{Lesson: 1, Step: 4, Slips: 3}, render.LessonModel{})
	return append(all, screen{"how to play, from a lesson", false, func(l lang.Lang) render.Message {
		return render.WithLesson(pen(l), render.Reader{}, user, render.HowInLesson(pen(l), engine.Boathouse.Rules()))
	}})
}

// TestALessonShowsTheRealButtons holds that each step can be done with what is shown, that every button names
// its learner, and that nothing is left to fill.
func TestALessonShowsTheRealButtons(t *testing.T) {
	for n := range lesson.Count() {
		for p := (lesson.Place{Lesson: n}); !p.Over(); p.Step++ {
			text, err := json.Marshal(learning(words(t).For("en"), p, render.LessonModel{}))
			if err != nil {
				t.Fatal(err)
			}
			asked, found := p.Look().Asks.String(), 0
			if out, ok := p.Look().Asks.(engine.GoOut); ok {
				asked = engine.GoOut{Discard: out.Discard}.String()
			}
			for _, c := range components(t, text) {
				k, err := codec.Decode(c.CustomID)
				if err != nil {
					t.Fatal(err)
				}
				whose, what := render.ReadLesson(k)
				if whose != user || k.Verb != render.VerbLesson || k.Prefs.Lesson != p {
					t.Errorf("%+v: a button of %q does %+v", p, whose, k)
				}
				moves := []string{what}
				for _, o := range c.Options {
					moves = append(moves, o.Value)
				}
				for _, m := range moves {
					if m == asked {
						found++
					}
				}
			}
			if found != 1 {
				t.Errorf("%+v: %d ways to do %q", p, found, asked)
			}
			if strings.ContainsAny(string(text), "�") || strings.Contains(string(text), "{cards}") || strings.Contains(string(text), "{list}") {
				t.Errorf("%+v says %s", p, text)
			}
		}
	}
}

// A shown component is one that can be clicked.
type shownComponent struct {
	CustomID   string `json:"custom_id"`
	Options    []struct{ Value string }
	Components []shownComponent
}

func components(t *testing.T, message []byte) []shownComponent {
	t.Helper()
	var m shownComponent
	if err := json.Unmarshal(message, &m); err != nil {
		t.Fatal(err)
	}
	var all []shownComponent
	for _, row := range m.Components {
		all = append(all, row.Components...)
	}
	return all
}
