package picture

import (
	"bytes"
	"image/png"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// A budget is how many bytes pictures of a kind may have: half of them, and each.
type budget struct{ half, each int }

// ofTen is how many bytes a hand of ten cards may have, in any style, with any letters.
const ofTen = 10 << 10

// allows says whether so many bytes each are within it.
func (b budget) allows(sizes []int) bool {
	slices.Sort(sizes)
	return sizes[len(sizes)/2] <= b.half && sizes[len(sizes)-1] <= b.each
}

// TestPicturesAreSmall draws many of each kind, of games as they are played and of
// what is worse, in both styles. As the control the standard library writes them.
func TestPicturesAreSmall(t *testing.T) {
	a, d := New(), newDealer(11)
	for name, c := range map[string]struct {
		budget
		n    int
		next func() scene
	}{
		"hand of ten":   {budget{7_500, ofTen}, 1200, func() scene { return d.played(10) }},
		"hand of forty": {budget{16_000, 20_000}, 30, func() scene { return d.played(40) }},
		"any hand":      {budget{20_000, 40_000}, 30, func() scene { return d.hand() }},
		"table":         {budget{25_000, 40_000}, 30, func() scene { return d.table() }},
		"result":        {budget{16_000, 40_000}, 30, func() scene { return d.result() }},
		"evening":       {budget{10_000, 30_000}, 20, func() scene { return d.evening() }},
		"record":        {budget{10_000, 30_000}, 20, func() scene { return d.record() }},
		"tab":           {budget{10_000, 30_000}, 20, func() scene { return d.tab() }},
	} {
		*d = *newDealer(11) // whatever was drawn before
		ours, theirs, tried := make([]int, c.n), make([]int, c.n), strings.HasPrefix(name, "hand")
		fast := png.Encoder{CompressionLevel: png.BestSpeed}
		for i := range c.n {
			data := a.draw(Look{Style: Style(i) % styles}, c.next())
			ours[i] = len(data)
			if !tried {
				continue
			}
			var again bytes.Buffer
			if err := fast.Encode(&again, decode(t, data)); err != nil {
				t.Fatal(err)
			}
			theirs[i] = again.Len()
		}
		if !c.allows(ours) {
			t.Errorf("%s: half have up to %d bytes, each up to %d", name, ours[c.n/2], ours[c.n-1])
		}
		if tried && c.allows(theirs) {
			t.Errorf("%s: the control is as small: %d, %d", name, theirs[c.n/2], theirs[c.n-1])
		}
	}
	for _, s := range samples(t) {
		for style := range styles {
			most := 40_000
			switch {
			case strings.HasPrefix(s.name, "hand-10"):
				most = ofTen
			case style == FourColour: // whose signs are larger
				most = most * 11 / 10
			}
			if n := len(a.draw(s.look(Look{Style: style}), s.of)); n > most {
				t.Errorf("%s in style %d: %d bytes", s.name, style, n)
			}
		}
	}
}

// allocated is how many bytes a function allocates; the garbage collector may take away
// meanwhile what is used again, so it is that of the common call of many.
func allocated(draw func()) uint64 {
	var of []uint64
	for range 9 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		draw()
		runtime.ReadMemStats(&after)
		of = append(of, after.TotalAlloc-before.TotalAlloc)
	}
	slices.Sort(of)
	return of[len(of)/2]
}

// TestPicturesAllocateLittle holds what each picture leaves to the garbage collector, once
// an artist has drawn it. As the control a new artist draws.
func TestPicturesAllocateLittle(t *testing.T) {
	const most = 64 << 10
	a, d := New(), newDealer(12)
	all := samples(t)
	for range 3 {
		all = append(all, sample{"a hand", d.hand()}, sample{"a table", d.table()}, sample{"a result", d.result()})
	}
	for _, s := range all {
		a.draw(Look{}, s.of)
		if n := allocated(func() { a.draw(Look{}, s.of) }); n > most {
			t.Errorf("%s: %d bytes", s.name, n)
		}
	}
	if n := allocated(func() { with(a.art).draw(Look{}, ten(t)) }); n <= most {
		t.Errorf("a new bench takes only %d bytes", n)
	}
}

func BenchmarkPicture(b *testing.B) {
	a := New()
	for _, s := range samples(b) {
		b.Run(s.name, func(b *testing.B) { drawn(b, a, s.of) })
	}
}

// drawn measures a picture; beside the mean it has the fastest, which says most where
// others work on the same machine.
func drawn(b *testing.B, a *Artist, of scene) {
	b.Helper()
	b.ReportAllocs()
	n, fastest := 0, time.Hour
	for b.Loop() {
		began := time.Now()
		n = len(a.draw(Look{}, of))
		fastest = min(fastest, time.Since(began))
	}
	b.ReportMetric(float64(n), "bytes")
	b.ReportMetric(float64(fastest.Nanoseconds()), "fastest-ns")
}
