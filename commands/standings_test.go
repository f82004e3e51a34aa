package commands_test

import (
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestAPeriodThatIsNoneIsNamed has somebody ask by a client that offers other words.
func TestAPeriodThatIsNoneIsNamed(t *testing.T) {
	words := map[string]string{"week": "fortnight"}
	p := open(t, setup{wire: func(in map[string]any) {
		data, _ := in["data"].(map[string]any)
		subs, _ := data["options"].([]any)
		for _, sub := range subs {
			options, _ := sub.(map[string]any)["options"].([]any)
			for _, o := range options {
				option := o.(map[string]any)
				if other := words[option["value"].(string)]; other != "" {
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
	m = ben.told(func() { ben.slash("tab standings", options{"period": "season"}) })
	if !strings.Contains(m.Text(), "/settings tab") {
		t.Errorf("told %q", m.Text())
	}
}
