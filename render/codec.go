package render

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
)

// MaxArg is the longest Arg in bytes that a custom_id of 100 characters can
// hold whatever its other parts are, for versions below 2^52.
const MaxArg = 43

const (
	maxCustomID = 100
	macBytes    = 9 // 72 bits: twelve letters, far more than anyone can try at Discord
	macText     = 12
)

// ErrForged says that a custom_id was not made with this key, or not by this
// program at all.
var ErrForged error = &DoorRefusal{Code: Forged}

// A Codec turns clicks into custom_ids and back. Each id carries a MAC, so what
// comes back is what was sent out. It is safe for many callers at once.
type Codec struct{ key []byte }

// NewCodec makes a codec; 32 random bytes make a good key, and old buttons live
// as long as it stays the same.
func NewCodec(key []byte) Codec { return Codec{key: append([]byte(nil), key...)} }

// Encode gives the custom_id of a click: printable ASCII where Arg is, at most
// 100 bytes when Arg keeps to MaxArg, Table to eight and Version to 52 bits.
func (c Codec) Encode(k Click) string {
	b := make([]byte, 0, maxCustomID)
	b = append(b, k.Verb.String()...)
	b = append(b, '.')
	b = append(b, k.Table...)
	b = append(b, '.')
	b = strconv.AppendInt(b, k.Version, 36)
	b = append(b, '.')
	b = strconv.AppendUint(b, uint64(k.Serial), 36)
	b = append(b, '.')
	b = append(b, k.Prefs.String()...)
	b = append(b, '.')
	b = append(b, k.Arg...)
	b = append(b, '.')
	return string(append(b, c.mac(b)...))
}

// Decode reads what Encode gave. Its error is always ErrForged.
func (c Codec) Decode(id string) (Click, error) {
	if len(id) > maxCustomID || len(id) < macText {
		return Click{}, ErrForged
	}
	body, mac := id[:len(id)-macText], id[len(id)-macText:]
	if !hmac.Equal([]byte(mac), c.mac([]byte(body))) {
		return Click{}, ErrForged
	}
	parts := strings.SplitN(strings.TrimSuffix(body, "."), ".", 6)
	if len(parts) != 6 {
		return Click{}, ErrForged
	}
	verb, ok := ParseVerb(parts[0])
	version, err1 := strconv.ParseInt(parts[2], 36, 64)
	serial, err2 := strconv.ParseUint(parts[3], 36, 32)
	prefs, err3 := ParsePrefs(parts[4])
	if !ok || errors.Join(err1, err2, err3) != nil {
		return Click{}, ErrForged
	}
	return Click{Verb: verb, Table: parts[1], Version: version, Serial: uint32(serial), Prefs: prefs, Arg: parts[5]}, nil
}

func (c Codec) mac(body []byte) []byte {
	h := hmac.New(sha256.New, c.key)
	h.Write(body)
	sum := h.Sum(make([]byte, 0, sha256.Size))
	return base64.RawURLEncoding.AppendEncode(nil, sum[:macBytes])
}
