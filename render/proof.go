package render

import (
	"encoding/json"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A proofScene is what there is to say of a deal.
type proofScene struct {
	lines []sentence
	seal  seal
	more  lang.Key // what to do with it
	line  string   // that the verifying command reads; empty before the hand is over
}

// Proof draws all that shows a deal to be fair, with the line that the verifying
// command reads once the hand is over. Before says that the table is the one
// before the channel's present one.
func Proof(l lang.Lang, r Reader, table sitting.ID, d sitting.Proof, before bool) (Message, error) {
	s, err := sceneOfProof(r, table, d, before)
	if err != nil {
		return Message{}, err
	}
	return s.message(l), nil
}

func sceneOfProof(r Reader, table sitting.ID, d sitting.Proof, before bool) (proofScene, error) {
	s := proofScene{more: lang.ProofRunning, seal: r.seal(d.Deal.Hand), lines: []sentence{{key: lang.ProofTitle, hand: d.Deal.Hand}}}
	if before {
		s.lines = append(s.lines, sentence{key: lang.ProofBefore})
	}
	s.lines = append(s.lines, sentence{key: lang.ProofCommitment, word: code(d.Deal.Commitment)})
	if cuts := cutsGiven(d); len(cuts) > 0 {
		s.lines = append(s.lines, sentence{key: lang.ProofCuts, list: safeWords(cuts)})
	} else {
		s.lines = append(s.lines, sentence{key: lang.ProofNocuts})
	}
	switch {
	case d.Deal.Seal != "":
		s.lines = append(s.lines, sentence{key: lang.ProofMessage})
	case d.Deal.First != "":
		s.lines = append(s.lines, sentence{key: lang.ProofClick})
	}
	if d.Gone {
		s.more = lang.ProofGone
	}
	if !d.Over {
		return s, nil
	}
	var err error
	s.more = lang.ProofHow
	s.line, err = proofLine(table, d)
	return s, err
}

// cutsGiven lists what went into the shuffle, or will.
func cutsGiven(d sitting.Proof) []string {
	if d.Over {
		return d.Fair.Cuts
	}
	var cuts []string
	if d.Deal.First != "" {
		cuts = append(cuts, d.Deal.First)
	}
	for _, c := range d.Deal.Cuts {
		cuts = append(cuts, c.Word)
	}
	return cuts
}

func (s proofScene) message(l lang.Lang) Message {
	words := text(lines("### "+paragraph(l, s.lines...), s.seal.text(l), l.Say(s.more)))
	if s.line == "" {
		return private(words)
	}
	return private(words, text("```json\n"+s.line+"\n```"))
}

// proofLine is the JSON that checks the deal. A backtick in a word is written
// as its number, since it could end the block that the line stands in.
func proofLine(table sitting.ID, d sitting.Proof) (string, error) {
	deck := make([]string, len(d.Fair.Deck))
	for i, c := range d.Fair.Deck {
		deck[i] = c.String()
	}
	cuts := d.Fair.Cuts
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
	}{string(table), d.Deal.Hand, d.Fair.Seed.String(), cuts, d.Deal.Commitment, deck})
	if err != nil {
		return "", err
	}
	return strings.ReplaceAll(string(line), "`", `\u0060`), nil
}

// safeWords lists words of people's own.
func safeWords(words []string) list {
	safe := make([]literal, len(words))
	for i, word := range words {
		safe[i] = safeWord(word)
	}
	return listOf(safe)
}
