package commands

import (
	"crypto/rand"
	"encoding/binary"
	"sync/atomic"

	"github.com/boathouse-rum/boathouse/render"
)

// Ink is what every screen with components is drawn with: the key of their ids, and
// a serial that no earlier screen had.
type ink struct {
	codec  render.Codec
	serial atomic.Uint32
}

func newInk(c render.Codec) *ink {
	i := &ink{codec: c}
	var start [4]byte
	_, _ = rand.Read(start[:]) // never fails; serials of two runs should differ, nothing more
	i.serial.Store(binary.LittleEndian.Uint32(start[:]))
	return i
}

// next returns the serial of a screen.
func (i *ink) next() uint32 { return i.serial.Add(1) }
