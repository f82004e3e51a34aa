package render_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// italic is a piece of text as buttons are quoted.
var italic = regexp.MustCompile(`(?:^|[^*\\])\*([^*\n]+)\*(?:[^*]|$)`)

// labelsOf lists what stands on the buttons and lists of a message.
func labelsOf(parts []render.Component) (all []string) {
	for _, part := range parts {
		switch c := part.(type) {
		case render.Section:
			all = append(all, c.Accessory.Label)
		case render.Row:
			all = append(all, labelsOf(c.Components)...)
		case render.Button:
			all = append(all, c.Label)
		case render.PeopleSelect:
			all = append(all, c.Placeholder)
		case render.Select:
			all = append(all, c.Placeholder)
		case render.Text, render.Gallery, render.Paper, render.Separator:
		}
	}
	return all
}

// textOf is what is written on a message.
func textOf(m render.Message) string {
	all := []string{m.Content}
	for _, part := range m.Components {
		switch c := part.(type) {
		case render.Text:
			all = append(all, c.Content)
		case render.Section:
			all = append(all, c.Components[0].Content)
		case render.Row, render.Button, render.PeopleSelect, render.Select, render.Gallery, render.Paper, render.Separator:
		}
	}
	return strings.Join(all, "\n")
}

// missing lists the buttons that the text of a message quotes and that aren't on it.
func missing(l lang.Lang, m render.Message) (all []string) {
	buttons := map[string]bool{}
	text, err := os.ReadFile("lang/catalogue/en.json")
	if err != nil {
		panic(err)
	}
	for _, key := range regexp.MustCompile(`"((?:button|select)\.[^"]+)":`).FindAllSubmatch(text, -1) {
		buttons[l.Say(lang.Key(key[1]))] = true
	}
	labels := labelsOf(m.Components)
	for _, found := range italic.FindAllStringSubmatch(textOf(m), -1) {
		if buttons[found[1]] && !slices.Contains(labels, found[1]) {
			all = append(all, found[1])
		}
	}
	return all
}

// TestAQuotedButtonIsOnTheMessage reads every screen in every language. The rules of the game name
// the button of any table's message.
func TestAQuotedButtonIsOnTheMessage(t *testing.T) {
	seen := 0
	for _, tag := range lang.Tags() {
		l := words(t).For(tag)
		for _, s := range screens(t) {
			m := s.draw(l)
			seen += len(italic.FindAllString(textOf(m), -1))
			for _, label := range missing(l, m) {
				if !strings.HasPrefix(s.name, "how to play") || label != l.Say(lang.ButtonHand) {
					t.Errorf("%s: %s: there is no %q on\n%s", tag, s.name, label, textOf(m))
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d pieces in italics", seen)
	}
	l := words(t).For("en")
	control := render.Line(l.Say(lang.TroubleSeated))
	if got := missing(l, control); len(got) != 1 {
		t.Errorf("the control lacks %q", got)
	}
}

// TestARefusalHasTheButtonsThatItNames refuses with every code at a table in every phase, and
// alone.
func TestARefusalHasTheButtonsThatItNames(t *testing.T) {
	// These speak of another message, which has the button as it is called here.
	elsewhere := []string{
		"house " + sitting.InvitedBefore.String(), // the invitation
		"house " + sitting.InLobby.String(),       // the lobby, once enough people sit
		"tab " + tab.YourOwn.String(),             // the question that was answered
		"tab " + tab.IsParty.String(),             // likewise
		"door " + render.AsksBot.String(),         // the lobby
	}
	for _, tag := range lang.Tags() {
		l := words(t).For(tag)
		if lacks := missing(l, render.Line(render.Fault(l, "1"))); len(lacks) > 0 {
			t.Errorf("%s: there is no %q where something went wrong", tag, lacks)
		}
		for phase, s := range phases(t) {
			for name, why := range refusals() {
				m := render.Refused(pen(l), s, render.Refusal(l, reader(), s, why), why)
				if name == "house "+sitting.NotSeated.String() {
					m = render.Invite(pen(l), s)
				}
				if lacks := missing(l, m); len(lacks) > 0 && !slices.Contains(elsewhere, name) {
					t.Errorf("%s: %s: there is no %q on %s: %s", tag, phase, lacks, name, textOf(m))
				}
			}
		}
	}
}

// phases are sights of a table in every phase, and of one that somebody plays at alone.
func phases(t testing.TB) map[string]*sitting.Sight {
	all := map[string]*sitting.Sight{}
	for _, alone := range []bool{false, true} {
		for _, phase := range []sitting.Phase{sitting.Lobby, sitting.Playing, sitting.Between, sitting.Ended} {
			if phase == sitting.Ended && !alone {
				continue // what a closed table refuses names the rematch
			}
			s := sight(engine.See(toPlay(t), 0))
			s.Phase, s.Alone = phase, alone
			all[fmt.Sprint(phase, ", alone ", alone)] = s
		}
	}
	return all
}
