package picture

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// A squeezer writes rows of pixels as one block of deflate (RFC 1951). It looks where
// pictures of cards repeat themselves: in the pixel before, in the row above, as far
// back as what stands above was copied from, and where the same pixels stood before.
type squeezer struct {
	tokens  []uint32
	short   [1 << headBits]int32 // by hash of eight bytes: the place behind the one where they last stood
	wide    [1 << headBits]int32 // the same by sixteen, of which a few between aren't looked at
	columns []int32              // by column: how far back was copied from there last
	above   int                  // up to where it is known to be as in the row above
	run     int                  // and as the pixel before
	numbers [286]uint32          // how often each literal, the end and each length occurs
	lengths [longest + 1]uint32  // the lengths one by one
	places  [30]uint32           // how often each distance
	whole   [longest + 1]code    // what is written for each length: its number and what more
	codes   coder
	bits    bitWriter
}

const (
	headBits = 12
	window   = 1 << 15
	longest  = 258
	shortest = 3
	endMark  = 256
	spread64 = 0x9e3779b97f4a7c15 // the golden ratio, for hashes
	apart16  = 18                 // where the second eight bytes of a wide hash begin
	ends     = apart16 + 8        // so near the end nothing is looked for
	wait     = 30                 // of shorter copies it is tried whether one a pixel on spares more
)

// Costs in bits, about what they come to in pictures.
const (
	literalCost = 4
	lengthCost  = 3
	aboveCost   = 7
	farCost     = 4
)

// a token of a copy has this bit, its length from bit 16 and its distance below.
const copied = 1 << 31

// A match is bytes that have stood before.
type match struct {
	length, distance int
	gain             int // the bits that it spares
}

// squeeze appends the deflated bytes of rows, each stride bytes long.
func (s *squeezer) squeeze(to, raw []byte, stride int) []byte {
	s.tokens = s.tokens[:0]
	clear(s.short[:])
	clear(s.wide[:])
	if len(s.columns) < stride {
		s.columns = make([]int32, stride)
	}
	clear(s.columns)
	s.above, s.run = 0, 0
	var ahead match
	found := false
	for i := 0; i < len(raw); {
		m := ahead
		if !found {
			m = s.find(raw, i, stride)
		}
		found = false
		if m.gain > 0 && m.length < wait && i+1 < len(raw) {
			if ahead = s.find(raw, i+1, stride); ahead.gain > m.gain {
				m.gain, found = 0, true
			}
		}
		if m.gain <= 0 {
			s.tokens = append(s.tokens, uint32(raw[i]))
			i++
			continue
		}
		i, m = s.backwards(raw, i, m)
		if m.distance != 1 && m.distance != stride {
			s.columns[i%stride] = int32(m.distance)
		}
		s.tokens = append(s.tokens, copied|uint32(m.length)<<16|uint32(m.distance))
		i += m.length
	}
	s.count()
	return s.write(to)
}

// backwards has a copy begin earlier, as long as that makes a token before it needless:
// what repeats is often seen only where a run of one colour ends.
func (s *squeezer) backwards(raw []byte, i int, m match) (int, match) {
	for last := len(s.tokens) - 1; last >= 0 && m.distance > 1 && i > m.distance && raw[i-1] == raw[i-1-m.distance]; last-- {
		n := 1
		if t := s.tokens[last]; t >= copied {
			n = int(t >> 16 & 0x1ff)
		}
		from := i - n
		if m.length+n > longest || from < m.distance || !bytes.Equal(raw[from:i], raw[from-m.distance:i-m.distance]) {
			break
		}
		s.tokens = s.tokens[:last]
		i, m.length = from, m.length+n
	}
	return i, m
}

// count counts what is to be written.
func (s *squeezer) count() {
	clear(s.numbers[:])
	clear(s.lengths[:])
	clear(s.places[:])
	for _, t := range s.tokens {
		if t < copied {
			s.numbers[t]++
			continue
		}
		s.lengths[t>>16&0x1ff]++
		place, _, _ := distanceCode(int(t & 0xffff))
		s.places[place]++
	}
	for n := shortest; n <= longest; n++ {
		number, _, _ := lengthCode(n)
		s.numbers[number] += s.lengths[n]
	}
	s.numbers[endMark]++
}

// highest is the highest byte that occurred: whatever it was, at first it wasn't copied.
func (s *squeezer) highest() (b int) {
	for i, n := range s.numbers[:endMark] {
		if n > 0 {
			b = i
		}
	}
	return b
}

// find is the best copy that could stand at a place. Of one colour only the run is
// looked for.
func (s *squeezer) find(raw []byte, i, stride int) (best match) {
	if i == 0 || i+ends > len(raw) {
		return match{}
	}
	if i >= stride {
		if s.above <= i {
			s.above = i + alike(raw[i:], raw[i-stride:])
		}
		best = best.or(s.above-i, stride, aboveCost)
	}
	if raw[i] == raw[i-1] {
		if s.run <= i {
			s.run = i + alike(raw[i:], raw[i-1:])
		}
		return best.or(s.run-i, 1, 0)
	}
	if best.length == longest {
		return best
	}
	rest := raw[i:min(i+longest, len(raw))]
	if far := int(s.columns[i%stride]); far > 0 {
		best = best.before(rest, raw[i-far:], far)
	}
	short, wide := s.enter(raw, i)
	if wide > 0 {
		best = best.before(rest, raw[i-wide:], wide)
	}
	if short > 0 && short != wide {
		best = best.before(rest, raw[i-short:], short)
	}
	return best
}

// enter remembers a place by the bytes that begin there, by few and by many, and gives
// how far back the same last stood; 0 for nowhere.
func (s *squeezer) enter(raw []byte, i int) (short, wide int) {
	h := binary.LittleEndian.Uint64(raw[i:]) * spread64
	few := &s.short[h>>(64-headBits)]
	h ^= h >> 31
	h = (h ^ binary.LittleEndian.Uint64(raw[i+apart16:])*spread64>>17) * spread64
	many := &s.wide[h>>(64-headBits)]
	if *few > 0 {
		short = i + 1 - int(*few)
	}
	if *many > 0 {
		wide = i + 1 - int(*many)
	}
	*few, *many = int32(i+1), int32(i+1)
	return short, wide
}

// before is a copy of what stood so far before, where that spares more. It looks first
// at what a longer copy must have.
func (m match) before(rest, from []byte, distance int) match {
	if distance >= window || m.length >= len(rest) || from[m.length] != rest[m.length] {
		return m
	}
	return m.or(alike(rest, from), distance, farCost+bits.Len(uint(distance)))
}

// or is a copy of so many bytes from a distance, where that spares more.
func (m match) or(n, distance, cost int) match {
	n = min(n, longest)
	if gain := n*literalCost - cost - lengthCost; n >= shortest && gain > m.gain {
		return match{n, distance, gain}
	}
	return m
}

// alike is how many bytes two texts have in common from their start; a may overlap b.
func alike(a, b []byte) int {
	n := 0
	for ; n+8 <= len(a); n += 8 {
		if d := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); d != 0 {
			return n + bits.TrailingZeros64(d)>>3
		}
	}
	for n < len(a) && a[n] == b[n] {
		n++
	}
	return n
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

// distanceCode is how a distance is written, as lengthCode.
func distanceCode(n int) (place, more, value int) {
	n--
	if n < 4 {
		return n, 0, 0
	}
	more = bits.Len(uint(n)) - 2
	return 2*more + n>>more, more, n & (1<<more - 1)
}

// write appends the block.
func (s *squeezer) write(to []byte) []byte {
	w := &s.bits
	w.out, w.hold, w.held = to, 0, 0
	w.put(code{1, 1}) // the last block
	w.put(code{2, 2}) // with codes of its own
	s.codes.make(s.numbers[:], s.places[:], w)
	numbers, places := &s.codes.numbers, &s.codes.places
	for n := shortest; n <= longest; n++ {
		number, more, value := lengthCode(n)
		s.whole[n] = numbers[number].and(value, more)
	}
	for _, t := range s.tokens {
		if t < copied {
			w.put(numbers[t])
			continue
		}
		w.put(s.whole[t>>16&0x1ff])
		place, more, value := distanceCode(int(t & 0xffff))
		w.put(places[place].and(value, more))
	}
	w.put(numbers[endMark])
	return w.flush()
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

func (w *bitWriter) flush() []byte {
	for ; w.held > 0; w.held -= 8 {
		w.out = append(w.out, byte(w.hold))
		w.hold >>= 8
	}
	return w.out
}
