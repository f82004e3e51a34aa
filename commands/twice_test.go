package commands_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestACommandThatComesToTwoIsDoneOnce has managers name a channel, which takes it back where it is named already, at two doors on one store: the same command
// comes to both, one after the other, as it does where a request is sent again to another worker. Another command takes it back.
func TestACommandThatComesToTwoIsDoneOnce(t *testing.T) {
	t.Parallel()
	var o commands.DoorOptions
	b := newBare(t, func(has *commands.DoorOptions) { o = *has })
	doors := []*commands.Door{b.Door, commands.NewDoor(o)}
	comes := func(id int, command string) {
		t.Helper()
		raw := created(id, fmt.Sprintf(`{"member":{"user":{"id":"8","username":"mae"},"permissions":"32"},"data":{"name":"settings","options":[{"type":1,"name":%q,"options":[{"type":7,"name":"channel","value":"77"}]}],"resolved":{"channels":{"77":{"id":"77","type":0,"permissions":"309237746688"}}}}}`, command))
		for _, door := range doors {
			door.Handle(json.RawMessage(raw))
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			if err := door.Close(ctx); err != nil {
				t.Error(err)
			}
			cancel()
		}
	}
	settled := func() (tables, tab string) {
		t.Helper()
		m, err := b.db.Manners(t.Context(), "2")
		if err != nil {
			t.Fatal(err)
		}
		c, err := b.db.Calendar(t.Context(), "2")
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(m.Channels), string(c.Channel)
	}
	for n, want := range []string{"77", "", "77"} {
		comes(10+n, "server")
		comes(20+n, "tab")
		if tables, tab := settled(); tables != "["+want+"]" || tab != want {
			t.Errorf("%d: %s and %q are settled, not %q", n, tables, tab, want)
		}
	}
}

// TestARequestThatIsOverIsNotDone sends one again long after its token was over. The control hears of it by the gateway, which brings no old ones.
func TestARequestThatIsOverIsNotDone(t *testing.T) {
	t.Parallel()
	b := newBare(t)
	old := json.RawMessage(created(1, `{"data":{"name":"rum","options":[{"type":1,"name":"help"}]}}`)) // by its id of 2015
	heard := func(by func(json.RawMessage), id json.RawMessage) int {
		t.Helper()
		by(id)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if err := b.Close(ctx); err != nil {
			t.Error(err)
		}
		return len(b.sink.take())
	}
	if n := heard(b.Handle, json.RawMessage(created(2, `{"data":{"name":"rum","options":[{"type":1,"name":"help"}]}}`))); n != 1 { // from then on the time is known
		t.Errorf("%d answers", n)
	}
	if n := heard(b.HandleSent, old); n != 0 {
		t.Errorf("%d answers to one that is over", n)
	}
	now := discordID(time.Now())
	if n := heard(b.HandleSent, json.RawMessage(created(0, fmt.Sprintf(`{"id":%q,"data":{"name":"rum","options":[{"type":1,"name":"help"}]}}`, now)))); n != 1 {
		t.Errorf("%d answers to a new one", n)
	}
}

// discordID is an id that Discord makes at a moment.
func discordID(at time.Time) string { return strconv.FormatInt((at.UnixMilli()-1420070400000)<<22, 10) }

// TestWhatComesToTwoIsPostedOnce shares a review, a moment and what was played alone. The click comes to one process and then to another, as it does where it
// is sent again to another worker: everybody sees one message. The control is another click, of which each is a message where the first is forgotten.
func TestWhatComesToTwoIsPostedOnce(t *testing.T) {
	p := open(t, setup{})
	p.may = []int{rest.CodeAlreadyAnswered}
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.quick()
	p.dealt(nil, ada, ben)
	ben.wins()
	public := func() (n int) {
		p.settled()
		for _, m := range cleo.Sees(p.channel) {
			if !m.Ephemeral() {
				n++
			}
		}
		return n
	}
	shares := func(what string, who *guest, on discord.Message, verb string) {
		t.Helper()
		before := public()
		id := p.component(on, verb).CustomID
		raw := p.missed(func(ctx context.Context) { _, _ = who.Click(ctx, on.ID, id) })
		for range 2 {
			p.hall.Handle(raw)
			p.done()
			if n := public() - before; n != 1 {
				t.Errorf("%s: %d messages for everybody", what, n)
			}
			p.stop()
			p.start()
			p.settled()
		}
	}
	shares("a review", ben, ben.reviewed(ben.result()), "rw")
	shares("another click", ben, ben.reviewed(ben.result()), "rw")
	replay := ada.toldWith(func() { ada.slash("replay", nil) }, p.say("", lang.ReplayDeal, lang.Name("Ben")))
	shares("a moment", ada, ada.told(func() { ada.press(replay, "rp 1/1n") }), "sm 1/1")
	ada.slash("play", options{"players": 2})
	p.settled()
	shares("a hand alone", ada, ada.sees("its result", func(m discord.Message) bool { _, over := find(m, "sh"); return over }), "sh")
}
