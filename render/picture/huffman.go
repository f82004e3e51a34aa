package picture

import (
	"math/bits"
	"slices"
)

// A code is what stands for a symbol: n bits, the first one lowest.
type code struct {
	bits uint32
	n    int
}

// and is a code with so many bits of what more behind it.
func (c code) and(value, more int) code {
	return code{c.bits | uint32(value)<<c.n, c.n + more}
}

// pack is a code in one word, with how many bits follow that are not its own.
func (c code) pack(more int) uint32 {
	return c.bits | uint32(c.n)<<packedSize | uint32(more)<<packedMore
}

// Where in a packed code what stands: its bits, how many they are, and how many follow.
const (
	packedBits = 1<<packedSize - 1
	packedSize = 20
	packedMore = 25
)

// A coder makes the codes of a block and writes them before it.
type coder struct {
	numbers [286]code
	places  [30]code
	lengths [286 + 30]uint8 // of all codes, in a row, as they are written
	orders  [19]code
	counts  [19]uint32
	runs    []run
	tree    tree
}

// A run is a part of the lengths as it is written: a symbol, and how many bits of what
// more.
type run struct{ symbol, value, more int }

// make gives every symbol that occurs its code and writes them all.
func (c *coder) make(numbers, places []uint32, w *bitWriter) {
	if !slices.ContainsFunc(places, func(n uint32) bool { return n > 0 }) {
		places[0] = 1 // none would be read by some as a fault
	}
	c.tree.codes(numbers, c.numbers[:], 15)
	c.tree.codes(places, c.places[:], 15)
	n, p := used(c.numbers[:], 257), used(c.places[:], 1)
	lengths := c.lengths[:0]
	for _, of := range c.numbers[:n] {
		lengths = append(lengths, uint8(of.n))
	}
	for _, of := range c.places[:p] {
		lengths = append(lengths, uint8(of.n))
	}
	c.shorten(lengths)
	clear(c.counts[:])
	for _, r := range c.runs {
		c.counts[r.symbol]++
	}
	c.tree.codes(c.counts[:], c.orders[:], 7)
	order := [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	last := len(order)
	for last > 4 && c.orders[order[last-1]].n == 0 {
		last--
	}
	w.put(code{uint32(n - 257), 5})
	w.put(code{uint32(p - 1), 5})
	w.put(code{uint32(last - 4), 4})
	for _, o := range order[:last] {
		w.put(code{uint32(c.orders[o].n), 3})
	}
	for _, r := range c.runs {
		w.put(c.orders[r.symbol].and(r.value, r.more))
	}
}

// used is how many codes are written: up to the last that occurs, and at least so many.
func used(codes []code, least int) int {
	n := len(codes)
	for n > least && codes[n-1].n == 0 {
		n--
	}
	return n
}

// shorten writes lengths as runs.
func (c *coder) shorten(lengths []uint8) {
	c.runs = c.runs[:0]
	for i := 0; i < len(lengths); {
		n := 1
		for i+n < len(lengths) && lengths[i+n] == lengths[i] {
			n++
		}
		i += n
		if of := int(lengths[i-1]); of != 0 {
			c.runs = append(c.runs, run{symbol: of})
			for n--; n >= 3; n -= min(n, 6) {
				c.runs = append(c.runs, run{16, min(n, 6) - 3, 2})
			}
			for ; n > 0; n-- {
				c.runs = append(c.runs, run{symbol: of})
			}
			continue
		}
		for ; n >= 11; n -= min(n, 138) {
			c.runs = append(c.runs, run{18, min(n, 138) - 11, 7})
		}
		if n >= 3 {
			c.runs = append(c.runs, run{17, n - 3, 3})
			n = 0
		}
		for ; n > 0; n-- {
			c.runs = append(c.runs, run{})
		}
	}
}

// A tree makes Huffman codes.
type tree struct {
	leaves []leaf
	weight []uint64
	parent []int32
}

type leaf struct {
	count  uint32
	symbol int32
}

// codes gives each symbol that occurs a code of at most so many bits, and the others
// one of none.
func (t *tree) codes(counts []uint32, to []code, most int) {
	clear(to)
	t.leaves = t.leaves[:0]
	for i, n := range counts {
		if n > 0 {
			t.leaves = append(t.leaves, leaf{n, int32(i)})
		}
	}
	slices.SortFunc(t.leaves, func(a, b leaf) int {
		if a.count != b.count {
			return int(int64(a.count) - int64(b.count))
		}
		return int(a.symbol - b.symbol)
	})
	n := len(t.leaves)
	var deep [64]int // how many codes have each length
	if n == 1 {
		deep[1] = 1
	} else {
		t.measure(&deep)
	}
	// Whatever is too deep comes up, and what is highest makes room for it.
	over := 0
	for d := most + 1; d < len(deep); d++ {
		over += deep[d] << (len(deep) - 1 - d) // unused below: only that it is above zero counts
		deep[most] += deep[d]
		deep[d] = 0
	}
	if over > 0 {
		total := 0
		for d := 1; d <= most; d++ {
			total += deep[d] << (most - d)
		}
		for ; total > 1<<most; total-- {
			deep[most]--
			for d := most - 1; ; d-- {
				if deep[d] > 0 {
					deep[d]--
					deep[d+1] += 2
					break
				}
			}
		}
	}
	// The rarest get the longest.
	i := 0
	for d := most; d > 0; d-- {
		for range deep[d] {
			to[t.leaves[i].symbol].n = d
			i++
		}
	}
	var next [16]uint32
	first := uint32(0)
	for d := 1; d <= most; d++ {
		first = (first + uint32(deep[d-1])) << 1
		next[d] = first
	}
	for i := range to {
		if d := to[i].n; d > 0 {
			to[i].bits = bits.Reverse32(next[d]) >> (32 - d)
			next[d]++
		}
	}
}

// measure joins the leaves, the rarest two first, and counts how deep they come to lie.
func (t *tree) measure(deep *[64]int) {
	n := len(t.leaves)
	t.weight, t.parent = t.weight[:0], t.parent[:0]
	for _, l := range t.leaves {
		t.weight = append(t.weight, uint64(l.count))
	}
	for range 2*n - 1 {
		t.parent = append(t.parent, 0)
	}
	leaf, joint := 0, n
	for node := n; node < 2*n-1; node++ {
		sum := uint64(0)
		for range 2 {
			child := joint
			if leaf < n && (joint >= node || t.weight[leaf] <= t.weight[joint]) {
				child = leaf
				leaf++
			} else {
				joint++
			}
			sum += t.weight[child]
			t.parent[child] = int32(node)
		}
		t.weight = append(t.weight, sum)
	}
	// From the root down, each node is one deeper than its parent.
	depth := t.weight // no longer needed as weights
	depth[2*n-2] = 0
	for i := 2*n - 3; i >= 0; i-- {
		depth[i] = depth[t.parent[i]] + 1
		if i < n {
			deep[min(depth[i], uint64(len(deep)-1))]++
		}
	}
}
