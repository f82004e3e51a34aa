package storage

// The parts of an event's ties, each a letter and so many bytes of a hash.
const (
	TiePerson  = 'p' // who the person is whom the event names first
	TieReceipt = 'k' // the receipt of the batch that ends with the event
	TieTab     = 't' // the head of the server's tab after that batch
)

// ReceiptSize is enough to tell the receipts of one file apart.
const ReceiptSize = 16

func tieSize(part byte) int {
	if part == TieReceipt {
		return ReceiptSize
	}
	return len(Digest{})
}

// AppendTie adds a part to the ties of an event.
func AppendTie(ties []byte, part byte, d Digest) []byte {
	return append(append(ties, part), d[:tieSize(part)]...)
}

// CutTie takes the part of that letter off the front of ties, if it is there.
func CutTie(ties []byte, part byte) (hash, rest []byte) {
	end := 1 + tieSize(part)
	if len(ties) < end || ties[0] != part {
		return nil, ties
	}
	return ties[1:end], ties[end:]
}
