package picture

import (
	"encoding/binary"
	"math/bits"
)

// rows is where rows of bytes differ from the rows above them, and the checksum that a zlib stream ends with (RFC 1950):
// a sum of bytes, and a sum of those sums. Both come of one pass, since where nothing differs from the row above, a row's
// sums are those of that row, and in pictures little differs.
type rows struct {
	differs []uint64 // a bit for each byte
	sum     uint32
}

// compare looks through rows, each stride bytes long; the last may be shorter.
func (r *rows) compare(raw []byte, stride int) {
	const prime = 65521
	n := len(raw)/64 + 2
	if cap(r.differs) < n {
		r.differs = make([]uint64, n)
	}
	r.differs = r.differs[:n]
	clear(r.differs)
	first := min(stride, len(raw))
	a, b := added(1, 0, raw[:first])
	last, lasts := a-1, b-uint64(first) // of the row above, as if it were the first
	y := first
	for ; y+stride <= len(raw); y += stride {
		sum, sums := r.row(y, raw[y:y+stride], raw[y-stride:y])
		last += sum
		lasts += sums
		b += uint64(stride)*a + lasts
		a += last
	}
	if y < len(raw) {
		r.row(y, raw[y:], raw[y-stride:])
	}
	a, b = added(a, b, raw[y:])
	r.mark(len(raw), 1)
	r.sum = uint32(b%prime<<16 | a%prime)
}

// added has bytes added to both sums.
func added(a, b uint64, text []byte) (uint64, uint64) {
	for _, t := range text {
		a += uint64(t)
		b += a
	}
	return a, b
}

// mark sets bits from a place on.
func (r *rows) mark(at int, bits uint64) {
	to := r.differs[at>>6:][:2]
	to[0] |= bits << (at & 63)
	to[1] |= bits >> (64 - at&63)
}

// next is the first place from one below the first row on that differs, or the end.
func (r *rows) next(at int) int {
	i := at >> 6
	if w := r.differs[i] >> (at & 63); w != 0 {
		return at + bits.TrailingZeros64(w)
	}
	for {
		i++
		if w := r.differs[i]; w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
}

// row notes where a row differs from the one above, which may be longer. It gives how much greater its sum is, and that of
// its sums; what is less than nothing is counted down from 1<<64, which adds up all the same.
func (r *rows) row(at int, row, above []byte) (sum, sums uint64) {
	above = above[:len(row)]
	n := 0
	for ; n+stripe <= len(row); n += stripe {
		w, v := (*[stripe]byte)(row[n:]), (*[stripe]byte)(above[n:])
		if (word(w, 0)^word(v, 0))|(word(w, 8)^word(v, 8))|(word(w, 16)^word(v, 16))|(word(w, 24)^word(v, 24)) != 0 {
			s, t := r.stripe(at+n, w, v)
			sum += s
			sums += t + s*uint64(len(row)-n-stripe)
		}
	}
	for ; n < len(row); n++ {
		if row[n] != above[n] {
			r.mark(at+n, 1)
			d := uint64(row[n]) - uint64(above[n])
			sum += d
			sums += d * uint64(len(row)-n)
		}
	}
	return sum, sums
}

// stripe is how many bytes are compared at once.
const stripe = 32

func word(b *[stripe]byte, at int) uint64 { return binary.LittleEndian.Uint64(b[at : at+8]) }

// stripe is as row, for a stripe that differs.
func (r *rows) stripe(at int, w, v *[stripe]byte) (sum, sums uint64) {
	even0, odd0, where0 := differ(word(w, 0), word(v, 0))
	even1, odd1, where1 := differ(word(w, 8), word(v, 8))
	even2, odd2, where2 := differ(word(w, 16), word(v, 16))
	even3, odd3, where3 := differ(word(w, 24), word(v, 24))
	r.mark(at, where0|where1<<8|where2<<16|where3<<24)
	even, odd := even0+even1+even2+even3, odd0+odd1+odd2+odd3
	words := 3*(even0+odd0) + 2*(even1+odd1) + even2 + odd2 // each as often as there are words behind it
	sum = across(even+odd, 1, 1, 1, 1) - 4*8*none16
	sums = 8*(across(words, 1, 1, 1, 1)-(3+2+1)*8*none16) + across(even, 8, 6, 4, 2) + across(odd, 7, 5, 3, 1) - 4*(8+7+6+5+4+3+2+1)*none16
	return sum, sums
}

// none16 stands for nothing in a lane of sixteen bits, so that none borrows of the next.
const none16 = 0x100

// differ is how much greater a word's bytes are than those of another, in lanes of sixteen bits, and a bit for each of
// them that differs.
func differ(w, v uint64) (even, odd, where uint64) {
	const lanes, none, seven = 0x00ff00ff00ff00ff, none16 * 0x0001000100010001, 0x7f7f7f7f7f7f7f7f
	d := w ^ v
	d = (d&seven + seven | d) &^ seven // the highest bit of each byte that isn't zero
	return w&lanes + none - v&lanes, w>>8&lanes + none - v>>8&lanes, d >> 7 * 0x0102040810204080 >> 56
}

// across adds up the lanes of a word, each so many times; the sum must have room in one.
func across(word, i, j, k, l uint64) uint64 { return word * (i<<48 | j<<32 | k<<16 | l) >> 48 }
