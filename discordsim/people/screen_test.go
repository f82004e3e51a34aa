package people

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// take shows events on a screen, each a name and its JSON.
func take(t *testing.T, s *screen, events ...[2]string) {
	t.Helper()
	for _, e := range events {
		if err := s.take(0, e[0], json.RawMessage(e[1])); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAScreenShowsTheNewestOfEachMessageInOrder, however the events come.
func TestAScreenShowsTheNewestOfEachMessageInOrder(t *testing.T) {
	s := newScreen()
	s.fill(discord.Channel{ID: 7}, []discord.Message{{ID: 2, Channel: 7, Content: "two"}})
	before := s.sees(7)
	take(t, s,
		[2]string{"MESSAGE_CREATE", `{"id":"4","channel_id":"7","content":"four"}`},
		[2]string{"MESSAGE_CREATE", `{"id":"3","channel_id":"8","content":"elsewhere"}`},
		[2]string{"MESSAGE_UPDATE", `{"id":"2","channel_id":"7","content":"changed"}`},
		[2]string{"MESSAGE_CREATE", `{"id":"1","channel_id":"7","content":"one"}`},
		[2]string{"MESSAGE_DELETE", `{"id":"4","channel_id":"7"}`},
		[2]string{"TYPING_START", `{}`})
	all, _, err := s.all()
	var contents []string
	for _, m := range all {
		contents = append(contents, m.Content)
	}
	if diff := cmp.Diff([]string{"one", "changed", "elsewhere"}, contents); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if before[0].Content != "two" {
		t.Error("what was looked at before has changed under the reader")
	}
}

// TestAnActEndsWithItsOwnAnswer and with no other's.
func TestAnActEndsWithItsOwnAnswer(t *testing.T) {
	s := newScreen()
	mine, err := s.expect("n")
	if err != nil {
		t.Fatal(err)
	}
	take(t, s, [2]string{"INTERACTION_SUCCESS", `{"id":"5","nonce":"other"}`},
		[2]string{"INTERACTION_MODAL_CREATE", `{"id":"6","nonce":"n","title":"T"}`})
	select {
	case <-mine.done:
		t.Fatal("another's answer ended it")
	default:
	}
	take(t, s, [2]string{"INTERACTION_FAILURE", `{"id":"6","nonce":"n","reason_code":3}`})
	<-mine.done
	if out := mine.outcome; !out.Failed || out.Reason != 3 || out.Interaction != 6 || out.Modal == nil || out.Modal.Title != "T" {
		t.Errorf("%+v", out)
	}
}

// TestAPersonWhoNeverCameDoesNothing but say why.
func TestAPersonWhoNeverCameDoesNothing(t *testing.T) {
	why := errors.New("no line")
	p := Absent(why)
	defer p.Close()
	if _, err := p.Slash(t.Context(), 1, "hello", nil); !errors.Is(err, why) {
		t.Error(err)
	}
	if err := p.Wait(t.Context(), func([]discord.Message) bool { return false }); !errors.Is(err, why) || !errors.Is(p.Err(), why) {
		t.Error(err, p.Err())
	}
}
