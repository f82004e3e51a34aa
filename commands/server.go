package commands

import (
	"context"
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
)

// serverRows are those of what the managers of a server settle.
func serverRows() []row {
	return []row{{by: takes(typed("settings server")), who: keeper, do: settle}}
}

// settle changes what the caller names of it, and tells all.
func settle(ctx context.Context, v *visit) error {
	m, err := v.hall.servers.Manners(ctx, v.in.Server)
	if err == nil && len(v.call.options) > 0 {
		m, err = v.hall.servers.ChangeManners(ctx, v.in.Server, v.settled)
	}
	if err != nil {
		return err
	}
	v.say(ctx, render.Server(v.words, render.ServerModel{Rules: m.Rules, Pace: m.Pace, Lang: m.Lang, Channels: m.Channels}))
	return nil
}

// settled is what is settled, with what the caller names otherwise. Named again a channel is left out, but not by the same command that comes twice.
func (v *visit) settled(m table.Manners) (table.Manners, error) {
	if m.By == v.in.ID {
		return m, nil
	}
	m.By = v.in.ID
	for option, into := range map[string]*string{"rules": &m.Rules, "pace": &m.Pace, "language": &m.Lang} {
		if v.call.has(option) {
			*into = v.call.text(option)
		}
		if *into == render.LastUsed {
			*into = ""
		}
	}
	if _, err := engine.ParsePreset(m.Rules); err != nil && m.Rules != "" {
		return m, refused(sitting.BadSettings)
	}
	if _, ok := sitting.ParsePace(m.Pace); !ok && m.Pace != "" {
		return m, &render.DoorRefusal{Code: render.NoPace, Word: m.Pace}
	}
	if _, err := tagOf(m.Lang); err != nil && m.Lang != "" {
		return m, err
	}
	if v.call.text("anywhere") == "true" {
		m.Channels = nil
	}
	if !v.call.has("channel") {
		return m, nil
	}
	channel := sitting.Channel(v.call.text("channel"))
	if _, known := v.in.resolved().Channels[string(channel)]; !known {
		return m, render.ErrForged
	}
	if at := slices.Index(m.Channels, channel); at >= 0 {
		m.Channels = slices.Delete(slices.Clone(m.Channels), at, at+1)
		return m, nil
	}
	if m.Channels = append(slices.Clone(m.Channels), channel); len(m.Channels) > mostPlaces {
		return m, refused(sitting.BadSettings)
	}
	return m, nil
}

// mostPlaces is how many channels can be named where tables may stand; that many can
// be listed in a refusal.
const mostPlaces = 25

// learnServer learns what a table begins with that is opened here: as its managers have
// settled it, else as the last one did. Its error is why none may stand here.
func (v *visit) learnServer(ctx context.Context) error {
	m, err := v.hall.servers.Manners(ctx, v.in.Server)
	if err != nil {
		return err
	}
	if len(m.Channels) > 0 && !slices.Contains(m.Channels, v.in.ChannelID) && !slices.Contains(m.Channels, v.in.Channel.Parent) {
		return &render.DoorRefusal{Code: render.WrongPlace, Channels: m.Channels}
	}
	v.begins = sitting.Settings{Rules: engine.Boathouse.Rules(), Pace: defaultPace, Lang: v.hall.words.For(v.in.spokenHere()).Tag()}
	c, err := v.hall.scores.Calendar(ctx, v.in.Server)
	if err != nil {
		return err
	}
	v.begins.Bare = c.Bare
	v.asBefore(ctx)
	if preset, err := engine.ParsePreset(m.Rules); err == nil && m.Rules != "" {
		v.begins.Rules = preset.Rules()
	}
	if pace, ok := sitting.ParsePace(m.Pace); ok && m.Pace != "" {
		v.begins.Pace, v.begins.Turn = pace, 0
	}
	if m.Lang != "" {
		v.begins.Lang = m.Lang
	}
	return nil
}

// asBefore has a table begin with the preset, the pace and the language of the newest. Where
// that can't be read it begins as the first one did: nobody needs it to play.
func (v *visit) asBefore(ctx context.Context) {
	id, err := v.hall.servers.Newest(ctx, v.in.Server)
	if id == "" && err == nil {
		return
	}
	var s sitting.Sight
	if err == nil {
		s, err = v.hall.tables.Peek(ctx, id, "")
	}
	if err != nil {
		v.hall.Log.Warn("a table begins as none before", "before", id, "error", err)
		return
	}
	last := s.Settings
	v.begins.Rules, v.begins.Pace, v.begins.Turn, v.begins.Lang = last.Rules.Preset.Rules(), last.Pace, last.Turn, last.Lang
}
