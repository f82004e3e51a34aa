package rest

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
