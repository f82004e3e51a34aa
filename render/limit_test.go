package render_test

import (
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

const day = 24 * time.Hour

// limitsAsWritten are turn limits as people write them.
func limitsAsWritten() map[string]time.Duration {
	return map[string]time.Duration{
		"90 s": 90 * time.Second, "90 seconden": 90 * time.Second, "1m30s": 90 * time.Second, "1 Min. 30 Sek.": 90 * time.Second, "1m": time.Minute,
		"45 min": 45 * time.Minute, "45 Minuten": 45 * time.Minute, "1 minuut": time.Minute, "5 minutos": 5 * time.Minute,
		"12h": 12 * time.Hour, "12 uur": 12 * time.Hour, "12 Std.": 12 * time.Hour, "12 Stunden": 12 * time.Hour, "12 heures": 12 * time.Hour, "12 hs": 12 * time.Hour,
		"1h30": 90 * time.Minute, "1 h 30 min": 90 * time.Minute, "1 hora 30": 90 * time.Minute, "1h0m0s": time.Hour, "24H0M0S": day,
		"2 d": 2 * day, "2 dagen": 2 * day, "2 Tage": 2 * day, "2 jours": 2 * day, "2 días": 2 * day, "2 dias": 2 * day, "1 d 12": 36 * time.Hour,
		"２ h": 2 * time.Hour, "2\u200b h": 2 * time.Hour, "1h59": 119 * time.Minute, "2 DÍAS": 2 * day, " 1 week ": 7 * day, "1 Woche": 7 * day, "1 semana": 7 * day, "0": 0, "0s": 0, "none": 0,
	}
}

func TestATurnLimitIsReadAsPeopleWriteIt(t *testing.T) {
	c := words(t)
	for typed, want := range limitsAsWritten() {
		if got, ok := render.ReadLimit(c.For("en"), typed); !ok || got != want {
			t.Errorf("%q is read as %v, %v", typed, got, ok)
		}
	}
	for _, tag := range lang.Tags() {
		l := c.For(tag)
		if got, ok := render.ReadLimit(l, l.Say(lang.TurnNone)); !ok || got != 0 {
			t.Errorf("%s: no limit is read as %v, %v", tag, got, ok)
		}
	}
}

func TestWhatIsNoTurnLimitIsNotRead(t *testing.T) {
	for _, typed := range []string{
		"", " ", "x", "90", "min", "-5 min", "1.5 h", "5 months", "30 s", "59s", "8 d", "2 weeks", "1m1h", "1h1h", "1 week 2", "999999999 h", "1h 30 min 20 s 10",
		"1,5 h", "1.000 min", "1:30", "1h.5", "1h90", "1 d 24", "1h1.30", "1h1h30", "2² h", "½ h", "+5 min", "5 m/s", "٥ min", "l h", "1O min", "2 mes", "2 mo",
	} {
		if got, ok := render.ReadLimit(words(t).For("en"), typed); ok {
			t.Errorf("%q is read as %v", typed, got)
		}
	}
}

// TestWhatIsTypedIsCompletedToALimit lists names in the order offered. Every value is
// read as the limit that its name says.
func TestWhatIsTypedIsCompletedToALimit(t *testing.T) {
	c := words(t)
	for _, w := range []struct {
		tag, typed string
		want       []string
	}{
		{"en", "", []string{"1 minute", "5 minutes", "1 hour", "12 hours", "24 hours", "3 days", "7 days", "no limit"}},
		{"en", "2", []string{"2 minutes", "2 hours", "2 days"}},
		{"en", "90", []string{"90 minutes", "90 hours", "90 seconds"}},
		{"en", "45 min", []string{"45 minutes"}},
		{"nl", "90 s", []string{"90 seconden"}},
		{"de", "12 Std", []string{"12 Stunden"}},
		{"fr", "jours", []string{"3 jours", "7 jours"}},
		{"es-ES", "sin", []string{"sin límite"}},
		{"pt-BR", "xyz", []string{}},
	} {
		l := c.For(w.tag)
		names := []string{}
		for _, choice := range render.CompleteLimit(l, w.typed) {
			names = append(names, choice.Name)
			back, ok := render.ReadLimit(l, choice.Value.(string))
			again := render.CompleteLimit(l, choice.Value.(string))
			if !ok || len(again) != 1 || again[0].Name != choice.Name {
				t.Errorf("%s: %q is sent as %q, which is read as %v", w.tag, choice.Name, choice.Value, back)
			}
		}
		if !slices.Equal(names, w.want) {
			t.Errorf("%s: %q is completed to %q, want %q", w.tag, w.typed, names, w.want)
		}
	}
}

// FuzzReadLimit: a limit that is read is said so that it is read as the same one.
func FuzzReadLimit(f *testing.F) {
	for typed := range limitsAsWritten() {
		f.Add(typed)
	}
	c := words(f)
	f.Fuzz(func(t *testing.T, typed string) {
		for _, tag := range lang.Tags() {
			l := c.For(tag)
			limit, ok := render.ReadLimit(l, typed)
			if !ok {
				continue
			}
			said := render.CompleteLimit(l, render.LimitValue(limit))
			if len(said) != 1 {
				t.Fatalf("%s: %q is read as %v, which is said as %v", tag, typed, limit, said)
			}
			if again, ok := render.ReadLimit(l, said[0].Name); !ok || again != limit {
				t.Fatalf("%s: %q is read as %v, said as %q and read as %v", tag, typed, limit, said[0].Name, again)
			}
		}
	})
}
