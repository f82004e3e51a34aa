package discordsim_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
)

// TestARequestThatIsCutOffIsNone hangs up in the middle of a request: nothing was asked for, so nothing is refused. One
// that says all that it has to say, and says it wrongly, is.
func TestARequestThatIsCutOffIsNone(t *testing.T) {
	s := start(t, discordsim.Options{})
	h := s.Handshake()
	at := must[*url.URL](t)(url.Parse(h.REST))
	send := func(missing int) {
		t.Helper()
		line := must[net.Conn](t)((&net.Dialer{}).DialContext(soon(t), "tcp", at.Host))
		defer func() { _ = line.Close() }()
		body := "--x\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n{\"content\":"
		head := fmt.Sprintf("POST %s/v10/channels/%s/messages HTTP/1.1\r\nHost: %s\r\nAuthorization: Bot %s\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: %d\r\n\r\n",
			at.Path, h.Channel, at.Host, h.Token, len(body)+missing)
		must[int](t)(io.WriteString(line, head+body))
		if err := line.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		if answer, err := http.ReadResponse(bufio.NewReader(line), nil); err == nil { // after which it has been judged
			_ = answer.Body.Close()
		}
	}
	if send(100); len(s.Violations()) != 0 {
		t.Errorf("cut off: %+v", s.Violations())
	}
	if send(0); len(s.Violations()) != 1 {
		t.Errorf("whole and wrong: %+v", s.Violations())
	}
}
