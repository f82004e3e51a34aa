package web

import (
	"bufio"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
)

// A forgery is a request that somebody made of a good one.
type forgery struct {
	name string
	make func(r *rand.Rand, b *bench, at, body string) (when, signature, what string)
}

func forgeries() []forgery {
	return []forgery{
		{"a bit of the body", func(r *rand.Rand, b *bench, at, body string) (string, string, string) {
			return at, b.sign(at, body), flipped(r, body)
		}},
		{"a bit of the signature", func(r *rand.Rand, b *bench, at, body string) (string, string, string) {
			sum, _ := hex.DecodeString(b.sign(at, body))
			return at, hex.EncodeToString([]byte(flipped(r, string(sum)))), body
		}},
		{"another time", func(r *rand.Rand, b *bench, at, body string) (string, string, string) {
			return fmt.Sprint(1_700_000_001 + r.IntN(1_000_000)), b.sign(at, body), body
		}},
		{"cut short", func(r *rand.Rand, b *bench, at, body string) (string, string, string) {
			return at, b.sign(at, body), body[:r.IntN(len(body))]
		}},
		{"something added", func(r *rand.Rand, b *bench, at, body string) (string, string, string) {
			return at, b.sign(at, body), body + string(rune(' '+r.IntN(90)))
		}},
		{"two bytes changed for each other", func(r *rand.Rand, b *bench, at, body string) (string, string, string) {
			text := []byte(body)
			for {
				i, j := r.IntN(len(text)), r.IntN(len(text))
				if text[i] != text[j] {
					text[i], text[j] = text[j], text[i]
					return at, b.sign(at, body), string(text)
				}
			}
		}},
		{"some of the body as the time", func(r *rand.Rand, b *bench, at, body string) (string, string, string) {
			cut := 1 + r.IntN(len(body)-1)
			return at + body[:cut], b.sign(at, body), body[cut:]
		}},
		{"some of the time as the body", func(r *rand.Rand, b *bench, at, body string) (string, string, string) {
			cut := 1 + r.IntN(len(at)-1)
			return at[:cut], b.sign(at, body), at[cut:] + body
		}},
		{"somebody else's key", func(r *rand.Rand, _ *bench, at, body string) (string, string, string) {
			var other [ed25519.SeedSize]byte
			for i := range other {
				other[i] = byte(r.IntN(256))
			}
			return at, (&bench{key: ed25519.NewKeyFromSeed(other[:])}).sign(at, body), body
		}},
		{"a signature of nothing", func(r *rand.Rand, _ *bench, at, body string) (string, string, string) {
			var sum [ed25519.SignatureSize]byte
			for i := range sum {
				sum[i] = byte(r.IntN(256))
			}
			return at, hex.EncodeToString(sum[:]), body
		}},
		{"the signature's other form", func(_ *rand.Rand, b *bench, at, body string) (string, string, string) {
			return at, alike(b.sign(at, body)), body
		}},
		{"a replayed signature", func(r *rand.Rand, b *bench, at, body string) (string, string, string) {
			return at, b.sign(at, said(r)), body
		}},
		{"the body alone signed", func(_ *rand.Rand, b *bench, at, body string) (string, string, string) {
			return at, b.sign("", body), body
		}},
	}
}

// flipped is a text with one bit changed.
func flipped(r *rand.Rand, text string) string {
	b := []byte(text)
	b[r.IntN(len(b))] ^= 1 << r.IntN(8)
	return string(b)
}

// alike is a signature with the order of the group added to its second half, which is the same number to whoever doesn't look.
func alike(signature string) string {
	order, _ := new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)
	sum, _ := hex.DecodeString(signature)
	half := sum[ed25519.SignatureSize/2:]
	reversed := make([]byte, len(half))
	for i, c := range half {
		reversed[len(half)-1-i] = c
	}
	more := new(big.Int).Add(new(big.Int).SetBytes(reversed), order).FillBytes(reversed)
	for i, c := range more {
		half[len(half)-1-i] = c
	}
	return hex.EncodeToString(sum)
}

// said is the body of an interaction as it could come, each another.
func said(r *rand.Rand) string {
	return fmt.Sprintf(`{"id":"%d","application_id":"%d","type":%d,"token":"%x","member":{"user":{"id":"%d"}},"data":{"custom_id":"%x"}}`,
		r.Uint64(), r.Uint64(), 2+r.IntN(4), r.Uint64(), r.Uint64(), r.Uint64())
}

// TestNothingForgedIsAccepted makes of each of many good requests a bad one. The good one itself is the control.
func TestNothingForgedIsAccepted(t *testing.T) {
	t.Parallel()
	all := 10_000
	if os.Getenv("BOATHOUSE_LONG") != "" {
		all = 1_000_000
	}
	kinds := forgeries()
	const parts = 4
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			r, b := rand.New(rand.NewPCG(uint64(part), 12)), newBench()
			controls := 0
			for i := range all / parts {
				at, body, kind := fmt.Sprint(1_700_000_000+r.IntN(1000)*1_000_000), said(r), kinds[i%len(kinds)]
				when, signature, what := kind.make(r, b, at, body)
				if status, _ := b.sends(request(http.MethodPost, InteractionsPath, when, signature, what)); status < 400 || len(b.heard) > controls {
					t.Fatalf("%s: %d for %q of %s signed %s", kind.name, status, what, when, signature)
				}
				if i%10 == 0 { // a tenth of the controls is enough to see that what is refused is refused for what was done to it
					controls++
					if status, _ := b.sends(request(http.MethodPost, InteractionsPath, at, b.sign(at, body), body)); status != http.StatusAccepted || len(b.heard) != controls {
						t.Fatalf("control: %d for %q", status, body)
					}
				}
			}
			t.Logf("%d forged, 0 accepted; %d that were not forged, all accepted", all/parts, controls)
		})
	}
}

// TestNothingForgedIsAcceptedOverASocket does the same by real requests, some of which come in pieces.
func TestNothingForgedIsAcceptedOverASocket(t *testing.T) {
	t.Parallel()
	r, b := rand.New(rand.NewPCG(13, 12)), newBench()
	srv := httptest.NewServer(b)
	defer srv.Close()
	send := func(when, signature, what string, pieces bool) int {
		req := request(http.MethodPost, "/", when, signature, what)
		out, err := http.NewRequestWithContext(t.Context(), http.MethodPost, srv.URL+InteractionsPath, strings.NewReader(what))
		if err != nil {
			t.Fatal(err)
		}
		if out.Header = req.Header; pieces {
			out.ContentLength = -1
		}
		answer, err := srv.Client().Do(out)
		if err != nil {
			return 0 // a time that no header can carry
		}
		_ = answer.Body.Close()
		return answer.StatusCode
	}
	kinds := forgeries()
	for i := range 20 * len(kinds) {
		at, body, kind := fmt.Sprint(1_700_000_000+r.IntN(1000)*1_000_000), said(r), kinds[i%len(kinds)]
		when, signature, what := kind.make(r, b, at, body)
		if status := send(when, signature, what, i%2 == 0); status != http.StatusUnauthorized && status != http.StatusBadRequest || b.Stats().Interactions > 0 {
			t.Fatalf("%s: %d for %q of %s signed %s", kind.name, status, what, when, signature)
		}
	}
	body, at := said(r), someTime
	if status := send(at, b.sign(at, body), body, true); status != http.StatusAccepted || b.Stats().Interactions != 1 {
		t.Errorf("control: %d", status)
	}
}

// TestWhatIsCutShortIsNotTakenUp has requests that say that they are longer than they are, whose signature fits what comes of them: what has ended isn't
// all, and what is reset isn't either.
func TestWhatIsCutShortIsNotTakenUp(t *testing.T) {
	t.Parallel()
	b := newBench()
	srv := httptest.NewServer(b)
	defer srv.Close()
	sends := func(more int, end func(*net.TCPConn) error) (status int) {
		t.Helper()
		c, err := net.Dial("tcp", srv.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		_, err = fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: rum.example\r\n%s: %s\r\n%s: %s\r\nContent-Length: %d\r\n\r\n%s",
			InteractionsPath, timestampHeader, someTime, signatureHeader, b.sign(someTime, click), len(click)+more, click)
		if err := errors.Join(err, end(c.(*net.TCPConn))); err != nil {
			t.Fatal(err)
		}
		if answer, err := http.ReadResponse(bufio.NewReader(c), nil); err == nil {
			_ = answer.Body.Close()
			return answer.StatusCode
		}
		return 0
	}
	if status := sends(1, (*net.TCPConn).CloseWrite); status != http.StatusBadRequest {
		t.Errorf("cut short: %d", status)
	}
	reset := func(c *net.TCPConn) error { return errors.Join(c.SetLinger(0), c.Close()) }
	if status := sends(1, reset); status != 0 {
		t.Errorf("reset: %d", status)
	}
	if status := sends(0, (*net.TCPConn).CloseWrite); status != http.StatusAccepted {
		t.Errorf("control: %d", status)
	}
	srv.Close() // all have been looked at
	if len(b.heard) != 1 || b.Stats().Interactions != 1 {
		t.Errorf("handed on: %q", b.heard)
	}
}
