package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// TestWhatHasComeIsHandedOnBeforeTheEnd stops an endpoint while a request is half sent.
func TestWhatHasComeIsHandedOnBeforeTheEnd(t *testing.T) {
	t.Parallel()
	b := newBench()
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Serve(ctx, l) }()

	var dialer net.Dialer
	half, err := dialer.DialContext(t.Context(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = half.Close() }()
	head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: rum.example\r\nExpect: 100-continue\r\nContent-Length: %d\r\n%s: %s\r\n%s: %s\r\n\r\n",
		InteractionsPath, len(click), timestampHeader, someTime, signatureHeader, b.sign(someTime, click))
	_, _ = io.WriteString(half, head)
	asked := make([]byte, len("HTTP/1.1 100 Continue\r\n\r\n"))
	if _, err := io.ReadFull(half, asked); err != nil || !strings.HasPrefix(string(asked), "HTTP/1.1 100 ") { // for the body, which is being read then
		t.Fatalf("%q, %v", asked, err)
	}
	_, _ = io.WriteString(half, click[:5])
	out, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+l.Addr().String()+InteractionsPath, strings.NewReader(click))
	out.Header = request(http.MethodPost, "/", someTime, b.sign(someTime, click), click).Header
	answer, err := http.DefaultClient.Do(out)
	if err != nil || answer.StatusCode != http.StatusAccepted {
		t.Fatal(answer, err)
	}
	_ = answer.Body.Close()
	if !b.Connected() {
		t.Error("it answers, and says that it doesn't")
	}

	stop()
	_, _ = io.WriteString(half, click[5:])
	said, _ := io.ReadAll(half)
	if err := <-ended; err != nil || !strings.HasPrefix(string(said), "HTTP/1.1 202 ") || len(b.heard) != 2 {
		t.Errorf("%v, %q, %d handed on", err, said, len(b.heard))
	}
	if b.Connected() {
		t.Error("it has ended, and says that it answers")
	}
	if status, _ := b.sends(request(http.MethodPost, InteractionsPath, someTime, b.sign(someTime, click), click)); status != http.StatusServiceUnavailable || len(b.heard) != 2 {
		t.Errorf("after the end: %d, %d handed on", status, len(b.heard))
	}
}

// TestAListenerThatPanicsLosesOneInteraction has what listens break, also where another worker was
// to take the interaction up: there no request's own recover is around it.
func TestAListenerThatPanicsLosesOneInteraction(t *testing.T) {
	t.Parallel()
	b := newBench()
	b.options.OnInteraction = func(json.RawMessage) { panic("broken") }
	for range 2 {
		status, _ := b.sends(request(http.MethodPost, InteractionsPath, someTime, b.sign(someTime, click), click))
		if status != http.StatusAccepted {
			t.Error(status)
		}
	}
	b.options.Peers = NewPeers("here:1", "token", func() []string { return []string{"127.0.0.1:1"} })
	if !b.begin() {
		t.Fatal("it has ended")
	}
	b.forward("127.0.0.1:1", []byte(click))
	b.close() // waits for what has begun
}
