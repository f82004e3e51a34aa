package commands

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/render"
)

// TestAnAnswerIsDeferredOnce has Discord refuse the deferral and the public message after it; then the answer is asked
// for by each of the ways that defer.
func TestAnAnswerIsDeferredOnce(t *testing.T) {
	for name, next := range map[string]func(*answer){
		"whose it is": func(a *answer) {
			if ours, err := a.isOurs(t.Context()); ours || err != nil {
				t.Errorf("ours: %v, %v", ours, err)
			}
		},
		"the timer": (*answer).deferIt,
		"a message of its own": func(a *answer) {
			if id := a.begin(t.Context(), render.Line("later")); id != "" {
				t.Errorf("message %q", id)
			}
			a.deferIt()
		},
		"given": func(a *answer) {
			if a.give(t.Context(), render.Line("later")) {
				t.Error("taken")
			}
			a.deferIt()
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, m := range []manner{fresh, over, posting, silent} {
				a := refusedAnswer(t, m)
				a.deferIt()
				if made := a.carry(t.Context(), render.Line("the table")); made != nil {
					t.Fatalf("%+v", made)
				}
				next(a)
			}
		})
	}
}

// refusedAnswer is the answer to an interaction that Discord no longer knows.
func refusedAnswer(t *testing.T, m manner) *answer {
	t.Helper()
	discord := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"code": 10062, "message": "Unknown interaction"}`))
	}))
	t.Cleanup(discord.Close)
	l := newLine(Discord{REST: rest.New(rest.Options{API: discord.URL}), Application: "1", Log: slog.New(slog.DiscardHandler)}, time.Now, time.Minute)
	a := &answer{line: l, in: &interaction{ID: "2", Token: "t"}, manner: m}
	a.hurry(time.Hour)
	return a
}
