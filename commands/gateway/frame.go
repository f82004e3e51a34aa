package gateway

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// WebSocket opcodes and bits. Source: RFC 6455, section 5.2.
const (
	opContinued = 0x0
	opText      = 0x1
	opClose     = 0x8 // the first of the control frames

	bitFinal  = 0x80
	bitMasked = 0x80
	bitsOp    = 0x0f
)

const (
	maxFrame   = 64 << 20 // bytes; the largest server's GUILD_CREATE is far below it
	maxControl = 125      // bytes of a control frame. Source: RFC 6455, section 5.5.
)

// A header begins a frame.
type header struct {
	final  bool
	opcode byte
	size   uint64 // of the payload, in bytes, at most maxFrame
}

// isControl tells whether the frame is no message, nor part of one.
func (h header) isControl() bool { return h.opcode >= opClose }

// readHeader reads the header of a frame that a gateway sends.
func readHeader(r io.Reader) (header, error) {
	var b [8]byte
	if _, err := io.ReadFull(r, b[:2]); err != nil {
		return header{}, err
	}
	h := header{final: b[0]&bitFinal != 0, opcode: b[0] & bitsOp, size: uint64(b[1] &^ bitMasked)}
	masked := b[1]&bitMasked != 0
	switch h.size {
	case 126:
		if _, err := io.ReadFull(r, b[:2]); err != nil {
			return header{}, err
		}
		h.size = uint64(binary.BigEndian.Uint16(b[:]))
	case 127:
		if _, err := io.ReadFull(r, b[:]); err != nil {
			return header{}, err
		}
		h.size = binary.BigEndian.Uint64(b[:])
	}
	switch {
	case masked || h.size > maxFrame:
		return header{}, fmt.Errorf("a frame that no gateway sends, of %d bytes", h.size)
	case h.isControl() && (!h.final || h.size > maxControl):
		return header{}, errors.New("a control frame that is too long")
	}
	return h, nil
}

// serverFrame appends a whole frame as a gateway sends it to what is in dst.
func serverFrame(dst []byte, opcode byte, payload []byte) []byte {
	dst = append(dst, bitFinal|opcode)
	switch n := len(payload); {
	case n < 126:
		dst = append(dst, byte(n))
	case n < 1<<16:
		dst = binary.BigEndian.AppendUint16(append(dst, 126), uint16(n))
	default:
		dst = binary.BigEndian.AppendUint64(append(dst, 127), uint64(n))
	}
	return append(dst, payload...)
}

// clientFrame is a whole frame as a client must send it: masked.
func clientFrame(opcode byte, payload []byte) []byte {
	frame := []byte{bitFinal | opcode}
	if n := len(payload); n < 126 {
		frame = append(frame, bitMasked|byte(n))
	} else {
		frame = append(frame, bitMasked|126)
		frame = binary.BigEndian.AppendUint16(frame, uint16(n))
	}
	var mask [4]byte
	_, _ = rand.Read(mask[:]) // never fails
	frame = append(frame, mask[:]...)
	for i, b := range payload {
		frame = append(frame, b^mask[i%4])
	}
	return frame
}
