package render

import "github.com/boathouse-rum/boathouse/render/lang"

// A CommitmentModel is a deal sealed before anyone can influence it.
type CommitmentModel struct {
	Hand       int    // from 1
	Commitment string // hex
}

// CommitmentPost draws the message that is never edited.
func CommitmentPost(l lang.Lang, m CommitmentModel) Message {
	return public(text("### " + l.Say(lang.CommitmentTitle, lang.Hand(m.Hand)) + "\n" +
		l.Say(lang.CommitmentText, lang.Word(code(m.Commitment)))))
}
