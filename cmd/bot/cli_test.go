package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/google/go-cmp/cmp"
)

// A call of the program, and what came of it.
type printed struct {
	code     int
	out, err string
}

// typed runs the program in the process, with settings and standard input given.
func typed(t *testing.T, env map[string]string, stdin string, args ...string) printed {
	t.Helper()
	return typedUntil(t.Context(), env, stdin, args...)
}

// typedUntil is typed, and told to stop when ctx is done.
func typedUntil(ctx context.Context, env map[string]string, stdin string, args ...string) printed {
	var out, errs bytes.Buffer
	err := run(ctx, append([]string{"bot"}, args...), env,
		strings.NewReader(stdin), &out, &errs)
	code := exitCode(err, &errs)
	return printed{code, out.String(), errs.String()}
}

// vectors reads a file of the engine's test records.
func vectors(t *testing.T, name string) string {
	t.Helper()
	return string(enginetest.Vectors(t, "../../engine", name))
}

func TestRefereeAnswersEachRecord(t *testing.T) {
	for _, name := range []string{"records", "refused"} {
		text := vectors(t, name)
		got := typed(t, nil, text, "referee")
		if got.code != 0 || strings.Contains(got.out, `"ok":false`) {
			t.Errorf("%s: code %d, %s", name, got.code, got.out)
		}
		if lines := strings.Count(text, "\n"); strings.Count(got.out, "\n") != lines {
			t.Errorf("%s: %d answers to %d records", name, strings.Count(got.out, "\n"), lines)
		}
	}
}

func TestRefereeSaysWhatIsWrong(t *testing.T) {
	good, _, _ := strings.Cut(vectors(t, "records"), "\n")
	record, err := engine.ParseRecord([]byte(good))
	if err != nil {
		t.Fatal(err)
	}
	record.ID = "late"
	record.Moves = slices.Clone(record.Moves)
	record.Moves[1].Seat++
	bad, err := record.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	got := typed(t, nil, good+"\n"+string(bad)+"\n{\"id\":\"cut\n", "referee", "-")
	lines := strings.Split(strings.TrimSpace(got.out), "\n")
	if got.code != 1 || len(lines) != 3 {
		t.Fatalf("code %d, %q", got.code, lines)
	}
	for i, want := range []string{`"ok":true`, `{"id":"late","ok":false,"at":1,"code":"not_your_turn"`, `"why":"line 3: `} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("line %d is %s, want %s", i+1, lines[i], want)
		}
	}
}

// TestTheRefereeJudgesTheLessons judges the hands of /learn, which engine/lesson holds to be those that are played.
func TestTheRefereeJudgesTheLessons(t *testing.T) {
	got := typed(t, nil, "", "referee", "../../engine/lesson/testdata/lessons.jsonl")
	if want := "{\"id\":\"lesson-1\",\"ok\":true}\n{\"id\":\"lesson-2\",\"ok\":true}\n{\"id\":\"lesson-3\",\"ok\":true}\n"; got.code != 0 || got.out != want {
		t.Errorf("%+v", got)
	}
}

func TestDeadwoodArrangesEachHand(t *testing.T) {
	got := typed(t, nil, `{"cards":["9S","10d","9♥","9c","KD","AD","QD"]}`+"\n"+`{"cards":[]}`+"\n", "deadwood")
	want := printed{0, `{"deadwood":10,"melds":[["9C","9H","9S"],["QD","KD","AD"]]}` + "\n" + `{"deadwood":0,"melds":[]}` + "\n", ""}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(printed{})); diff != "" {
		t.Error(diff)
	}
	if bad := typed(t, nil, `{"cards":["9S","XX"]}`, "deadwood"); bad.code != 1 || !strings.Contains(bad.err, `line 1`) || !strings.Contains(bad.err, "XX") {
		t.Errorf("%+v", bad)
	}
}

func TestVerifyRecomputesDeals(t *testing.T) {
	deals, err := os.ReadFile(filepath.FromSlash("../../engine/deal/testdata/shuffle.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(deals)
	if got := typed(t, nil, text, "verify"); got.code != 0 || strings.Contains(got.out, "false") {
		t.Errorf("%+v", got)
	}
	forged := strings.Replace(text, `"hand":30`, `"hand":31`, 1)
	if got := typed(t, nil, forged, "verify"); got.code != 1 || !strings.HasPrefix(got.out, `{"ok":false,"why":"`) {
		t.Errorf("a forged hand: %+v", got)
	}
}

func TestSimulateIsRepeatableAndLegal(t *testing.T) {
	play := func(seed string) string {
		file := filepath.Join(t.TempDir(), "records.jsonl")
		got := typed(t, nil, "", "simulate", "-hands", "30", "-players", "4", "-seats", "easy", "-rules", "brisk blocked=void", "-seed", seed, "-records", file)
		if got.code != 0 || !strings.Contains(got.out, `"hands":30`) {
			t.Fatalf("%+v", got)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	first := play("7")
	if first != play("7") {
		t.Error("the same seed gave other records")
	}
	if first == play("8") {
		t.Error("another seed gave the same records")
	}
	if got := typed(t, nil, first, "referee"); got.code != 0 {
		t.Errorf("%+v", got)
	}
}

func TestWrongCallsAreAnswered(t *testing.T) {
	full := map[string]string{"DISCORD_TOKEN": "not a token", "DISCORD_API": "nowhere", "BOATHOUSE_LOG": "loud", "BOATHOUSE_OPS": "x", "BOATHOUSE_GUILD": "mine", "BOATHOUSE_PLAYOUTS": "many", "BOATHOUSE_PICTURES": "some",
		"BOATHOUSE_PACE": "-1", "BOATHOUSE_CONTACT": "two\nlines", "BOATHOUSE_MAX_TABLES_PERSON": "few", "BOATHOUSE_MAX_TABLES_SERVER": "1.5",
		"BOATHOUSE_INTERACTIONS": "x", "DISCORD_PUBLIC_KEY": "mine", "BOATHOUSE_RATE": "0"}
	for name, c := range map[string]struct {
		env  map[string]string
		args []string
		code int
		says []string
	}{
		"no token":        {nil, nil, exitConfig, []string{"DISCORD_TOKEN", "bot demo"}},
		"bad settings":    {full, []string{"serve"}, exitConfig, slices.Sorted(maps.Keys(full))},
		"no such command": {nil, []string{"deal"}, exitUsage, []string{`"deal"`}},
		"no such flag":    {nil, []string{"simulate", "-cards", "3"}, exitUsage, []string{"-cards"}},
		"no such level":   {nil, []string{"simulate", "-seats", "godlike"}, exitUsage, []string{"godlike"}},
		"too many seats":  {nil, []string{"simulate", "-seats", "easy,easy,easy"}, exitUsage, []string{"-seats", "-players"}},
		"no workers":      {nil, []string{"simulate", "-workers", "0"}, exitUsage, []string{"-workers"}},
		"less than none":  {nil, []string{"simulate", "-playouts", "-1"}, exitUsage, []string{"-playouts"}},
		"no such rule":    {nil, []string{"simulate", "-rules", "brisk wine=red"}, exitUsage, []string{"wine"}},
		"missing file":    {nil, []string{"referee", "gone.jsonl"}, 1, []string{"gone.jsonl"}},
		"backup nowhere":  {nil, []string{"backup"}, exitUsage, []string{"FILE"}},
		"no database":     {map[string]string{"BOATHOUSE_DB": "gone.db"}, []string{"export"}, exitConfig, []string{"gone.db"}},
		"no backup of it": {map[string]string{"BOATHOUSE_DB": "gone.db"}, []string{"backup", "copy.db"}, exitConfig, []string{"gone.db"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			got := typed(t, c.env, "", c.args...)
			if got.code != c.code {
				t.Errorf("code %d, want %d: %s", got.code, c.code, got.err)
			}
			for _, word := range c.says {
				if !strings.Contains(got.err, word) {
					t.Errorf("%q says nothing of %s", got.err, word)
				}
			}
			if left, _ := os.ReadDir("."); len(left) > 0 {
				t.Errorf("it left %v behind", left)
			}
		})
	}
}

func TestATakenAddressIsNamed(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	got := typed(t, nil, "", "sim", "-addr", l.Addr().String())
	if got.code != exitConfig || !strings.Contains(got.err, l.Addr().String()) || !strings.Contains(got.err, "-addr") {
		t.Errorf("%+v", got)
	}
}

func TestHelpIsNoFault(t *testing.T) {
	for _, args := range [][]string{{"-h"}, {"simulate", "-h"}, {"referee", "-h"}, {"sim", "-h"}, {"demo", "-h"}} {
		if got := typed(t, nil, "", args...); got.code != 0 || !strings.Contains(got.out, "USAGE") {
			t.Errorf("%v: %+v", args, got)
		}
	}
}

func TestEnvironmentWinsOverDotenv(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile(".env", []byte("BOATHOUSE_LOG=error\nBOATHOUSE_DB=from-file.db\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	env, err := dotenv(environment{"BOATHOUSE_LOG": "debug"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := readSettings(env)
	if err != nil {
		t.Fatal(err)
	}
	if got.Log.String() != "DEBUG" || got.DB != file("from-file.db") {
		t.Errorf("%+v", got)
	}
	if err := os.WriteFile(".env", []byte("= broken\n'"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := dotenv(nil); exitCode(err, io.Discard) != exitConfig {
		t.Error("a broken .env:", err)
	}
}

func TestSettingsNeverShowTheToken(t *testing.T) {
	s := settings{Token: "secret.of.mine", DB: file(defaultDB)}
	var out strings.Builder
	s.print(&out)
	if strings.Contains(out.String(), "secret") || !strings.Contains(out.String(), "set") {
		t.Error(out.String())
	}
}

func TestFirstFailureEndsTheCrew(t *testing.T) {
	broken := errors.New("broken")
	c := newCrew(t.Context())
	stopped := false
	c.run(func(ctx context.Context) error { <-ctx.Done(); stopped = true; return nil })
	c.run(func(context.Context) error { return broken })
	if err := c.wait(); !errors.Is(err, broken) || !stopped {
		t.Error(err, stopped)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := newCrew(ctx).wait(); err != nil {
		t.Error("told to stop:", err)
	}
}
