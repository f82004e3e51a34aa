package tab

import (
	"fmt"
	"strconv"
	"strings"
)

// A Kind is what an entry can come from, without saying which one.
type Kind uint8

// The kinds.
const (
	KindHand        Kind = iota + 1 // a debt of a hand that was played
	KindSettlement                  // a debt that was paid
	KindForgiveness                 // a debt that was let go by whom it is owed to
	KindReversal                    // an entry undone
	KindWriteOff                    // a debt that was let go because nobody can pay it any more
)

// Kinds lists the kinds.
func Kinds() []Kind {
	return []Kind{KindHand, KindSettlement, KindForgiveness, KindReversal, KindWriteOff}
}

// String returns the kind as a word, which [ParseKind] reads.
func (k Kind) String() string {
	switch k {
	case KindHand:
		return "hand"
	case KindSettlement:
		return "settlement"
	case KindForgiveness:
		return "forgiveness"
	case KindReversal:
		return "reversal"
	case KindWriteOff:
		return "write-off"
	}
	return fmt.Sprintf("kind-%d", uint8(k))
}

// ParseKind reads what String returns for one of the kinds.
func ParseKind(word string) (Kind, error) {
	for _, k := range Kinds() {
		if k.String() == word {
			return k, nil
		}
	}
	return 0, fmt.Errorf("tab: %q is no kind of source", word)
}

// A Source is what an entry comes from. The set is closed: [Hand], [Settlement],
// [Forgiveness], [Reversal], [WriteOff]. Sources are comparable.
//
//sumtype:decl
type Source interface {
	Kind() Kind
	// String returns the source as text, the kind and what tells it from others
	// of its kind after a colon, which [ParseSource] reads.
	String() string
	isSource()
}

// Hand is a hand that was played.
type Hand struct {
	Table  string `json:"table"`           // its id; not empty
	Number int    `json:"number"`          // from 1
	Again  int    `json:"again,omitempty"` // 0: dealt fresh; k: the k-th turning of its deal
}

// Settlement is a payment that both sides have agreed to.
type Settlement struct{ Proposal string } // its id; not empty

// Forgiveness is a debt let go by whom it was owed to.
type Forgiveness struct{ Proposal string } // its id; not empty

// Reversal undoes an entry of the same server.
type Reversal struct{ Seq int64 } // the number of the entry undone, from 1

// WriteOff lets a debt go that nobody can pay any more.
type WriteOff struct{ ID string } // of what asked for it; not empty

func (Hand) isSource()        {}
func (Settlement) isSource()  {}
func (Forgiveness) isSource() {}
func (Reversal) isSource()    {}
func (WriteOff) isSource()    {}

// Kind returns KindHand.
func (Hand) Kind() Kind { return KindHand }

// Kind returns KindSettlement.
func (Settlement) Kind() Kind { return KindSettlement }

// Kind returns KindForgiveness.
func (Forgiveness) Kind() Kind { return KindForgiveness }

// Kind returns KindReversal.
func (Reversal) Kind() Kind { return KindReversal }

// Kind returns KindWriteOff.
func (WriteOff) Kind() Kind { return KindWriteOff }

// String returns "hand:", the number, the turning and the table.
func (h Hand) String() string {
	return fmt.Sprintf("%v:%d:%d:%s", KindHand, h.Number, h.Again, h.Table)
}

// String returns "settlement:" and the proposal.
func (s Settlement) String() string { return KindSettlement.String() + ":" + s.Proposal }

// String returns "forgiveness:" and the proposal.
func (f Forgiveness) String() string { return KindForgiveness.String() + ":" + f.Proposal }

// String returns "reversal:" and the entry's number.
func (r Reversal) String() string { return fmt.Sprintf("%v:%d", KindReversal, r.Seq) }

// String returns "write-off:" and the id.
func (w WriteOff) String() string { return KindWriteOff.String() + ":" + w.ID }

// ParseSource reads what String returns for a source that is whole.
func ParseSource(text string) (Source, error) {
	word, ref, _ := strings.Cut(text, ":")
	kind, err := ParseKind(word)
	if err != nil || ref == "" {
		return nil, fmt.Errorf("tab: %q is no source", text)
	}
	var s Source
	switch kind {
	case KindHand:
		parts := append(strings.SplitN(ref, ":", 3), "", "")
		number, _ := strconv.Atoi(parts[0])
		again, _ := strconv.Atoi(parts[1])
		s = Hand{Table: parts[2], Number: number, Again: again}
	case KindSettlement:
		s = Settlement{Proposal: ref}
	case KindForgiveness:
		s = Forgiveness{Proposal: ref}
	case KindReversal:
		seq, _ := strconv.ParseInt(ref, 10, 64)
		s = Reversal{Seq: seq}
	case KindWriteOff:
		s = WriteOff{ID: ref}
	}
	if s.String() != text || !isWhole(s) { // one text a source
		return nil, fmt.Errorf("tab: %q is no source", text)
	}
	return s, nil
}

// isWhole says whether a source names something there can be.
func isWhole(s Source) bool {
	switch s := s.(type) {
	case Hand:
		return s.Table != "" && s.Number > 0 && s.Again >= 0
	case Settlement:
		return s.Proposal != ""
	case Forgiveness:
		return s.Proposal != ""
	case Reversal:
		return s.Seq > 0
	case WriteOff:
		return s.ID != ""
	}
	return false
}
