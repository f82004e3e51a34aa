package picture

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// A token is a byte, or bytes that are copied. Whichever it is, it is counted and written in the same steps, which a
// processor can foresee: it has a symbol, a place, of which a byte has one that nothing is written for, and a distance.
type token uint32

const (
	placeAt  = 15 // the distance less one is below, and a place has five bits
	symbolAt = 20 // a byte, or copies and its length
	copies   = 256
	symbols  = copies + longest + 1
	endMark  = 256
)

func byteOf(b byte) token { return token(b) << symbolAt }

func copyOf(length, distance int) token {
	return token((copies+length)<<symbolAt | (distanceCode(distance)+1)<<placeAt | (distance - 1))
}

func (t token) symbol() uint32 { return uint32(t) >> symbolAt }

func (t token) place() uint32 { return uint32(t) >> placeAt & 31 }

// length is how many bytes it stands for.
func (t token) length() int {
	if t < copies<<symbolAt {
		return 1
	}
	return int(t>>symbolAt) - copies
}

// lengthCode is how a length is written: its number, and how many bits of what more.
func lengthCode(n int) (number, more, value int) {
	if n == longest {
		return 285, 0, 0
	}
	n -= shortest
	if n < 8 {
		return 257 + n, 0, 0
	}
	more = bits.Len(uint(n)) - 3
	return 257 + 4*more + n>>more, more, n & (1<<more - 1)
}

// distanceCode is the number of a distance; so many bits of the distance less one follow as distanceMore says.
func distanceCode(n int) int {
	n--
	more := max(bits.Len(uint(n)), 2) - 2
	return 2*more + n>>(more&31)
}

func distanceMore(number int) int { return max(number/2-1, 0) }

// A blockWriter writes tokens as one block.
type blockWriter struct {
	numbers [286]uint32     // how often each byte, the end and each number of a length occurs
	symbols [symbols]uint32 // how often each symbol, then what is written for it: a packed code
	places  [32]uint32      // the same of each place
	codes   coder
	bits    bitWriter
}

// highest is the highest byte that occurred: whatever it was, at first it wasn't copied.
func (b *blockWriter) highest() (highest int) {
	for i, n := range b.numbers[:endMark] {
		if n > 0 {
			highest = i
		}
	}
	return highest
}

// count counts what is to be written.
func (b *blockWriter) count(tokens []token) {
	clear(b.symbols[:])
	clear(b.places[:])
	for _, t := range tokens {
		b.symbols[t.symbol()]++
		b.places[t.place()]++
	}
	clear(b.numbers[copy(b.numbers[:], b.symbols[:copies]):])
	for n := shortest; n <= longest; n++ {
		number, _, _ := lengthCode(n)
		b.numbers[number] += b.symbols[copies+n]
	}
	b.numbers[endMark]++
}

// write appends the block.
func (b *blockWriter) write(to []byte, tokens []token) []byte {
	b.count(tokens)
	w := &b.bits
	w.out, w.hold, w.held = to, 0, 0
	w.put(code{1, 1}) // the last block
	w.put(code{2, 2}) // with codes of its own
	b.codes.make(b.numbers[:], b.places[1:31], w)
	numbers := &b.codes.numbers
	for i, c := range numbers[:copies] {
		b.symbols[i] = c.pack(0)
	}
	for n := shortest; n <= longest; n++ {
		number, more, value := lengthCode(n)
		b.symbols[copies+n] = numbers[number].and(value, more).pack(0)
	}
	b.places[0] = 0
	for i, c := range b.codes.places {
		b.places[i+1] = c.pack(distanceMore(i))
	}
	b.body(tokens)
	w.put(numbers[endMark])
	return w.flush()
}

// body appends the tokens. Each takes 48 bits at most, and seven at most are left of those before, so each is one write
// of eight bytes, of which the next overwrites what isn't whole.
func (b *blockWriter) body(tokens []token) {
	w := &b.bits
	w.whole()
	n := len(w.out)
	out := slices.Grow(w.out, 6*len(tokens)+8)
	out = out[:cap(out)]
	hold, held := w.hold, uint32(w.held)
	for _, t := range tokens {
		symbol, place := b.symbols[t.symbol()], b.places[t.place()]
		hold |= uint64(symbol&packedBits) << (held & 63)
		held += symbol >> packedSize & 31
		hold |= uint64(place&packedBits) << (held & 63)
		held += place >> packedSize & 31
		more := place >> packedMore
		hold |= uint64(uint32(t)&(1<<more-1)) << (held & 63)
		held += more
		binary.LittleEndian.PutUint64(out[n:], hold)
		n += int(held >> 3)
		hold >>= held & 56
		held &= 7
	}
	w.out, w.hold, w.held = out[:n], hold, int(held)
}

// A bitWriter appends bits, the lowest first.
type bitWriter struct {
	out  []byte
	hold uint64
	held int
}

func (w *bitWriter) put(c code) {
	w.hold |= uint64(c.bits) << w.held
	if w.held += c.n; w.held >= 32 {
		w.out = binary.LittleEndian.AppendUint32(w.out, uint32(w.hold))
		w.hold >>= 32
		w.held -= 32
	}
}

// whole appends the bytes that are whole.
func (w *bitWriter) whole() {
	for ; w.held >= 8; w.held -= 8 {
		w.out = append(w.out, byte(w.hold))
		w.hold >>= 8
	}
}

func (w *bitWriter) flush() []byte {
	w.whole()
	if w.held > 0 {
		w.out = append(w.out, byte(w.hold))
	}
	return w.out
}
