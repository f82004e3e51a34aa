package wire

import (
	"bytes"
	"compress/zlib"
	"io"

	"github.com/klauspost/compress/zstd"
)

// deflater is the one compressed stream that all frames of a socket share.
type deflater struct {
	out bytes.Buffer
	zip interface {
		io.Writer
		Flush() error
	}
}

// newDeflater makes the stream of a transport compression; false for one that isn't spoken. "" is none.
func newDeflater(name string) (*deflater, bool) {
	d := &deflater{}
	switch name {
	case "":
		return nil, true
	case "zlib-stream":
		d.zip = zlib.NewWriter(&d.out)
	case "zstd-stream":
		// There are many sockets and their frames are small, so little memory is spent on each.
		zip, err := zstd.NewWriter(&d.out, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(zstdWindow))
		if err != nil {
			return nil, false
		}
		d.zip = zip
	default:
		return nil, false
	}
	return d, true
}

// next compresses one frame and flushes, so that all of it can be read, though the stream goes on; zlib's end is
// 00 00 FF FF then. The result is good until the next call.
func (d *deflater) next(text []byte) []byte {
	d.out.Reset()
	_, _ = d.zip.Write(text) // a buffer takes everything
	_ = d.zip.Flush()        // as above
	return d.out.Bytes()
}

// compressed is one frame as a zlib text of its own.
func compressed(text []byte) []byte {
	var out bytes.Buffer
	zip := zlib.NewWriter(&out)
	_, _ = zip.Write(text) // a buffer takes everything
	_ = zip.Close()        // as above
	return out.Bytes()
}

// zstdWindow is how far back, in bytes, a stream of zstd looks for what it repeats.
const zstdWindow = 128 << 10
