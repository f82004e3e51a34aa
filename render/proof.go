package render

import (
	"encoding/json"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A ProofModel is all that shows a deal to be fair. Before the hand is over,
// Seed and Deck are empty.
type ProofModel struct {
	Table      string
	Before     bool // the table is the one before the channel's present one
	Hand       int
	Commitment string // hex
	Cuts       []string
	Seed       string // hex
	Deck       []engine.Card
	Link       string // URL of the sealed deal in the channel; may be empty
}

// Proof draws it, with the line that the verifying command reads.
func Proof(l lang.Lang, m ProofModel) (Message, error) {
	lines := []string{"### " + l.Say(lang.ProofTitle, lang.Hand(m.Hand))}
	if m.Before {
		lines = append(lines, l.Say(lang.ProofBefore))
	}
	lines = append(lines, l.Say(lang.ProofCommitment, lang.Word(code(m.Commitment))))
	if len(m.Cuts) == 0 {
		lines = append(lines, l.Say(lang.ProofNocuts))
	} else {
		lines = append(lines, l.Say(lang.ProofCuts, lang.List(words(m.Cuts))))
	}
	if link := (Commitment{Hand: m.Hand, Link: m.Link}).text(l); link != "" {
		lines = append(lines, link)
	}
	if m.Seed == "" {
		return private(text(strings.Join(append(lines, l.Say(lang.ProofRunning)), "\n"))), nil
	}
	line, err := proofLine(m)
	if err != nil {
		return Message{}, err
	}
	return private(text(strings.Join(append(lines, l.Say(lang.ProofHow)), "\n")), text("```json\n"+line+"\n```")), nil
}

// proofLine is the JSON that checks the deal. A backtick in a word is written
// as its number, since it could end the block that the line stands in.
func proofLine(m ProofModel) (string, error) {
	deck := make([]string, len(m.Deck))
	for i, c := range m.Deck {
		deck[i] = c.String()
	}
	cuts := m.Cuts
	if cuts == nil {
		cuts = []string{}
	}
	line, err := json.Marshal(struct {
		Table      string   `json:"table"`
		Hand       int      `json:"hand"`
		Seed       string   `json:"seed"`
		Cuts       []string `json:"cuts"`
		Commitment string   `json:"commitment"`
		Deck       []string `json:"deck"`
	}{m.Table, m.Hand, m.Seed, cuts, m.Commitment, deck})
	if err != nil {
		return "", err
	}
	return strings.ReplaceAll(string(line), "`", `\u0060`), nil
}
