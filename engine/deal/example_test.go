package deal_test

import (
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/deal"
)

// A fair deal: the commitment is shown before anyone gives a word, and the seed after the hand. Then anybody can make the
// deck again. The seed is given here, so that the cards are always these; in service it is drawn at random.
func Example() {
	seed := deal.Seed{1, 2, 3}
	commitment := deal.Commitment("example1", 1, seed)
	fmt.Println("sealed:", commitment[:16])

	word, err := deal.CleanWord(" anchor ")
	if err != nil {
		fmt.Println(err)
		return
	}
	cuts := []string{"1176895283720294400", word} // the id of the message with the commitment, then what players gave
	deck := deal.Deck(seed, commitment, cuts)
	fmt.Println("dealt:", deck[0], deck[1], deck[2], "first; seat", deal.FirstDealer(seed, commitment, cuts, 3), "deals")

	proof := deal.Prove("example1", 1, seed, cuts)
	fmt.Println("as promised:", deal.Verify(proof) == nil)
	proof.Cuts[1] = "rope"
	fmt.Println("with another word:", deal.Verify(proof))
	// Output:
	// sealed: add8102a32f240fc
	// dealt: TC AS 5D first; seat 2 deals
	// as promised: true
	// with another word: proof: card 0 of the deck is another
}
