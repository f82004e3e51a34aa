package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
)

// TestWhatIsKeptForAnotherApplicationIsLeftAlone has a bot that was given another's token, or another's file or database: it ends before it does
// anything, a doctor says why, and who means it gives everything to the new application.
func TestWhatIsKeptForAnotherApplicationIsLeftAlone(t *testing.T) {
	t.Parallel()
	for name, kept := range map[string]func(t *testing.T, env map[string]string){
		"a file":     func(*testing.T, map[string]string) {},
		"a database": func(t *testing.T, env map[string]string) { env["BOATHOUSE_DB"] = needPostgres(t).Database(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env, sim := servedOn(t)
			kept(t, env)
			first := applicationOf(sim)
			playedOnce(t, env)
			other, sim := servedOn(t)
			other["BOATHOUSE_DB"] = env["BOATHOUSE_DB"]
			second := applicationOf(sim)
			refusesToStart(t, other, "is kept for the application "+first+", and DISCORD_TOKEN is of the application "+second)
			if got := typed(t, other, "", "doctor"); got.code != 1 || !strings.Contains(got.out, `{"check":"application","ok":false,"why":"BOATHOUSE_DB: `) {
				t.Errorf("%+v", got)
			}
			if got := typed(t, env, "", "doctor"); got.code != 0 || !strings.Contains(got.out, `{"check":"application","ok":true,"why":"`+first+`"}`) {
				t.Errorf("%+v", got)
			}
			if got := typed(t, other, "", "adopt"); got.code != 0 || got.out != `{"ok":true,"application":"`+second+`"}`+"\n" {
				t.Errorf("%+v", got)
			}
			playedOnce(t, other)
			refusesToStart(t, env, "is kept for the application "+second)
		})
	}
}

// TestWhoStandsByIsOfTheSameApplication has a bot that was given another's database start while that is served: it ends, as it would if it were alone. One
// whose token begins with another id than its application's, as those of long ago do, stands by.
func TestWhoStandsByIsOfTheSameApplication(t *testing.T) {
	t.Parallel()
	env, sim := servedOn(t)
	env["BOATHOUSE_DB"] = needPostgres(t).Database(t)
	first := applicationOf(sim)
	bot := serving(t, env)
	bot.until("/readyz", http.StatusOK, "ready")
	other, sim := servedOn(t)
	other["BOATHOUSE_DB"] = env["BOATHOUSE_DB"]
	strange := serving(t, other)
	select {
	case err := <-strange.ended:
		if why := "is kept for the application " + first + ", and DISCORD_TOKEN is of the application " + applicationOf(sim); codeOf(err) != exitConfig || !strings.Contains(endOf(t, strange.log.String()), why) {
			t.Error(err)
		}
	case <-time.After(answerWithin):
		t.Error("it stands by")
	}
	discord := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprintf(w, `{"id":%q}`, first) }))
	defer discord.Close()
	other["DISCORD_API"] = discord.URL
	old := serving(t, other)
	old.until("/readyz", http.StatusServiceUnavailable, "standing by for ")
	old.stop()
	bot.stop()
}

// playedOnce has a bot play, and stop.
func playedOnce(t *testing.T, env map[string]string) {
	t.Helper()
	bot := serving(t, env)
	bot.until("/readyz", http.StatusOK, "")
	bot.stop()
}

func applicationOf(sim *discordsim.Server) string { return sim.Handshake().Application.String() }
