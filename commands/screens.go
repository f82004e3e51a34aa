package commands

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// A screen draws what one sight shows to one reader.
type screen struct {
	ink   *ink
	words lang.Lang
	snap  *sitting.Sight
	cast  cast
	refs  table.Refs // empty where the reader's screen links to nothing
}

// levels lists the computers that can be seated.
func levels() []string { return levelWords(opponent.Levels()) }

func levelWords(levels []opponent.Level) []string {
	words := make([]string, len(levels))
	for i, l := range levels {
		words[i] = l.String()
	}
	return words
}

// board draws the table message: the lobby before the first hand, then the table.
func (s screen) board() render.Message {
	if s.snap.Phase == sitting.Lobby {
		return s.lobby()
	}
	return render.Table(s.ink.codec, s.words, render.TableModel{
		Table: string(s.snap.ID), Version: s.snap.Version, Hand: s.snap.Hand,
		View: s.snap.View, Log: s.snap.Log,
		Players: s.cast.sitters(s.snap.Seats), Waiting: s.cast.sitters(s.snap.Waiting),
		Deadline: s.snap.Deadline, Between: s.snap.Phase == sitting.Between, Closed: s.snap.Phase == sitting.Ended,
		Cuts: s.cuts(), Commitment: s.commitment(s.snap.Deal.Hand),
		Again: s.snap.Again, OnTab: s.snap.OnTab, Repeatable: s.snap.Repeatable, Paused: s.snap.Paused, Wish: wish(s.snap.Takeback),
	}, s.ink.next())
}

func (s screen) lobby() render.Message {
	return render.Lobby(s.ink.codec, s.words, render.LobbyModel{
		Table: string(s.snap.ID), Version: s.snap.Version, Host: s.cast.person(s.snap.Host),
		Rules: s.snap.Settings.Rules, Seats: s.snap.Settings.Seats, Turn: s.snap.Settings.Turn,
		Standin: s.snap.Settings.Level.String(), NoHints: s.snap.Settings.NoHints,
		Players: s.cast.sitters(s.snap.Seats), Levels: levels(),
		Cuts: s.cuts(), Commitment: s.commitment(s.snap.Deal.Hand),
	}, s.ink.next())
}

// cuts are the words given for the deal, and by whom.
func (s screen) cuts() []render.Cut {
	var cuts []render.Cut
	for _, c := range s.snap.Deal.Cuts {
		cuts = append(cuts, render.Cut{By: s.cast.person(c.By), Word: c.Word})
	}
	return cuts
}

// commitment says where the sealed deal of a hand stands.
func (s screen) commitment(hand int) render.Commitment {
	c := render.Commitment{Hand: hand}
	if id := s.refs.Commitments[hand]; id != "" {
		c.Link = strings.Join([]string{"https://discord.com/channels", string(s.snap.Server), string(s.snap.Channel), id}, "/")
	}
	return c
}

func (s screen) seal() render.Message {
	return render.CommitmentPost(s.words, render.CommitmentModel{Hand: s.snap.Deal.Hand, Commitment: s.snap.Deal.Commitment})
}

func (s screen) ping(half bool) render.Message {
	return render.Ping(s.ink.codec, s.words, render.PingModel{
		Table: string(s.snap.ID), Version: s.snap.Version, Player: s.cast.sitter(s.snap.Seats[s.snap.View.Turn]),
		View: s.snap.View, Deadline: s.snap.Deadline, Half: half,
	}, s.ink.next())
}

func (s screen) result() render.Message {
	last := s.snap.Last
	return render.Result(s.ink.codec, s.words, render.ResultModel{
		Table: string(s.snap.ID), Version: s.snap.Version, Hand: last.Hand,
		Players: s.cast.sitters(last.Seats), Rules: last.Rules,
		Abandoned: last.Abandoned, Result: last.Result, Seed: last.Seed, Cuts: last.Cuts, TabHead: last.TabHead,
		Commitment: s.commitment(last.Hand), Closed: s.snap.Phase == sitting.Ended,
		Again: last.Again, OnTab: last.OnTab, Repeatable: s.snap.Repeatable,
	}, s.ink.next())
}

// hand draws the reader's own cards; note is a line on top.
func (s screen) hand(order render.Order, note string) render.Message {
	return render.Hand(s.ink.codec, s.words, s.handModel(order, note), s.ink.next())
}

func (s screen) handModel(order render.Order, note string) render.HandModel {
	return render.HandModel{
		Table: string(s.snap.ID), Version: s.snap.Version, Hand: s.snap.Hand,
		View: s.snap.View, Log: s.snap.Log, Players: s.cast.sitters(s.snap.Seats),
		Order: order, Note: note, Deadline: s.snap.Deadline, Again: s.snap.Again, OnTab: s.snap.OnTab,
		Standin: s.snap.Settings.Level.String(), Hints: !s.snap.Settings.NoHints,
		TakeBack: s.snap.MayTakeBack, Wish: wish(s.snap.Takeback), Repeat: s.snap.Me != engine.Nobody && s.snap.Repeatable,
	}
}

// everybody lists who can be removed, by the number of the seat: those who wait
// are numbered on after the seats.
func (s screen) everybody() []render.Player {
	return append(s.cast.sitters(s.snap.Seats), s.cast.sitters(s.snap.Waiting)...)
}

// settings draws the rules and seats, to change for who may.
func (s screen) settings(mayChange bool, note string) render.Message {
	set := s.snap.Settings
	return render.Settings(s.ink.codec, s.words, render.SettingsModel{
		Table: string(s.snap.ID), Version: s.snap.Version, Rules: set.Rules, Seats: set.Seats, Turn: set.Turn,
		Standin: set.Level.String(), Levels: levels(), NoHints: set.NoHints, Players: s.everybody(), Change: mayChange && s.snap.Phase != sitting.Playing && s.snap.Phase != sitting.Ended,
		Note: note,
	}, s.ink.next())
}
