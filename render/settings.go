package render

import (
	"strconv"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A settingsScene is the settings of a table, to read, and to change for who may.
type settingsScene struct {
	head  lang.Key
	lines []setting
	picks []pick
	forms []press
}

// Settings draws the settings of a table, with what changes them for who may, which
// is between hands alone. A pick comes back as VerbSet with the field as Arg, or
// as VerbRemove: "rules" takes a preset's name and "pace" the name of a pace or [PaceSet].
func Settings(p Pen, r Reader, s *sitting.Sight, host bool) Message {
	return sceneOfSettings(r, s, host).message(p)
}

func sceneOfSettings(r Reader, s *sitting.Sight, host bool) settingsScene {
	t := settingsScene{head: lang.SettingsLook, lines: allSettings(s.Settings, s.Limit)}
	if !host || s.Phase != sitting.Lobby && s.Phase != sitting.Between {
		return t
	}
	o := from(s, Prefs{})
	t.head, t.forms = lang.SettingsText, o.forms()
	t.picks = []pick{o.presets(s), o.paces(s)}
	if players := r.sitters(s.Seats, s.Waiting); len(players) > 1 {
		t.picks = append(t.picks, o.pick(lang.SelectRemove, seatOptions(players), VerbRemove, ""))
	}
	return t
}

// presets and paces are the settings that are picked in one go.
func (o origin) presets(s *sitting.Sight) pick {
	return o.pick(lang.SelectRules, presetOptions(s.Settings.Rules.Preset), VerbSet, "rules")
}

func (o origin) paces(s *sitting.Sight) pick {
	return o.pick(lang.SelectPace, paceOptions(s.Settings, len(s.Staying())), VerbSet, "pace")
}

// forms lead to all the others.
func (o origin) forms() []press {
	return []press{o.secondary(lang.ButtonHouse, VerbHouse, ""), o.secondary(lang.ButtonTable, VerbTable, "")}
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
	return private(append(parts, p.row(s.forms))...)
}

// A setting is one of a table's, and what it is set to.
type setting struct {
	field string // a house rule, "rules", "seats", "pace", "level", "language" or "hints"
	value told
}

// label puts a setting's name before its value, because a select shows only the
// value picked.
func (s setting) label(l lang.Lang) string { return label(l, s.sentence(), maxOption) }

func (s setting) sentence() sentence {
	return sentence{key: lang.SettingsLine, name: sentence{key: lang.Rule(s.field)}, word: s.value}
}

// allSettings lists them; limit is the time for a turn that follows from them.
func allSettings(set sitting.Settings, limit time.Duration) []setting {
	all := []setting{{"rules", presetOf(set.Rules.Preset)}}
	for _, field := range engine.HouseRules() {
		all = append(all, setting{field, ruleIn(set.Rules, field, set.Rules.Get(field))})
	}
	return append(all,
		setting{"pace", paceOf(set.Pace, limit)},
		setting{"seats", literal(strconv.Itoa(set.Seats))},
		setting{"level", levelOf(set.Level.String())},
		setting{"language", literal(lang.Own(set.Lang))},
		setting{"match", matchName(set.Match)},
		setting{"hints", hintsOf(set.NoHints)},
		setting{"remarks", remarksOf(set.NoRemarks)},
		setting{"colours", coloursOf(set.FourColours)},
	)
}

func presetOf(p engine.Preset) sentence { return sentence{key: lang.Preset(p.String())} }

// feelOf says in a line what a preset feels like.
func feelOf(p engine.Preset) sentence { return sentence{key: lang.About(lang.Preset(p.String()))} }

// felt says in one line what something is called and what it feels like, where there
// is no smaller line for that.
func felt(name, feel sentence) list { return list{name, feel} }

func presetOptions(now engine.Preset) []option {
	var options []option
	for _, preset := range engine.Presets() {
		options = append(options, option{
			label: setting{"rules", presetOf(preset)}.sentence(), about: feelOf(preset), value: preset.String(), chosen: preset == now,
		})
	}
	return options
}

// The values of the option "hints", and of what else is on or off.
const (
	HintsOn  = "on"
	HintsOff = "off"
)

func hintsOf(off bool) sentence { return onOff("hints", off) }

func remarksOf(off bool) sentence { return onOff("remarks", off) }

func coloursOf(four bool) sentence {
	if four {
		return sentence{key: lang.RuleValue("colours", "four")}
	}
	return sentence{key: lang.RuleValue("colours", "two")}
}

func onOff(field string, off bool) sentence {
	if off {
		return sentence{key: lang.RuleValue(field, HintsOff)}
	}
	return sentence{key: lang.RuleValue(field, HintsOn)}
}

// seatOptions lists who sits where; values are seat numbers from 0.
func seatOptions(players []who) []option {
	var options []option
	for i, player := range players {
		options = append(options, option{label: numbered{player.number, ". ", player}, value: strconv.Itoa(i)})
	}
	return options
}
