package world

import (
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// nonceKey is what a message was sent with, and by whom.
type nonceKey struct {
	author discord.ID
	nonce  string
}

// nonceAge is for how long a nonce that is enforced is remembered.
const nonceAge = 5 * time.Minute

// sentWith finds the message that an author sent with a nonce in the last minutes.
func (w *board) sentWith(author discord.ID, nonce string) (*Message, bool) {
	if nonce == "" {
		return nil, false
	}
	m, there := w.messages[w.nonces[nonceKey{author, nonce}]]
	return m, there && w.Now().Sub(m.Timestamp) < nonceAge
}

// remember notes a message's nonce and forgets the old ones.
func (w *board) remember(m *Message, nonce string) {
	if nonce == "" {
		return
	}
	key := nonceKey{m.Author.ID, nonce}
	w.nonces[key] = m.ID
	w.nonceOrder = append(w.nonceOrder, key)
	for len(w.nonceOrder) > 0 {
		oldest := w.nonceOrder[0]
		if w.Now().Sub(w.nonces[oldest].Time()) < nonceAge {
			return
		}
		delete(w.nonces, oldest)
		w.nonceOrder = w.nonceOrder[1:]
	}
}
