package render

import (
	"fmt"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A LobbyModel is a table before its first hand, as everybody sees it.
type LobbyModel struct {
	Table      string
	Version    int64
	Host       Player
	Rules      engine.Rules
	Seats      int           // most seats, 2 to 6
	Turn       time.Duration // time for a turn; 0 is none
	Standin    string        // level of the computer that plays for the absent
	NoHints    bool
	Players    []Player // by seat
	Levels     []string // of computers that can be added
	Cuts       []Cut
	Commitment Commitment
}

// A Cut is one player's word for a deal.
type Cut struct {
	By   Player
	Word string // as given; empty once it was erased
}

// A Commitment is where a sealed deal stands in the channel.
type Commitment struct {
	Hand int
	Link string // URL of the message; empty when it isn't posted
}

// Lobby draws an open table that waits for players.
func Lobby(c Codec, l lang.Lang, m LobbyModel, serial uint32) Message {
	p := pen{codec: c, table: m.Table, version: m.Version, serial: serial}
	buttons := []Button{
		p.button(StylePrimary, l.Say(lang.ButtonJoin), VerbJoin, ""),
		p.button(StyleSecondary, l.Say(lang.ButtonLeave), VerbLeave, ""),
	}
	if len(m.Players) > 1 {
		buttons = append(buttons, p.button(StyleSecondary, l.Say(lang.ButtonStart), VerbStart, ""))
	}
	buttons = append(buttons, p.button(StyleSecondary, l.Say(lang.ButtonSettings), VerbSettings, ""))
	var add Select
	if len(m.Players) < m.Seats {
		add = p.choice(l.Say(lang.SelectComputer), levelOptions(l, m.Levels), VerbAddComputer, "")
	}
	return public(text(lobbyTop(l, m)), text(lobbySeats(l, m)), row(buttons...), selectRow(add), text(lobbyCuts(l, m)))
}

func lobbyTop(l lang.Lang, m LobbyModel) string {
	lines := []string{
		"## " + l.Say(lang.Title),
		l.Say(lang.LobbyOpen),
		l.Say(lang.LobbyHost, lang.Name(m.Host.safe(l, 0))),
		l.Say(lang.LobbyRules, lang.Name(l.Say(lang.Preset(m.Rules.Preset.String())))),
	}
	for _, line := range differing(l, m.Rules) {
		lines = append(lines, "- "+line)
	}
	if m.Standin != usualLevel {
		lines = append(lines, "- "+named(l, "level", levelName(l, m.Standin)))
	}
	if m.NoHints {
		lines = append(lines, "- "+named(l, "hints", hintsText(l, true)))
	}
	return strings.Join(append(lines, l.Say(lang.TurnLimit, lang.When(limitText(l, m.Turn)))), "\n")
}

func lobbySeats(l lang.Lang, m LobbyModel) string {
	lines := []string{l.Say(lang.LobbySeats, lang.N(len(m.Players)), lang.Total(m.Seats))}
	for i, player := range m.Players {
		line := fmt.Sprintf("%d\\. %s", i+1, player.safe(l, i))
		if level := player.level(l); level != "" {
			line += " · " + level
		}
		if player.Away {
			line += " · " + l.Say(lang.PlayerAway)
		}
		lines = append(lines, line)
	}
	if len(m.Players) < 2 {
		return strings.Join(append(lines, l.Say(lang.LobbyFew)), "\n")
	}
	return strings.Join(append(lines, l.Say(lang.LobbyReady)), "\n")
}

func lobbyCuts(l lang.Lang, m LobbyModel) string {
	return strings.TrimSpace(cutsText(l, m.Cuts) + "\n" + m.Commitment.text(l))
}

// cutsText tells the words given so far for the next deal, with their givers,
// or how to give one.
func cutsText(l lang.Lang, cuts []Cut) string {
	if len(cuts) == 0 {
		return l.Say(lang.LobbyNocuts)
	}
	words := make([]string, len(cuts))
	for i, cut := range cuts {
		words[i] = SafeWord(cut.Word) + " (" + cut.By.safe(l, i) + ")"
	}
	return l.Say(lang.LobbyCuts, lang.List(strings.Join(words, " · ")))
}

// text links to the sealed deal; "" when there is nothing to link to.
func (c Commitment) text(l lang.Lang) string {
	if c.Link == "" {
		return ""
	}
	return "[" + l.Say(lang.CommitmentLink, lang.Hand(c.Hand)) + "](" + c.Link + ")"
}

func levelOptions(l lang.Lang, levels []string) []Option {
	var options []Option
	for _, level := range levels {
		options = append(options, Option{Label: levelName(l, level), Value: level, Description: levelAbout(l, level)})
	}
	return options
}
