package people

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// RefusedError is an answer of Discord's that is not a success.
type RefusedError struct {
	Status  int
	Code    int
	Message string
	Body    json.RawMessage
}

// Error says the status, the code and the message.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("discordsim: refused with %d, code %d: %s", e.Status, e.Code, e.Message)
}

// client speaks REST for one person.
type client struct {
	http  *http.Client
	token string
}

func newClient() *client {
	return &client{http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4}}}
}

// rawBody takes an answer as it is.
type rawBody []byte

func (c *client) do(ctx context.Context, method, address string, body, into any) (err error) {
	var reader io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("discordsim: encode: %w", err)
		}
		reader = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, address, reader)
	if err != nil {
		return fmt.Errorf("discordsim: request: %w", err)
	}
	request.Header.Set("Authorization", c.token)
	request.Header.Set("Content-Type", "application/json")
	answer, err := c.http.Do(request)
	if err != nil {
		return fmt.Errorf("discordsim: request: %w", err)
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return fmt.Errorf("discordsim: answer: %w", err)
	}
	if answer.StatusCode >= http.StatusBadRequest {
		refused := &RefusedError{Status: answer.StatusCode, Body: text}
		var said struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		}
		if json.Unmarshal(text, &said) == nil {
			refused.Code, refused.Message = said.Code, said.Message
		}
		return refused
	}
	switch into := into.(type) {
	case nil:
		return nil
	case *rawBody:
		*into = text
		return nil
	default:
		return json.Unmarshal(text, into)
	}
}
