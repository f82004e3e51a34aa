package render

import (
	"encoding/json"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A Claim is a seal that somebody wants to have compared with a deal's; the zero Claim is none.
type Claim string

// A proofScene is what there is to say of a deal.
type proofScene struct {
	lines []sentence
	seal  seal
	table string   // where the hand's own message is, whose id is a cut; empty where none is
	more  lang.Key // what to do with it
	line  string   // that the verifying command reads; empty before the hand is over
}

// Proof draws all that shows a deal to be fair, with the line that the verifying
// command reads once the hand is over. Before says that the table is the one
// before the channel's present one.
func Proof(l lang.Lang, r Reader, table sitting.ID, d sitting.Proof, claim Claim, before bool) (Message, error) {
	s, err := sceneOfProof(r, table, d, claim, before)
	if err != nil {
		return Message{}, err
	}
	return s.message(l), nil
}

func sceneOfProof(r Reader, table sitting.ID, d sitting.Proof, claim Claim, before bool) (proofScene, error) {
	s := proofScene{more: lang.ProofRunning, seal: r.seal(d.Deal.Hand), table: r.Tables[d.Deal.Hand], lines: []sentence{{key: lang.ProofTitle, hand: d.Deal.Hand}}}
	if before {
		s.lines = append(s.lines, sentence{key: lang.ProofBefore})
	}
	s.lines = append(s.lines, claim.judged(d)...)
	s.lines = append(s.lines, sentence{key: lang.ProofCommitment, word: code(d.Deal.Commitment)}, sentence{key: lang.ProofLine, word: sealCode(d.Deal)})
	if len(d.Deal.All) > 0 {
		s.lines = append(s.lines, sentence{key: lang.ProofCuts, list: safeWords(d.Deal.All)})
	} else {
		s.lines = append(s.lines, sentence{key: lang.ProofNocuts})
	}
	s.lines = append(s.lines, waysOf(d)...)
	if d.Again != "" {
		s.lines = append(s.lines, sentence{key: lang.ProofAgain, word: code(d.Again)})
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

// judged says whether the claim is of a deal; nothing where there is none.
func (c Claim) judged(d sitting.Proof) []sentence {
	switch {
	case c == "":
		return nil
	case deal.ShowsSeal(string(c), d.Deal.Commitment):
		return []sentence{{key: lang.ProofMatches}}
	}
	return []sentence{{key: lang.ProofDiffers}}
}

// waysOf says where the cuts come from that are no words, by the way of the deal's time.
func waysOf(d sitting.Proof) (all []sentence) {
	f := d.Deal
	switch {
	case f.Start:
		all = append(all, sentence{key: lang.ProofClick})
	case f.Seal != "" && f.Early:
		all = append(all, sentence{key: lang.ProofEarly})
	case f.Seal != "":
		all = append(all, sentence{key: lang.ProofMessage})
	}
	switch {
	case f.Table != "":
		all = append(all, sentence{key: lang.ProofLast})
	case d.Dealt && f.Seal != "" && !f.Early && !d.Alone:
		all = append(all, sentence{key: lang.ProofOld})
	}
	return all
}

func (s proofScene) message(l lang.Lang) Message {
	links := lines(s.seal.text(l), linkText(l, lang.DealLink, s.lines[0].hand, s.table))
	words := text(lines("### "+paragraph(l, s.lines...), links, l.Say(s.more)))
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
