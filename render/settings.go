package render

import (
	"strconv"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A settingsScene is the settings of a table, to change or to read.
type settingsScene struct {
	head  lang.Key
	lines []setting // to read
	picks []pick    // to change
}

// Settings draws what a table's host may change between hands, a select for each
// setting, or the settings as text for who may not. A pick comes back as VerbSet
// with the field as Arg and the value as engine.Rules.Set reads it; "rules" takes
// a preset's name, "seats" a number, "turn" what [ParseLimit] reads, "level" a
// level and "hints" [HintsOn] or [HintsOff].
func Settings(p Pen, r Reader, s *sitting.Sight, host bool) Message {
	return sceneOfSettings(r, s, host).message(p)
}

func sceneOfSettings(r Reader, s *sitting.Sight, host bool) settingsScene {
	set := s.Settings
	if !host || s.Phase == sitting.Playing || s.Phase == sitting.Ended {
		return settingsScene{head: lang.SettingsLook, lines: allSettings(set)}
	}
	o := from(s, Prefs{})
	t := settingsScene{head: lang.SettingsText, picks: []pick{
		o.setting("rules", presetOptions(set.Rules.Preset)),
		o.setting("seats", seatsOptions(set.Seats)),
		o.setting("turn", turnOptions(set.Turn)),
		o.setting("level", standinOptions(set.Level.String())),
		o.setting("hints", hintsOptions(set.NoHints)),
	}}
	for _, field := range engine.HouseRules() {
		t.picks = append(t.picks, o.setting(field, fieldOptions(field, set.Rules.Get(field))))
	}
	if players := r.sitters(s.Seats, s.Waiting); len(players) > 1 {
		t.picks = append(t.picks, o.pick(lang.SelectRemove, seatOptions(players), VerbRemove, ""))
	}
	return t
}

func (o origin) setting(field string, options []option) pick {
	return o.pick(lang.Rule(field), options, VerbSet, field)
}

func (s settingsScene) message(p Pen) Message {
	l := p.Lang
	all := []string{"### " + l.Say(lang.SettingsTitle), l.Say(s.head)}
	for _, line := range s.lines {
		all = append(all, line.label(l))
	}
	parts := []Component{text(lines(all...))}
	for _, pick := range s.picks {
		parts = append(parts, p.selectRow(pick))
	}
	return private(parts...)
}

// A setting is one of a table's, and what it is set to.
type setting struct {
	field string // a house rule, "rules", "seats", "turn", "level" or "hints"
	value told
}

// label puts a setting's name before its value, because a select shows only the
// value picked.
func (s setting) label(l lang.Lang) string { return label(l, s.sentence(), maxOption) }

func (s setting) sentence() sentence {
	return sentence{key: lang.SettingsLine, name: sentence{key: lang.Rule(s.field)}, word: s.value}
}

func allSettings(set sitting.Settings) []setting {
	all := []setting{
		{"rules", presetOf(set.Rules.Preset)},
		{"seats", literal(strconv.Itoa(set.Seats))},
		{"turn", limitOf(set.Turn)},
		{"level", levelOf(set.Level.String())},
		{"hints", hintsOf(set.NoHints)},
	}
	for _, field := range engine.HouseRules() {
		all = append(all, setting{field, ruleOf(field, set.Rules.Get(field))})
	}
	return all
}

func presetOf(p engine.Preset) sentence { return sentence{key: lang.Preset(p.String())} }

func presetOptions(now engine.Preset) []option {
	var options []option
	for _, preset := range engine.Presets() {
		options = append(options, option{
			label: setting{"rules", presetOf(preset)}.sentence(), value: preset.String(), chosen: preset == now,
		})
	}
	return options
}

func seatsOptions(now int) []option {
	var options []option
	for n := 2; n <= engine.MaxSeats; n++ {
		options = append(options, option{label: sentence{key: lang.SettingsSeats, n: n}, value: strconv.Itoa(n), chosen: n == now})
	}
	return options
}

func turnOptions(now time.Duration) []option {
	var options []option
	for _, limit := range turnLimits() {
		options = append(options, option{label: setting{"turn", limitOf(limit)}.sentence(), value: LimitValue(limit), chosen: limit == now})
	}
	return options
}

func standinOptions(now string) []option {
	options := levelOptions()
	for i, o := range options {
		options[i].label, options[i].chosen = setting{"level", o.label}.sentence(), o.value == now
	}
	return options
}

// The values of the setting "hints".
const (
	HintsOn  = "on"
	HintsOff = "off"
)

func hintsOptions(off bool) []option {
	return []option{
		{label: setting{"hints", hintsOf(false)}.sentence(), value: HintsOn, chosen: !off},
		{label: setting{"hints", hintsOf(true)}.sentence(), value: HintsOff, chosen: off},
	}
}

func hintsOf(off bool) sentence {
	if off {
		return sentence{key: lang.RuleValue("hints", HintsOff)}
	}
	return sentence{key: lang.RuleValue("hints", HintsOn)}
}

func fieldOptions(field, now string) []option {
	var options []option
	for _, value := range ruleValues(field) {
		options = append(options, option{label: setting{field, ruleOf(field, value)}.sentence(), value: value, chosen: value == now})
	}
	return options
}

// seatOptions lists who sits where; values are seat numbers from 0.
func seatOptions(players []who) []option {
	var options []option
	for i, player := range players {
		options = append(options, option{label: numbered{player.number, ". ", player}, value: strconv.Itoa(i)})
	}
	return options
}
