package commands

import (
	"context"
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// What a table is opened with unless its opener says otherwise.
const (
	defaultPace  = sitting.Slow
	defaultLevel = opponent.Normal // also of a computer that is seated
)

// settingsAsked reads the options of a new table.
func settingsAsked(v *visit) (sitting.Settings, error) {
	c, preset := v.call, v.begins.Rules.Preset
	var err error
	if c.has("rules") {
		if preset, err = engine.ParsePreset(c.text("rules")); err != nil {
			return sitting.Settings{}, refused(sitting.BadSettings)
		}
	}
	set := sitting.Settings{Rules: preset.Rules(), Seats: engine.MaxSeats, Level: defaultLevel, Bare: v.begins.Bare}
	for _, field := range engine.HouseRules() {
		if c.has(field) {
			if set.Rules, err = set.Rules.Set(field, c.text(field)); err != nil {
				return sitting.Settings{}, err
			}
		}
	}
	if c.has("seats") {
		set.Seats = c.number("seats")
	}
	if c.has("match") {
		var known bool
		if set.Match, known = sitting.ParseMatch(c.text("match")); !known {
			return sitting.Settings{}, &render.DoorRefusal{Code: render.NoMatch, Word: c.text("match")}
		}
	}
	if c.has("level") {
		if set.Level, err = opponent.ParseLevel(c.text("level")); err != nil {
			return sitting.Settings{}, refused(sitting.BadSettings)
		}
	}
	set.NoHints = c.text("hints") == render.HintsOff
	if set.Lang, err = languageAsked(v); err != nil {
		return sitting.Settings{}, err
	}
	return withPaceAsked(v, set)
}

// withPaceAsked gives settings the pace or the time for a turn that was asked for.
func withPaceAsked(v *visit, set sitting.Settings) (sitting.Settings, error) {
	set.Pace, set.Turn = v.begins.Pace, v.begins.Turn
	switch {
	case v.call.has("pace") && v.call.has("turn"):
		return set, &render.DoorRefusal{Code: render.PaceAndLimit}
	case v.call.has("pace"):
		return withPace(set, v.call.text("pace"))
	case v.call.has("turn"):
		limit, ok := render.ReadLimit(v.words, v.call.text("turn"))
		if !ok {
			return set, &render.DoorRefusal{Code: render.NoLimit, Word: v.call.text("turn")}
		}
		if set.Pace, set.Turn = sitting.Set, limit; limit == 0 {
			set.Pace = sitting.None
		}
	}
	return set, nil
}

// withPace gives settings the pace of a name.
func withPace(set sitting.Settings, name string) (sitting.Settings, error) {
	pace, ok := sitting.ParsePace(name)
	if !ok {
		return set, &render.DoorRefusal{Code: render.NoPace, Word: name}
	}
	set.Pace, set.Turn = pace, 0
	return set, nil
}

// languageAsked reads the tag of the language of a new table: the one asked for, else
// that of the tables here.
func languageAsked(v *visit) (string, error) {
	if v.call.has("language") {
		return tagOf(v.call.text("language"))
	}
	return v.begins.Lang, nil
}

// tagOf reads the tag of a language that there is.
func tagOf(text string) (string, error) {
	if !slices.Contains(lang.Spoken(), text) {
		return "", &render.DoorRefusal{Code: render.NoLanguage, Word: text}
	}
	return text, nil
}

func completeLimit(_ context.Context, v *visit) ([]render.Choice, error) {
	return render.CompleteLimit(v.words, v.call.text("turn")), nil
}
