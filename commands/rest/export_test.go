package rest

import (
	"context"
	"net"
	"net/http"
)

// DialBy has the client's own connections made in another way.
func (c *Client) DialBy(dial func(ctx context.Context, network, address string) (net.Conn, error)) {
	for _, by := range []*http.Client{c.http, c.answers} {
		by.Transport.(*http.Transport).DialContext = dial
	}
}

// Dress shows what a message looks like on the wire.
func Dress(object any) ([]byte, error) {
	b, err := Payload{Body: object}.encode()
	if err != nil {
		return nil, err
	}
	return b.data, nil
}

// Buckets tells how many counts the client remembers.
func (c *Client) Buckets() int {
	c.limits.mu.Lock()
	defer c.limits.mu.Unlock()
	return len(c.limits.buckets)
}

// Connections is how many may be open at once for answers, and for everything else.
const Connections = connections
