package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// cuts are the moments to take the power away: before each sync has done its work, and at the end. A moment is the
// number of changes asked for.
func cuts(record []change) (moments []int) {
	for i, c := range record {
		if c.do == syncs {
			moments = append(moments, i)
		}
	}
	return append(moments, len(record))
}

// sector is what a disk writes whole or not at all.
const sector = 512

// powerCut are folders as a power cut may leave them: with all that was asked for, with only what was synced, and
// several with some of the rest, writes torn between sectors among it. A disk that isn't honest loses of what was
// synced as well; of such there are more, as a control is to find one.
func powerCut(folder map[string][]byte, record []change, honest bool) map[string]map[string][]byte {
	several := uint64(6)
	if !honest {
		several = 30
	}
	last := synced(record)
	images := make(map[string]map[string][]byte)
	image := func(kind string, keep func(int) bool, tear func() bool) {
		images[kind] = after(folder, record, func(i int) bool { return honest && last[i] || keep(i) }, func(i int) bool {
			return !(honest && last[i]) && tear()
		})
	}
	never := func() bool { return false }
	image("all", func(int) bool { return true }, never)
	image("synced", func(i int) bool { return last[i] }, never)
	for seed := range several {
		dice := rand.New(rand.NewPCG(seed, uint64(len(record))))
		odds := []float64{0.2, 0.5, 0.8}[seed%3]
		image(fmt.Sprintf("torn, seed %d", seed), func(int) bool { return dice.Float64() < odds }, func() bool { return dice.Float64() < 0.3 })
	}
	return images
}

// synced says which changes last: the content of a file and its making once it was synced, any name once the folder was.
func synced(record []change) []bool {
	last := make([]bool, len(record))
	for i, c := range record {
		if c.do != syncs {
			continue
		}
		for j := i - 1; j >= 0; j-- {
			before := record[j]
			if c.path == "." {
				last[j] = last[j] || before.do == creates || before.do == removes || before.do == renames
				continue
			}
			if before.to == c.path || before.path == c.path && before.do == removes {
				break // the file had another name before, or was another
			}
			last[j] = last[j] || before.path == c.path
		}
	}
	return last
}

// after makes those changes to a folder that are kept, and tears some of the writes.
func after(folder map[string][]byte, record []change, keep, torn func(int) bool) map[string][]byte {
	asked, kept := make(map[string]*[]byte), make(map[string]*[]byte)
	for name, content := range folder {
		content = slices.Clone(content)
		asked[name], kept[name] = &content, &content
	}
	for i, c := range record {
		if strings.HasSuffix(c.path, "-shm") {
			continue // the log's index is rebuilt
		}
		content := asked[c.path]
		keeps := keep(i)
		switch c.do {
		case creates:
			asked[c.path] = new([]byte)
			if keeps {
				kept[c.path] = asked[c.path]
			}
		case removes:
			if keeps && kept[c.path] == content {
				delete(kept, c.path)
			}
			delete(asked, c.path)
		case renames:
			asked[c.to] = content
			delete(asked, c.path)
			if keeps && kept[c.path] == content {
				kept[c.to] = content
				delete(kept, c.path)
			}
		case writes:
			if keeps {
				put(content, c, torn(i), i)
			}
		case truncates:
			if keeps {
				*content = append(*content, make([]byte, max(0, int(c.at)-len(*content)))...)[:c.at]
			}
		case syncs:
		}
	}
	files := make(map[string][]byte)
	for name, content := range kept {
		files[name] = *content
	}
	return files
}

// put writes into a file, or some sectors of it only.
func put(content *[]byte, c change, torn bool, seed int) {
	end := int(c.at) + len(c.data)
	*content = append(*content, make([]byte, max(0, end-len(*content)))...)
	dice := rand.New(rand.NewPCG(uint64(seed), 1))
	for at := 0; at < len(c.data); {
		n := min(sector-(int(c.at)+at)%sector, len(c.data)-at)
		if !torn || dice.IntN(2) == 0 {
			copy((*content)[int(c.at)+at:], c.data[at:at+n])
		}
		at += n
	}
}
