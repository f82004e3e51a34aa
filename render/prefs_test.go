package render_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/lesson"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/picture"
)

func TestPrefsComeBackAsTheyWere(t *testing.T) {
	for _, p := range []render.Prefs{{}, {Sort: render.ByRank}, {Sort: render.BySuit}, {Letters: render.OwnLetters}, {Sort: render.BySuit, Letters: render.OwnLetters}, {Announce: true}, {Calls: render.CallsDirect}, {Sort: render.ByRank, Letters: render.OwnLetters, Announce: true}, {Lesson: lesson.Place{Lesson: 2, Step: 4, Slips: 9}, Tips: render.TipsOff}, {Cards: picture.FourColour}, {View: render.ViewWords, Cards: picture.FourColour, Sort: render.ByRank}, {View: render.ViewSymbols}, {Off: render.AskInvites | render.AskNudges}, {Off: render.AskAnswers}} {
		if got, err := render.ParsePrefs(p.String()); err != nil || got != p {
			t.Errorf("%q is %+v, %v and not %+v", p, got, err, p)
		}
	}
}

// TestPrefsOfOtherVersionsAreReadAsFarAsTheyAreKnown reads the text from before there were versions, and of versions
// to come.
func TestPrefsOfOtherVersionsAreReadAsFarAsTheyAreKnown(t *testing.T) {
	for text, want := range map[string]render.Prefs{
		"0": {}, "1": {Sort: render.ByRank}, "2": {Sort: render.ByMelds}, // the order alone
		"2107": {Sort: render.ByRank}, "z2": {Sort: render.ByRank}, "27": {}, "1z": {}, "9z0": {}, "91": {Sort: render.BySuit}, "82": {}, "201": {Letters: render.OwnLetters}, "3219": {Sort: render.ByMelds, Letters: render.OwnLetters}, "21z": {Sort: render.ByRank}, "3001": {Announce: true}, "3002": {}, "41111": {Sort: render.ByRank, Letters: render.OwnLetters, Announce: true, Calls: render.CallsDirect}, "4009": {}, "511103": {Sort: render.ByRank, Letters: render.OwnLetters, Announce: true, Lesson: lesson.Place{Step: 3}},
		"5000062": {Lesson: lesson.Place{Lesson: 1, Step: 1, Slips: 2}}, "50000zz": {}, "60000622": {Lesson: lesson.Place{Lesson: 1, Step: 1, Slips: 2}, Tips: render.TipsOn}, "6000000z": {}, "700006218": {Tips: render.TipsOff, Lesson: lesson.Place{Lesson: 1, Step: 1, Slips: 2}, View: render.ViewWords},
		"70000000z": {}, "700000002": {}, "700000005": {Cards: picture.FourColour, View: render.ViewSymbols}, "8000000042": {View: render.ViewSymbols, Off: render.AskSettlements}, "80000000405": {View: render.ViewSymbols, Off: render.AskEndings | render.AskAnswers}, "800000004z8": {View: render.ViewSymbols},
	} {
		if got, err := render.ParsePrefs(text); err != nil || got != want {
			t.Errorf("%q is %+v, %v and not %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "1\x00", "1Z", "1 "} {
		if got, err := render.ParsePrefs(text); !errors.Is(err, render.ErrPrefs) {
			t.Errorf("%q is %+v, %v", text, got, err)
		}
	}
}

// TestAnOldButtonKeepsItsOrder reads a custom_id as it was written before there were versions.
func TestAnOldButtonKeepsItsOrder(t *testing.T) {
	old := func(prefs string) string {
		body := "so.k3mxq2ab.7.9." + prefs + ".."
		h := hmac.New(sha256.New, []byte("a key for tests only"))
		h.Write([]byte(body))
		return body + base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:9])
	}
	want := render.Click{Verb: render.VerbSort, Table: tableID, Version: 7, Serial: 9, Prefs: render.Prefs{Sort: render.ByMelds}}
	for _, prefs := range []string{"2", "12", "72000000abc"} {
		if got, err := codec.Decode(old(prefs)); err != nil || got != want {
			t.Errorf("%q is %+v, %v and not %+v", prefs, got, err, want)
		}
	}
	if _, err := codec.Decode(old("")); !errors.Is(err, render.ErrForged) {
		t.Errorf("a button without preferences: %v", err)
	}
}

func FuzzPrefs(f *testing.F) {
	f.Add("12")
	f.Add("2")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := render.ParsePrefs(text)
		if err != nil {
			return
		}
		if again, err := render.ParsePrefs(p.String()); err != nil || again != p {
			t.Errorf("%q is %+v, which is written %q", text, p, p)
		}
	})
}
