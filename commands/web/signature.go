package web

import (
	"crypto/ed25519"
	"encoding/hex"
	"net/http"
	"strings"
)

// A signature is what a request says of who sent it.
type signature struct {
	at  string // when, by the sender's clock; it is signed, and never held against ours
	sum []byte
}

// Headers by which Discord signs a request. Source: its documentation, "validating security request headers".
const (
	signatureHeader = "X-Signature-Ed25519"
	timestampHeader = "X-Signature-Timestamp"
)

// maxTimestamp is more digits than a time will have.
const maxTimestamp = 20

// readSignature reads the headers of a request. False: they have no signature's form.
//
// What is signed is time and body in one string, so a time of digits alone is what keeps a part of a body from being sent as the time, and
// the rest of it as the body.
func readSignature(h http.Header) (signature, bool) {
	at := h.Get(timestampHeader)
	sum, err := hex.DecodeString(h.Get(signatureHeader))
	if err != nil || len(sum) != ed25519.SignatureSize || at == "" || len(at) > maxTimestamp || strings.Trim(at, "0123456789") != "" {
		return signature{}, false
	}
	return signature{at, sum}, true
}

// signs says whether the signature is by the owner of a key, and of this body.
func (s signature) signs(key ed25519.PublicKey, body []byte) bool {
	signed := make([]byte, 0, len(s.at)+len(body))
	return ed25519.Verify(key, append(append(signed, s.at...), body...), s.sum)
}
