package commands

import (
	"crypto/rand"
	"encoding/binary"
	"sync/atomic"

	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// Ink is what every screen with components is drawn with: the key of their ids,
// a serial that no earlier screen had, what makes a command's name tappable, and pictures.
type ink struct {
	codec    render.Codec
	serial   atomic.Uint32
	commands map[string]string // ids of those registered, by name
	artist   render.Artist     // nil: nothing is drawn
	failed   func(caught any, stack []byte)
	emojis   atomic.Pointer[render.Emojis]
}

func newInk(c render.Codec, commands map[string]string, a render.Artist, failed func(any, []byte)) *ink {
	i := &ink{codec: c, commands: commands, artist: a, failed: failed}
	var start [4]byte
	_, _ = rand.Read(start[:]) // never fails; serials of two runs should differ, nothing more
	i.serial.Store(binary.LittleEndian.Uint32(start[:]))
	return i
}

// reading is a language as somebody reads it who has these settings.
func (i *ink) reading(kept render.Prefs, words lang.Lang) lang.Lang {
	return kept.In(words, i.emojis.Load())
}

// pen writes one screen in a language.
func (i *ink) pen(words lang.Lang) render.Pen {
	return render.Pen{Lang: words, Codec: i.codec, Serial: i.serial.Add(1), Artist: i.artist, Failed: i.failed, Emojis: i.emojis.Load()}
}
