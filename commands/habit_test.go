package commands_test

import (
	"testing"

	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

func TestQuietHoursAreSetShownAndLifted(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ben := p.guest("Ben")
		for _, step := range []struct {
			command string
			options options
			told    []string
		}{
			{"settings show", nil, []string{say(lang.QuietNone)}},
			{"settings quiet", options{"from": "22", "to": "7:30"}, []string{say(lang.ParseZoneNone)}},
			{"settings quiet", options{"from": "22", "to": "7:30", "zone": "atlantis"}, []string{say(lang.ParseZone, lang.Word("atlantis"))}},
			{"settings quiet", options{"from": "22", "to": "7:30", "zone": "barcelona"}, []string{
				say(lang.ParseSeveral, lang.Word("barcelona"), lang.List("America/Caracas · Europe/Madrid")),
			}},
			{"settings quiet", options{"from": "late", "to": "7:30", "zone": "UTC"}, []string{say(lang.ParseTime, lang.Word("late"))}},
			{"settings quiet", options{"from": "22", "to": "*25*", "zone": "UTC"}, []string{say(lang.ParseTime, lang.Word(render.SafeWord("*25*")))}},
			{"settings quiet", options{"from": "22", "to": "10pm", "zone": "UTC"}, []string{say(lang.TroubleQuiet)}},
			{"settings show", nil, []string{say(lang.QuietNone)}},
			{"settings quiet", options{"from": "10pm", "to": "7:30", "zone": "amsterdam"}, []string{
				say(lang.QuietHours, lang.When("22:00–07:30"), lang.Word("Europe/Amsterdam")), say(lang.QuietDoes),
			}},
			{"settings quiet", options{"from": "23", "to": "8"}, []string{say(lang.QuietHours, lang.When("23:00–08:00"), lang.Word("Europe/Amsterdam"))}},
			{"settings quiet", options{"from": "22u30", "to": "7 a. m.", "zone": "München"}, []string{
				say(lang.QuietHours, lang.When("22:30–07:00"), lang.Word("Europe/Berlin")),
			}},
			{"settings quiet", options{"from": "23", "to": "8", "zone": "Europe/Amsterdam"}, []string{say(lang.QuietHours, lang.When("23:00–08:00"), lang.Word("Europe/Amsterdam"))}},
			{"settings show", nil, []string{say(lang.QuietHours, lang.When("23:00–08:00"), lang.Word("Europe/Amsterdam"))}},
			{"settings loud", nil, []string{say(lang.QuietNone)}},
		} {
			m := ben.told(func() { ben.slash(step.command, step.options) })
			if !holds(m, step.told) {
				t.Errorf("/%s %v tells %s, and not %q", step.command, step.options, m.Text(), step.told)
			}
		}
	})
}

func TestZonesAreOfferedWhileTyping(t *testing.T) {
	p := open(t, setup{schema: true})
	ben := p.guest("Ben")
	if got := ben.complete("settings quiet", options{"from": "22", "to": "7", "zone": "ams"}, "zone"); len(got) == 0 || got[0] != "Europe/Amsterdam" {
		t.Errorf("offered %v", got)
	}
	if got := ben.complete("settings quiet", options{"zone": ""}, "zone"); len(got) != 25 {
		t.Errorf("%d zones before anything is typed", len(got))
	}
}

func TestCardsAndViewAreChosen(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ben := p.guest("Ben")
		style := func(word string) string { return say(lang.HabitStyle, lang.Word(say(lang.RuleValue("style", word)))) }
		view := func(word string) string { return say(lang.HabitView, lang.Word(say(lang.RuleValue("view", word)))) }
		for _, step := range []struct {
			command string
			options options
			told    []string
		}{
			{"settings show", nil, []string{style("classic"), view("pictures")}},
			{"settings cards", options{"style": "four"}, []string{style("four"), view("pictures")}},
			{"settings cards", nil, []string{style("four")}},
			{"settings view", options{"as": "symbols"}, []string{style("four"), view("symbols")}},
			{"settings cards", options{"style": "classic"}, []string{style("classic"), view("symbols")}},
		} {
			m := ben.told(func() { ben.slash(step.command, step.options) })
			if !holds(m, step.told) {
				t.Errorf("/%s %v tells %s, and not %q", step.command, step.options, m.Text(), step.told)
			}
		}
	})
}
