package wire

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestARequestThatMeetsNoWorldIsRefusedByNobody is of one that arrives while the server closes.
func TestARequestThatMeetsNoWorldIsRefusedByNobody(t *testing.T) {
	s := serve(t)
	h := s.Handshake()
	if err := s.world.Close(func() {}); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/v10/channels/"+h.Channel.String()+"/messages", strings.NewReader(`{"content":"late"}`))
	r.Header.Set("Authorization", "Bot "+h.Token)
	r.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	s.http.Handler.ServeHTTP(answer, r)
	if found := s.log.Violations(); answer.Code != http.StatusServiceUnavailable || len(found) > 0 {
		t.Errorf("%d, %+v", answer.Code, found)
	}
}
