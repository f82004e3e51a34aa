package render

import (
	"strconv"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A SettingsModel is what a table's host may change between hands, shown
// privately. A pick comes back as VerbSet with the field as Arg and the value
// as engine.Rules.Set reads it; "rules" takes a preset's name, "seats" a
// number, "turn" what [ParseLimit] reads, "level" a level and "hints"
// [HintsOn] or [HintsOff].
type SettingsModel struct {
	Table   string
	Version int64
	Rules   engine.Rules
	Seats   int
	Turn    time.Duration
	Standin string   // level of the computer that plays for the absent
	Levels  []string // that it may have
	NoHints bool
	Players []Player // by seat, for removing them
	Change  bool     // the reader may change them now; else they are only shown
	Note    string
}

// Settings draws a select for each setting, or the settings as text.
func Settings(c Codec, l lang.Lang, m SettingsModel, serial uint32) Message {
	p := pen{codec: c, table: m.Table, version: m.Version, serial: serial}
	title := "### " + l.Say(lang.SettingsTitle) + "\n"
	if !m.Change {
		return private(text(m.Note), text(title+l.Say(lang.SettingsLook)+"\n"+settingLines(l, m)))
	}
	parts := []Component{text(m.Note), text(title + l.Say(lang.SettingsText))}
	parts = append(parts,
		selectRow(p.setting(l, "rules", presetOptions(l, m.Rules.Preset))),
		selectRow(p.setting(l, "seats", seatsOptions(l, m.Seats))),
		selectRow(p.setting(l, "turn", turnOptions(l, m.Turn))),
		selectRow(p.setting(l, "level", standinOptions(l, m.Levels, m.Standin))),
		selectRow(p.setting(l, "hints", hintsOptions(l, m.NoHints))))
	for _, field := range engine.HouseRules() {
		parts = append(parts, selectRow(p.setting(l, field, fieldOptions(l, field, m.Rules.Get(field)))))
	}
	if len(m.Players) > 1 {
		parts = append(parts, selectRow(p.choice(l.Say(lang.SelectRemove), seatOptions(l, m.Players), VerbRemove, "")))
	}
	return private(parts...)
}

func (p pen) setting(l lang.Lang, field string, options []Option) Select {
	return p.choice(l.Say(lang.Rule(field)), options, VerbSet, field)
}

func settingLines(l lang.Lang, m SettingsModel) string {
	lines := []string{
		named(l, "rules", l.Say(lang.Preset(m.Rules.Preset.String()))),
		named(l, "seats", strconv.Itoa(m.Seats)),
		named(l, "turn", limitText(l, m.Turn)),
		named(l, "level", levelName(l, m.Standin)),
		named(l, "hints", hintsText(l, m.NoHints)),
	}
	for _, field := range engine.HouseRules() {
		lines = append(lines, named(l, field, ruleValue(l, field, m.Rules.Get(field))))
	}
	return strings.Join(lines, "\n")
}

// named puts a setting's name before its value, because a select shows only the value
// picked.
func named(l lang.Lang, field, value string) string {
	return cut(l.Say(lang.SettingsLine, lang.Name(l.Say(lang.Rule(field))), lang.Word(value)), maxOption)
}

func presetOptions(l lang.Lang, now engine.Preset) []Option {
	var options []Option
	for _, preset := range presets() {
		name := preset.String()
		options = append(options, Option{Label: named(l, "rules", l.Say(lang.Preset(name))), Value: name, Default: preset == now})
	}
	return options
}

func seatsOptions(l lang.Lang, now int) []Option {
	var options []Option
	for n := 2; n <= engine.MaxSeats; n++ {
		options = append(options, Option{Label: l.Count(lang.SettingsSeats, n), Value: strconv.Itoa(n), Default: n == now})
	}
	return options
}

func turnOptions(l lang.Lang, now time.Duration) []Option {
	var options []Option
	for _, limit := range turnLimits() {
		options = append(options, Option{Label: named(l, "turn", limitText(l, limit)), Value: LimitValue(limit), Default: limit == now})
	}
	return options
}

func standinOptions(l lang.Lang, levels []string, now string) []Option {
	var options []Option
	for _, level := range levels {
		options = append(options, Option{
			Label: named(l, "level", levelName(l, level)), Value: level, Description: levelAbout(l, level), Default: level == now,
		})
	}
	return options
}

// The values of the setting "hints".
const (
	HintsOn  = "on"
	HintsOff = "off"
)

func hintsOptions(l lang.Lang, off bool) []Option {
	return []Option{
		{Label: named(l, "hints", hintsText(l, false)), Value: HintsOn, Default: !off},
		{Label: named(l, "hints", hintsText(l, true)), Value: HintsOff, Default: off},
	}
}

func hintsText(l lang.Lang, off bool) string {
	if off {
		return l.Say(lang.RuleValue("hints", HintsOff))
	}
	return l.Say(lang.RuleValue("hints", HintsOn))
}

func fieldOptions(l lang.Lang, field, now string) []Option {
	var options []Option
	for _, value := range ruleValues(field) {
		options = append(options, Option{Label: named(l, field, ruleValue(l, field, value)), Value: value, Default: value == now})
	}
	return options
}

// seatOptions lists who sits where; values are seat numbers from 0.
func seatOptions(l lang.Lang, players []Player) []Option {
	var options []Option
	for i, player := range players {
		label := strconv.Itoa(i+1) + ". " + player.plain(l, i)
		options = append(options, Option{Label: cut(label, maxOption), Value: strconv.Itoa(i)})
	}
	return options
}

// LimitValue writes a turn limit as option values have it: "24h0m0s", "0s" for none.
func LimitValue(limit time.Duration) string { return limit.String() }

// ParseLimit reads what LimitValue gives; false for anything that is no length
// of time.
func ParseLimit(value string) (time.Duration, bool) {
	limit, err := time.ParseDuration(value)
	return limit, err == nil
}
