package commands_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestEveryCommandOfWhoPlaysAlone types each command where no table stands: in a channel, and in a
// direct message where Discord offers it there. It means the hand that the caller plays alone, or
// says that it is for tables with others, or is about no table.
func TestEveryCommandOfWhoPlaysAlone(t *testing.T) {
	p := open(t, setup{})
	ada := p.guest("Ada")
	p.calm()
	ada.toldWith(func() { ada.slash("play", options{"level": "easy", "rules": "brisk"}) }, p.say("en-US", lang.HandDraw))
	say := func(k lang.Key, with ...lang.Arg) string { return p.say("en-US", k, with...) }
	others := say(lang.TroubleNotableAlone)
	const none = "" // about no table
	type meant struct {
		says string
		with options
	}
	all := map[string]meant{
		"hand": {say(lang.HandDraw), nil}, "hint": {"Hint (", nil}, "takeback": {say(lang.TroubleNotakeback), nil},
		"draw": {say(lang.ParseSource, lang.Word("cellar")), options{"from": "cellar"}}, "meld": {say(lang.RefuseDrawfirst), options{"cards": "8C 8D 8S"}},
		"layoff": {say(lang.RefuseDrawfirst), options{"cards": "8H", "meld": 1}}, "discard": {say(lang.RefuseDrawfirst), options{"card": "2S"}},
		"goout": {say(lang.RefuseDrawfirst), nil}, "cut": {others, options{"word": "oars"}},
		"proof": {say(lang.ProofRunning), nil}, "replay": {say(lang.TroubleReplayNone), nil},
		"rum help": {say(lang.HelpAlone), nil}, "rum rules": {say(lang.Key("preset.brisk")), nil},
		"rum join": {others, nil}, "rum leave": {others, nil}, "rum start": {others, nil}, "rum next": {others, nil}, "rum again": {others, nil},
		"rum away": {others, nil}, "rum table": {others, nil}, "rum end": {others, nil}, "rum close": {others, nil}, "rum rematch": {others, nil},
		"rum add": {others, nil}, "rum invite": {others, options{"person": p.guest("Ben").ID()}}, "rum remove": {others, options{"seat": 2}},
		"rum new": {none, nil}, "play": {none, nil}, "learn": {none, nil}, "about": {none, nil}, "turns": {none, nil}, "record": {none, nil},
	}
	_, err := commands.Register(p.ctx, p.discord(p.client, slog.New(slog.DiscardHandler)), p.words, "") // as direct messages need
	p.must(err)
	here := p.channel
	dm, err := ada.Direct(p.ctx)
	p.must(err)
	for _, c := range render.Commands(p.words, nil, nil) {
		direct := len(c.Contexts) > 1
		names := []string{c.Name}
		for _, o := range c.Options {
			if o.Type == 1 { // a subcommand
				names = append(names, c.Name+" "+o.Name)
			}
		}
		if len(names) > 1 {
			names = names[1:]
		}
		for _, name := range names {
			if group, _, _ := strings.Cut(name, " "); group == "tab" || group == "settings" || group == "privacy" {
				continue
			}
			want, known := all[name]
			if !known {
				t.Errorf("/%s: what does it mean to who plays alone?", name)
			}
			if want.says == none {
				continue
			}
			for _, where := range []discord.ID{here, dm} {
				if where == dm && !direct {
					continue
				}
				p.channel = where
				m := ada.told(func() { ada.slash(name, want.with) })
				if !holds(m, []string{want.says}) {
					t.Errorf("/%s, in a direct message %t: %s", name, where == dm, m.Text())
				}
			}
		}
	}
}
