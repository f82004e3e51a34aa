package picture

import (
	"encoding/binary"
	"hash/crc32"
)

// A printer makes PNGs (RFC 2083) of canvases that all have the same palette.
type printer struct {
	squeezer squeezer
	packed   []byte // the rows
	out      []byte
}

// start makes a canvas so many pixels wide and high, with a byte before each row: how
// the row is filtered, which it isn't.
func (c *canvas) start(w, high int) {
	c.w, c.h, c.stride = w, high, w+1
	n := c.stride * high
	if cap(c.raw) < n {
		c.raw = make([]uint8, n)
	}
	c.raw = c.raw[:n]
	for i := 0; i < n; i += c.stride {
		c.raw[i] = 0
	}
	c.pix = c.raw[min(1, n):]
}

// print gives the PNG of a canvas, which stands until the next.
func (p *printer) print(c *canvas) []byte {
	p.packed = p.squeezer.squeeze(p.packed[:0], c.raw, c.stride)
	p.out = append(p.out[:0], "\x89PNG\r\n\x1a\n"...)
	p.chunk("IHDR", func(to []byte) []byte {
		to = binary.BigEndian.AppendUint32(to, uint32(c.w))
		to = binary.BigEndian.AppendUint32(to, uint32(c.h))
		return append(to, 8, 3, 0, 0, 0) // eight bits, a palette
	})
	p.chunk("PLTE", func(to []byte) []byte {
		for _, of := range c.colors[:p.squeezer.writer.highest()+1] {
			to = append(to, of.R, of.G, of.B)
		}
		return to
	})
	p.chunk("tRNS", func(to []byte) []byte {
		for _, of := range c.colors[:min(int(halfEdge), p.squeezer.writer.highest())+1] {
			to = append(to, of.A)
		}
		return to
	})
	p.chunk("IDAT", func(to []byte) []byte {
		to = append(append(to, 0x78, 0x01), p.packed...)
		return binary.BigEndian.AppendUint32(to, p.squeezer.rows.sum)
	})
	p.chunk("IEND", func(to []byte) []byte { return to })
	return p.out
}

// chunk appends a part of a PNG.
func (p *printer) chunk(kind string, body func([]byte) []byte) {
	at := len(p.out)
	p.out = append(p.out, 0, 0, 0, 0)
	p.out = body(append(p.out, kind...))
	binary.BigEndian.PutUint32(p.out[at:], uint32(len(p.out)-at-8))
	p.out = binary.BigEndian.AppendUint32(p.out, crc32.ChecksumIEEE(p.out[at+4:]))
}
