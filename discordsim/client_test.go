package discordsim_test

import (
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
)

// TestAClientThatRestartsLosesWhatOnlyItHad: its person sees the ephemeral message no more and can't click it; the bot
// can change it, which nobody sees, and what comes later is seen.
func TestAClientThatRestartsLosesWhatOnlyItHad(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	in, end := b.slash(ctx, ada, h.Channel)
	want(t, b.callback(in, `{"type":4,"data":{"flags":64,"content":"yours","components":[{"type":1,"components":[{"type":2,"style":1,"label":"Go","custom_id":"go"}]}]}}`), 204, 0)
	end(t)
	lost := ada.Sees(h.Channel)[0]
	if err := ada.Restart(ctx); err != nil {
		t.Fatal(err)
	}
	if seen := ada.Sees(h.Channel); len(seen) != 0 {
		t.Errorf("%+v", seen)
	}
	if _, err := ada.Click(ctx, lost.ID, "go"); err == nil {
		t.Error("what is gone can be clicked")
	}
	want(t, b.hook("PATCH", "/messages/@original", in, `{"content":"changed"}`), 200, 0)
	want(t, b.hook("POST", "", in, `{"flags":64,"content":"another"}`), 200, 0)
	err := ada.Wait(ctx, func(all []discord.Message) bool { return len(all) == 1 && all[0].Content == "another" })
	if err != nil {
		t.Errorf("%v: %+v", err, ada.Sees(h.Channel))
	}
	again, err := people.Meet(ctx, h.Page, "Ada")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.Close)
	if seen := again.Sees(h.Channel); len(seen) != 1 {
		t.Errorf("%+v", seen)
	}
}

// TestWhatWasToldIsShown looks at the screens without waiting for what stands there.
func TestWhatWasToldIsShown(t *testing.T) {
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Off: true}})
	h, b, ctx := s.Handshake(), rawBot(t, s), soon(t)
	ada, ben := s.Person("Ada"), s.Person("Ben")
	for n := 1; n <= 50; n++ {
		want(t, b.do("POST", "/channels/"+h.Channel.String()+"/messages", `{"content":"x"}`), 200, 0)
		if err := s.Shown(ctx); err != nil {
			t.Fatal(err)
		}
		if a, b := len(ada.Sees(h.Channel)), len(ben.Sees(h.Channel)); a != n || b != n {
			t.Fatalf("of %d messages Ada sees %d and Ben %d", n, a, b)
		}
	}
	ada.Close()
	if err := s.Shown(ctx); err != nil {
		t.Errorf("who has hung up is waited for: %v", err)
	}
}

// TestAClientThatCachesModalsShowsTheFirstAgain, under the same custom_id alone; control: another's doesn't.
func TestAClientThatCachesModalsShowsTheFirstAgain(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx := s.Handshake(), bareBot(t, s), soon(t)
	b.register()
	if err := s.Person("Ada").CacheModals(ctx); err != nil {
		t.Fatal(err)
	}
	shown := func(name, customID, title string) string {
		in, end := b.slash(ctx, s.Person(name), h.Channel)
		body := strings.NewReplacer(`"settle"`, `"`+customID+`"`, `"Settle"`, `"`+title+`"`).Replace(modalBody)
		want(t, b.callback(in, body), 204, 0)
		modal := end(t).Modal
		done := async(func() (people.Outcome, error) { return s.Person(name).Submit(ctx, *modal, nil) })
		want(t, b.callback(b.next(), `{"type":4,"data":{"content":"x"}}`), 204, 0)
		done(t)
		return modal.Title
	}
	for _, of := range []struct{ name, id, title, want string }{
		{"Ada", "one", "first", "first"}, {"Ada", "one", "second", "first"}, {"Ada", "two", "third", "third"},
		{"Ben", "one", "first", "first"}, {"Ben", "one", "second", "second"},
	} {
		if got := shown(of.name, of.id, of.title); got != of.want {
			t.Errorf("%s is shown %q under %s, want %q", of.name, got, of.id, of.want)
		}
	}
}

// TestAnAnswerThatIsOrderedToBeLateIsRefused with 10062, and its person is told that it failed; a form can be sent again.
func TestAnAnswerThatIsOrderedToBeLateIsRefused(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	late := func() {
		if err := ada.AnswerLate(ctx, 1); err != nil {
			t.Fatal(err)
		}
	}
	late()
	in, slash := b.slash(ctx, ada, h.Channel)
	want(t, b.callback(in, `{"type":4,"data":{"content":"x"}}`), 404, 10062)
	want(t, b.hook("POST", "", in, `{"content":"x"}`), 404, 10015)
	if out := slash(t); !out.Failed {
		t.Errorf("%+v", out)
	}
	in, end := b.slash(ctx, ada, h.Channel)
	want(t, b.callback(in, modalBody), 204, 0)
	modal := end(t).Modal
	for _, failed := range []bool{true, false} {
		if failed {
			late()
		}
		submit := async(func() (people.Outcome, error) { return ada.Submit(ctx, *modal, nil) })
		got := b.next()
		status, code := 204, 0
		if failed {
			status, code = 404, 10062
		}
		want(t, b.callback(got, `{"type":4,"data":{"content":"x"}}`), status, code)
		if out := submit(t); out.Failed != failed {
			t.Errorf("%+v", out)
		}
	}
}
