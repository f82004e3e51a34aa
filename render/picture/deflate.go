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
	rows    rows
	tokens  []token
	short   [1 << headBits]int32 // by hash of eight bytes: the place behind the one where they last stood
	wide    [1 << headBits]int32 // the same by sixteen, of which a few between aren't looked at
	columns []int32              // by column: how far back was copied from there last
	above   int                  // up to where it is known to be as in the row above
	run     int                  // and as the pixel before
	writer  blockWriter
}

const (
	headBits = 12
	window   = 1 << 15
	longest  = 258
	shortest = 3
	spread64 = 0x9e3779b97f4a7c15 // the golden ratio, for hashes
	apart16  = 18                 // where the second eight bytes of a wide hash begin
	ends     = apart16 + 8        // so near the end nothing is looked for
	enough   = 30                 // so much as in the row above is taken where it is no run
	waitNear = 16                 // of shorter copies it is tried whether one a pixel on spares more: of runs and the row above,
	waitFar  = 60                 // and of others
)

// Costs in bits, about what they come to in pictures.
const (
	literalCost = 4
	lengthCost  = 3
	aboveCost   = 7
	farCost     = 4
)

// A match is bytes that have stood before.
type match struct {
	length, distance int
	gain             int // the bits that it spares
}

// squeeze appends the deflated bytes of rows, each stride bytes long.
func (s *squeezer) squeeze(to, raw []byte, stride int) []byte {
	s.rows.compare(raw, stride)
	s.look(raw, stride)
	return s.writer.write(to, s.tokens)
}

// look makes the tokens.
func (s *squeezer) look(raw []byte, stride int) {
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
		wait := waitFar
		if m.distance == 1 || m.distance == stride {
			wait = waitNear
		}
		if m.gain > 0 && m.length < wait && i+1 < len(raw) {
			if ahead = s.find(raw, i+1, stride); ahead.gain > m.gain {
				m.gain, found = 0, true
			}
		}
		if m.gain <= 0 {
			s.tokens = append(s.tokens, byteOf(raw[i]))
			i++
			continue
		}
		i, m = s.backwards(raw, i, m)
		if m.distance != 1 && m.distance != stride {
			s.columns[i%stride] = int32(m.distance)
		}
		s.tokens = append(s.tokens, copyOf(m.length, m.distance))
		i += m.length
	}
}

// backwards has a copy begin earlier, as long as that makes a token before it needless:
// what repeats is often seen only where a run of one colour ends.
func (s *squeezer) backwards(raw []byte, i int, m match) (int, match) {
	for last := len(s.tokens) - 1; last >= 0 && m.distance > 1 && i > m.distance && raw[i-1] == raw[i-1-m.distance]; last-- {
		n := s.tokens[last].length()
		from := i - n
		if m.length+n > longest || from < m.distance || !bytes.Equal(raw[from:i], raw[from-m.distance:i-m.distance]) {
			break
		}
		s.tokens = s.tokens[:last]
		i, m.length = from, m.length+n
	}
	return i, m
}

// find is the best copy that could stand at a place. Of one colour only the run is
// looked for.
func (s *squeezer) find(raw []byte, i, stride int) (best match) {
	if i == 0 || i+ends > len(raw) {
		return match{}
	}
	if i >= stride {
		if s.above <= i {
			s.above = s.rows.next(i)
		}
		best = best.or(s.above-i, stride, aboveCost)
	}
	if raw[i] == raw[i-1] {
		if s.run <= i {
			s.run = i + alike(raw[i:], raw[i-1:])
		}
		return best.or(s.run-i, 1, 0)
	}
	if best.length >= enough {
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
	b = b[:len(a)]
	n := 0
	for ; n < len(a)-8; n += 8 {
		if d := binary.LittleEndian.Uint64(a[n:n+8]) ^ binary.LittleEndian.Uint64(b[n:n+8]); d != 0 {
			return n + bits.TrailingZeros64(d)>>3
		}
	}
	for n < len(a) && a[n] == b[n] {
		n++
	}
	return n
}
