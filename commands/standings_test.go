package commands_test

import (
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestAPeriodThatIsNoneIsNamed has somebody ask by a client that offers other words.
func TestAPeriodThatIsNoneIsNamed(t *testing.T) {
	words := map[any]string{"week": "fortnight", "quarter": "moon"}
	p := open(t, setup{wire: func(in map[string]any) {
		data, _ := in["data"].(map[string]any)
		subs, _ := data["options"].([]any)
		for _, sub := range subs {
			options, _ := sub.(map[string]any)["options"].([]any)
			for _, o := range options {
				option := o.(map[string]any)
				if other := words[option["value"]]; other != "" {
					option["value"] = other
				}
			}
		}
	}})
	ben := p.guest("Ben")
	l := p.words.For("en-US")
	m := ben.told(func() { ben.slash("tab standings", options{"period": "week"}) })
	if before, _, _ := strings.Cut(l.Say(lang.ParsePeriod, lang.Word("fortnight")), "{"); !strings.Contains(m.Text(), before) || !strings.Contains(m.Text(), l.Say(lang.RuleValue("period", "month"))) {
		t.Errorf("told %q", m.Text())
	}
	ada := p.guest("Ada")
	m = ada.told(func() { ada.slash("settings tab", options{"season": "quarter"}) })
	if before, _, _ := strings.Cut(l.Say(lang.ParseSeason, lang.Word("moon")), "{"); !strings.Contains(m.Text(), before) || !strings.Contains(m.Text(), l.Say(lang.RuleValue("season", "half"))) {
		t.Errorf("told %q", m.Text())
	}
	m = ben.told(func() { ben.slash("tab standings", options{"period": "season"}) })
	if !strings.Contains(m.Text(), "/settings tab") {
		t.Errorf("told %q", m.Text())
	}
}

// TestWhatIsSettledForTheTabIsRead settles it in all the ways that people write, and in some that nobody can mean.
func TestWhatIsSettledForTheTabIsRead(t *testing.T) {
	p := open(t, setup{})
	say := p.words.For("en-US").Say
	ada, ben := p.guest("Ada"), p.guest("Ben")
	for _, step := range []struct {
		by      *guest
		options options
		told    []string
	}{
		{ben, nil, []string{say(lang.TroubleManager)}},
		{ada, nil, []string{say(lang.BooksTitle), say(lang.RuleValue("season", "none")), "UTC", say(lang.RuleValue("computers", "on"))}},
		{ada, options{"season": "half", "first": "31.1.2026"}, []string{say(lang.RuleValue("season", "half")), say(lang.BooksUntold)}},
		{ada, options{"first": "2026/2/29"}, []string{say(lang.ParseDay, lang.Word("2026/2/29"))}},
		{ada, options{"first": "1/15/26"}, []string{say(lang.ParseDay, lang.Word("1/15/26"))}},
		{ada, options{"first": "1999-12-31"}, []string{say(lang.ParseDay, lang.Word("1999-12-31"))}},
		{ada, options{"first": "soon"}, []string{say(lang.ParseDay, lang.Word("soon"))}},
		{ada, options{"first": "2099-12-31"}, []string{strings.Split(say(lang.BooksBegins, lang.When("|")), "|")[0], "2099"}},
		{ada, options{"zone": "atlantis"}, []string{say(lang.ParseZone, lang.Word("atlantis"))}},
		{ada, options{"zone": "barcelona"}, []string{say(lang.ParseSeveral, lang.Word("barcelona"), lang.List("America/Caracas · Europe/Madrid"))}},
		{ada, options{"zone": "amsterdam", "least": 12, "computers": false}, []string{"Europe/Amsterdam", say(lang.RuleValue("computers", "off")), "12"}},
		{ada, options{"season": "none"}, []string{say(lang.RuleValue("season", "none")), "Europe/Amsterdam"}},
	} {
		m := step.by.told(func() { step.by.slash("settings tab", step.options) })
		if !holds(m, step.told) {
			t.Errorf("/settings tab %v tells %s, and not %q", step.options, m.Text(), step.told)
		}
	}
	if days := ada.complete("settings tab", options{"first": ""}, "first"); len(days) < 3 || !strings.HasSuffix(days[0].(string), "-01-01") {
		t.Errorf("days offered: %v", days)
	}
}
