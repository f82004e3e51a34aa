package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/lesson"
	"github.com/boathouse-rum/boathouse/render"
)

// learnRows are those of the lessons, which need no table: where a learner stands is
// kept with them, and each of their clicks is judged from there.
func learnRows() []row {
	return []row{
		{by: takes(typed("learn")), direct: true, signs: true, do: learn},
		{by: takes(button(render.VerbLesson), choice(render.VerbLesson)), direct: true, signs: true, do: goOnLearning},
	}
}

// learn shows where the caller stands.
func learn(ctx context.Context, v *visit) error {
	kept, err := v.prefer(ctx, func(*render.Prefs) {})
	if err == nil {
		v.showLesson(ctx, kept, render.LessonModel{})
	}
	return err
}

// goOnLearning does what a button of a lesson says, or makes the move that was picked.
func goOnLearning(ctx context.Context, v *visit) error {
	user, what := render.ReadLesson(v.key)
	if user != v.in.User.ID {
		return &render.DoorRefusal{Code: render.OthersLesson}
	}
	if len(v.press.values) > 0 {
		what = v.press.values[0]
	}
	var m render.LessonModel
	var unread error
	kept, err := v.prefer(ctx, func(p *render.Prefs) { m, unread = step(p, v.key.Prefs.Lesson, what) })
	switch {
	case err != nil:
		return err
	case unread != nil:
		return unread
	}
	pen, r := v.hall.ink.pen(v.words), render.Reader{Prefs: kept}
	if what == render.LessonHow {
		v.say(ctx, render.WithLesson(pen, r, user, render.HowInLesson(pen, engine.Boathouse.Rules())))
		return nil
	}
	v.showLesson(ctx, kept, m)
	return nil
}

// step goes a learner's step, by a button that was drawn for a place: one for another
// than theirs does nothing. Its error is that of a move that can't be read.
func step(p *render.Prefs, drawn lesson.Place, what string) (render.LessonModel, error) {
	at := p.Lesson
	switch {
	case what == render.LessonLook || what == render.LessonHow:
		return render.LessonModel{}, nil
	case !at.Same(drawn):
		return render.LessonModel{News: render.LessonStale}, nil
	case what == render.LessonNext:
		p.Lesson = at.Next()
		return render.LessonModel{}, nil
	case what == render.LessonAgain:
		p.Lesson = at.Again()
		return render.LessonModel{}, nil
	case what == render.LessonFirst:
		p.Lesson = lesson.Place{}
		return render.LessonModel{}, nil
	case what == render.LessonShow:
		p.Lesson = at.Shown()
		return render.LessonModel{News: render.LessonShown, Before: at}, nil
	}
	move, err := engine.ParseMove(what)
	if err != nil {
		return render.LessonModel{}, err
	}
	m := render.LessonModel{News: render.LessonTried, Before: at, Tried: move}
	p.Lesson, m.No = at.Try(move)
	return m, nil
}

// showLesson shows where a learner stands, and what came of what they did.
func (v *visit) showLesson(ctx context.Context, kept render.Prefs, m render.LessonModel) {
	m.User, m.Name = v.in.User.ID, v.in.name()
	v.say(ctx, render.Lesson(v.hall.ink.pen(v.words), render.Reader{Prefs: kept}, m))
}
