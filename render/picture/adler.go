package picture

import "encoding/binary"

// adler is the checksum that a zlib stream ends with (RFC 1950): a sum of bytes, and a sum
// of those sums. Eight bytes are added at once, in lanes of sixteen bits, which is several
// times as fast as one by one; the 64 bits hold both for anything that fits into a memory.
func adler(text []byte) uint32 {
	const (
		lanes = 0x00ff00ff00ff00ff
		most  = 22 // words, then a lane of the second sum could be full
		prime = 65521
	)
	a, b := uint64(1), uint64(0)
	for len(text) >= 8 {
		n := min(len(text)/8, most)
		var even, odd, evens, odds uint64 // lanes of the words so far, and the sums of what these were
		for block := text[:8*n]; len(block) >= 8; block = block[8:] {
			word := binary.LittleEndian.Uint64(block)
			evens += even
			odds += odd
			even += word & lanes
			odd += word >> 8 & lanes
		}
		b += 8 * (uint64(n)*a + across(evens, 1, 1, 1, 1) + across(odds, 1, 1, 1, 1))
		b += across(even, 8, 6, 4, 2) + across(odd, 7, 5, 3, 1)
		a += across(even, 1, 1, 1, 1) + across(odd, 1, 1, 1, 1)
		text = text[8*n:]
	}
	for _, t := range text {
		a += uint64(t)
		b += a
	}
	return uint32(b%prime<<16 | a%prime)
}

// across adds up the lanes of a word, each so many times.
func across(word, i, j, k, l uint64) uint64 {
	const lane = 0xffff
	return word&lane*i + word>>16&lane*j + word>>32&lane*k + word>>48*l
}
