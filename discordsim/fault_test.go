package discordsim_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

const postPath = "/channels/{channel_id}/messages"

// post sends a message; false means that the line broke.
func (c raw) post(channel discord.ID, content string) (status int, whole bool) {
	c.tb.Helper()
	request := must[*http.Request](c.tb)(http.NewRequestWithContext(soon(c.tb), http.MethodPost,
		fmt.Sprintf("%s/channels/%s/messages", c.base, channel), strings.NewReader(`{"content":"`+content+`"}`)))
	request.Header.Set("Authorization", c.auth)
	request.Header.Set("Content-Type", "application/json")
	answer, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(request)
	if err != nil {
		return 0, false
	}
	if err := answer.Body.Close(); err != nil {
		c.tb.Fatal(err)
	}
	return answer.StatusCode, true
}

func TestRequestsMeetTheFaultsThatWereOrdered(t *testing.T) {
	for _, one := range []struct {
		name   string
		fault  discordsim.Fault
		status int
		whole  bool
		posted int
	}{
		{"none", discordsim.Fault{}, 200, true, 1},
		{"slow", discordsim.Fault{Kind: discordsim.Slow, Delay: 20 * time.Millisecond}, 200, true, 1},
		{"drop", discordsim.Fault{Kind: discordsim.Drop}, 0, false, 0},
		{"drop after effect", discordsim.Fault{Kind: discordsim.DropAfterEffect}, 0, false, 1},
		{"duplicate", discordsim.Fault{Kind: discordsim.Duplicate}, 200, true, 2},
		{"429", discordsim.Fault{Kind: discordsim.Status429, RetryAfter: time.Second, Global: true}, 429, true, 0},
		{"502 before", discordsim.Fault{Kind: discordsim.StatusBefore, Status: 502}, 502, true, 0},
		{"502 after", discordsim.Fault{Kind: discordsim.StatusAfter, Status: 502}, 502, true, 1},
		{"no body", discordsim.Fault{Kind: discordsim.OtherBody}, 200, true, 1},
	} {
		t.Run(one.name, func(t *testing.T) {
			s := start(t, discordsim.Options{})
			h, c := s.Handshake(), rawBot(t, s)
			struck := s.Faults().Next("POST", postPath, one.fault)
			status, whole := c.post(h.Channel, "x")
			<-struck
			list := decode[[]discord.Message](t, c.do("GET", "/channels/"+h.Channel.String()+"/messages", ""))
			if status != one.status || whole != one.whole || len(list) != one.posted {
				t.Errorf("status %d, whole %v, %d posted", status, whole, len(list))
			}
			if status, whole = c.post(h.Channel, "again"); status != 200 || !whole {
				t.Errorf("a fault struck twice: %d", status)
			}
		})
	}
}

func TestAReorderedRequestIsOvertaken(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, c := s.Handshake(), rawBot(t, s)
	struck := s.Faults().Next("POST", postPath, discordsim.Fault{Kind: discordsim.Reorder})
	first := make(chan int, 1)
	go func() {
		status, _ := c.post(h.Channel, "first")
		first <- status
	}()
	<-struck
	if status, _ := c.post(h.Channel, "second"); status != 200 {
		t.Errorf("second: %d", status)
	}
	if status := <-first; status != 200 {
		t.Errorf("first: %d", status)
	}
	list := decode[[]discord.Message](t, c.do("GET", "/channels/"+h.Channel.String()+"/messages", ""))
	if len(list) != 2 || list[0].Content != "first" {
		t.Errorf("%+v", list)
	}
}

func TestTheGatewayMeetsTheFaultsThatWereOrdered(t *testing.T) {
	s := start(t, discordsim.Options{})
	h := s.Handshake()
	fresh := func() *gate {
		g := dial(t, h.Gateway)
		g.identify(h.Token, 1|1<<9)
		return g
	}
	g := fresh()
	s.Faults().Gateway(discordsim.GatewayFault{Kind: discordsim.Op7})
	if f := g.read(); f.Op != 7 {
		t.Errorf("%+v", f)
	}
	s.Faults().Gateway(discordsim.GatewayFault{Kind: discordsim.AskHeartbeat})
	if f := g.read(); f.Op != 1 {
		t.Errorf("%+v", f)
	}
	s.Faults().Gateway(discordsim.GatewayFault{Kind: discordsim.Op9, Resumable: true})
	if f := g.read(); f.Op != 9 || string(f.Data) != "true" {
		t.Errorf("%+v", f)
	}
	s.Faults().Gateway(discordsim.GatewayFault{Kind: discordsim.Op9})
	if f := g.read(); f.Op != 9 || string(f.Data) != "false" {
		t.Errorf("%+v", f)
	}
	g = fresh()
	s.Faults().Gateway(discordsim.GatewayFault{Kind: discordsim.CloseCode, Code: 4013})
	if code := g.closed(); code != 4013 {
		t.Errorf("closed with %d", code)
	}
	g = fresh()
	s.Faults().Gateway(discordsim.GatewayFault{Kind: discordsim.DropSocket})
	if code := g.closed(); code != -1 {
		t.Errorf("closed with %d", code)
	}
	struck := s.Faults().Gateway(discordsim.GatewayFault{Kind: discordsim.BadToken})
	bad := dial(t, h.Gateway)
	bad.send(2, `{"token":"`+h.Token+`","intents":1,"properties":{}}`)
	<-struck
	if code := bad.closed(); code != 4004 {
		t.Errorf("closed with %d", code)
	}
	struck = s.Faults().Gateway(discordsim.GatewayFault{Kind: discordsim.NoHello})
	quiet := dialOnly(t, h.Gateway)
	<-struck
	quiet.send(1, "null")
	if f := quiet.read(); f.Op != 11 {
		t.Errorf("hello came after all: %+v", f)
	}
}

func TestEventsComeTwiceOrInAnotherOrderWhenOrdered(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, c := s.Handshake(), rawBot(t, s)
	g := dial(t, h.Gateway)
	g.identify(h.Token, 1|1<<9)
	s.Faults().Gateway(discordsim.GatewayFault{Kind: discordsim.DuplicateDispatch})
	c.post(h.Channel, "x")
	if a, b := g.read(), g.read(); a.Seq != b.Seq || string(a.Data) != string(b.Data) {
		t.Errorf("%d, then %d", a.Seq, b.Seq)
	}
	s.Faults().Gateway(discordsim.GatewayFault{Kind: discordsim.ReorderDispatch})
	c.post(h.Channel, "y")
	c.post(h.Channel, "z")
	if a, b := g.read(), g.read(); a.Seq != b.Seq+1 {
		t.Errorf("%d, then %d", a.Seq, b.Seq)
	}
}

func TestASilentOrHalfOpenLineCanBeResumedElsewhere(t *testing.T) {
	for _, kind := range []discordsim.GatewayFaultKind{discordsim.Silence, discordsim.HalfOpen} {
		s := start(t, discordsim.Options{})
		h, c := s.Handshake(), rawBot(t, s)
		g := dial(t, h.Gateway)
		g.identify(h.Token, 1|1<<9)
		s.Faults().Gateway(discordsim.GatewayFault{Kind: kind})
		g.send(1, "null")
		c.post(h.Channel, "unheard")
		struck := s.Faults().Gateway(discordsim.GatewayFault{Kind: discordsim.NoResumeAnswer})
		dial(t, h.Gateway).resume(h.Token, g.session, g.seq)
		<-struck
		back := dial(t, h.Gateway)
		back.resume(h.Token, g.session, g.seq)
		if f := back.read(); f.Name != "MESSAGE_CREATE" {
			t.Errorf("%+v", f)
		}
	}
}

// TestAFaultOfFilesPassesOthers orders one for uploads: what brings none isn't struck.
func TestAFaultOfFilesPassesOthers(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, c := s.Handshake(), rawBot(t, s)
	path := "/channels/" + h.Channel.String() + "/messages"
	struck := s.Faults().Next("POST", postPath, discordsim.Fault{Kind: discordsim.StatusBefore, Status: 413, Files: true})
	if status, _ := c.post(h.Channel, "words"); status != 200 {
		t.Errorf("words alone: %d", status)
	}
	want(t, c.upload("POST", path, `{"content":"x"}`, picture(t, 3)), 413, 0)
	<-struck
	want(t, c.upload("POST", path, `{"content":"x"}`, picture(t, 3)), 200, 0)
}

// TestAReorderedRequestArrivesThoughItsSenderIsGone has the one that edits give up before it arrives.
func TestAReorderedRequestArrivesThoughItsSenderIsGone(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, c := s.Handshake(), rawBot(t, s)
	struck := s.Faults().Next("POST", postPath, discordsim.Fault{Kind: discordsim.Reorder, Delay: time.Minute})
	ctx, giveUp := context.WithCancel(t.Context())
	gone := make(chan error, 1)
	request := must[*http.Request](t)(http.NewRequestWithContext(ctx, http.MethodPost, fmt.Sprintf("%s/channels/%s/messages", c.base, h.Channel), strings.NewReader(`{"content":"late"}`)))
	request.Header.Set("Authorization", c.auth)
	request.Header.Set("Content-Type", "application/json")
	go func() {
		answer, err := http.DefaultClient.Do(request)
		if err == nil {
			err = answer.Body.Close()
		}
		gone <- err
	}()
	<-struck
	giveUp()
	if err := <-gone; err == nil {
		t.Error("answered before another request had passed it")
	}
	if status, _ := c.post(h.Channel, "second"); status != 200 {
		t.Errorf("second: %d", status)
	}
	ada := s.Person("Ada")
	if err := ada.Wait(soon(t), func(seen []discord.Message) bool { return len(seen) == 2 && seen[1].Content == "late" }); err != nil {
		t.Errorf("it never arrives: %v", err)
	}
}

// TestAFileMayBeOnlySoLarge uploads the largest, and one byte more.
func TestAFileMayBeOnlySoLarge(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, c := s.Handshake(), rawBot(t, s)
	path := "/channels/" + h.Channel.String() + "/messages"
	want(t, c.upload("POST", path, `{"content":"x"}`, make([]byte, 10<<20)), 200, 0)
	want(t, c.upload("POST", path, `{"content":"x"}`, make([]byte, 10<<20+1)), 413, 40005)
}
