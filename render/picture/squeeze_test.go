package picture

import (
	"bytes"
	"compress/flate"
	"hash/adler32"
	"io"
	"math/rand/v2"
	"testing"
)

// TestWhatIsSqueezedIsReadBack has the standard library read what the squeezer writes:
// runs, rows that repeat, noise, and counts that make codes longer than allowed.
func TestWhatIsSqueezedIsReadBack(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2)) // the same each time
	texts := map[string][]byte{"nothing": {}, "one": {7}, "two": {7, 7}, "three": {1, 2, 3}, "run": make([]byte, 100_000)}
	noise := make([]byte, 70_000)
	for i := range noise {
		noise[i] = byte(rnd.Uint32())
	}
	texts["noise"] = noise
	var steep []byte // each byte as often as the two before it together
	for i, a, b := 0, 1, 1; i < 22; i, a, b = i+1, b, a+b {
		steep = append(steep, bytes.Repeat([]byte{byte(i)}, a)...)
	}
	rnd.Shuffle(len(steep), func(i, j int) { steep[i], steep[j] = steep[j], steep[i] })
	texts["steep"] = steep
	for n := range 40 {
		rows := make([]byte, 801*(1+rnd.IntN(60)))
		for i := range rows {
			switch {
			case i > 801 && rnd.IntN(50) > 0:
				rows[i] = rows[i-801]
			case i > 0 && rnd.IntN(8) > 0:
				rows[i] = rows[i-1]
			default:
				rows[i] = byte(rnd.IntN(1 + n*6))
			}
		}
		texts["rows "+number(n)] = rows
	}
	var s squeezer
	for name, text := range texts {
		out := s.squeeze(nil, text, 801)
		got, err := io.ReadAll(flate.NewReader(bytes.NewReader(out)))
		if err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s: %d bytes came back of %d: %v", name, len(got), len(text), err)
		}
		out[len(out)/2] ^= 0x55 // the control
		if got, err := io.ReadAll(flate.NewReader(bytes.NewReader(out))); err == nil && bytes.Equal(got, text) && len(text) > 3 {
			t.Errorf("%s: what is damaged is read as before", name)
		}
	}
}

// TestRowsAreComparedAndSummed has rows of every length compared, the highest and the lowest bytes among them, which
// fill and empty the lanes. A byte that is changed behind its back is the control.
func TestRowsAreComparedAndSummed(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4)) // the same each time
	var r rows
	for stride := 1; stride < 200; stride++ {
		text := make([]byte, stride*(1+rnd.IntN(7))+rnd.IntN(stride))
		for i := range text {
			switch rnd.IntN(6) {
			case 0:
				text[i] = byte(rnd.Uint32())
			case 1:
				text[i] = 255 * byte(rnd.IntN(2))
			default:
				if i >= stride {
					text[i] = text[i-stride]
				}
			}
		}
		r.compare(text, stride)
		if want := adler32.Checksum(text); r.sum != want {
			t.Fatalf("%d bytes in rows of %d: %#x instead of %#x", len(text), stride, r.sum, want)
		}
		for i := stride; i < len(text); i++ {
			want := i
			for want < len(text) && text[want] == text[want-stride] {
				want++
			}
			if got := r.next(i); got != want {
				t.Fatalf("%d bytes in rows of %d: from %d on %d differs first, not %d", len(text), stride, i, want, got)
			}
		}
		text[rnd.IntN(len(text))] ^= 1
		if r.sum == adler32.Checksum(text) {
			t.Fatal("the control has the same sum")
		}
	}
	for of, text := range map[string][]byte{"the highest": bytes.Repeat([]byte{255}, 3<<20), "every other": bytes.Repeat([]byte{0, 255}, 1<<20)} {
		if r.compare(text, 801); r.sum != adler32.Checksum(text) {
			t.Errorf("%d bytes, %s, have another checksum", len(text), of)
		}
	}
}

// TestCodesKeepTheirLength asks for codes of few bits for counts that would have more.
func TestCodesKeepTheirLength(t *testing.T) {
	counts := make([]uint32, 40)
	for i, a, b := 0, uint32(1), uint32(1); i < len(counts); i, a, b = i+1, b, a+b {
		counts[i] = a
	}
	var tr tree
	for _, most := range []int{6, 7, 9, 15} {
		codes := make([]code, len(counts))
		tr.codes(counts, codes, most)
		room := 0
		for i, c := range codes {
			if c.n < 1 || c.n > most {
				t.Errorf("symbol %d has %d bits of %d", i, c.n, most)
			}
			room += 1 << (most - c.n)
		}
		if room != 1<<most {
			t.Errorf("at most %d bits: %d of %d are taken", most, room, 1<<most)
		}
	}
}
