package render

import (
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// ReleaseForm draws the modal to say why a debt to a creditor who has left is to be written off.
func ReleaseForm(p Pen, creditor tab.Person) Modal { return sceneOfReleaseForm(creditor).modal(p) }

func sceneOfReleaseForm(creditor tab.Person) formScene {
	return formScene{
		title: sentence{key: lang.ModalRelease}, submit: origin{}.click(VerbRelease, string(creditor)),
		questions: []question{{ask: lang.ModalReason, id: FieldReason, by: writtenLong, most: MaxNote}},
	}
}

// A Released is a debt to the reader that was written off while they had left the server.
type Released struct {
	Debtor, Manager Player
	Pips            int64
}

// mostReleased is how many are told one by one.
const mostReleased = 3

// ReleasedMeanwhile tells the creditor of them, and the way back; "" of none.
func ReleasedMeanwhile(l lang.Lang, all []Released) string {
	return paragraph(l, sceneOfReleased(all)...)
}

func sceneOfReleased(all []Released) (said []sentence) {
	if len(all) == 0 {
		return nil
	}
	for _, r := range all[:min(len(all), mostReleased)] {
		said = append(said, sentence{
			key: lang.BackReleased, n: int(r.Pips), name: r.Debtor.who(), other: r.Manager.who(),
		})
	}
	if more := len(all) - mostReleased; more > 0 {
		said = append(said, sentence{key: lang.BackMore, n: more})
	}
	return append(said, sentence{key: lang.BackReverse})
}
