package discordsim_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
	"github.com/google/go-cmp/cmp"
)

func TestComponentsAnswerWithinWhatTheyOffer(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	posted := decode[discord.Message](t, b.do("POST", fmt.Sprintf("/channels/%s/messages", h.Channel), `{"content":"x","components":[
		{"type":1,"components":[{"type":3,"custom_id":"pick","options":[{"label":"a","value":"a"},{"label":"b","value":"b"}]}]},
		{"type":1,"components":[{"type":2,"style":1,"label":"Off","custom_id":"off","disabled":true}]},
		{"type":1,"components":[{"type":5,"custom_id":"who"}]}]}`))
	if err := ada.Wait(ctx, func(all []discord.Message) bool { return len(all) == 1 }); err != nil {
		t.Fatal(err)
	}
	for _, values := range [][]string{{}, {"a", "b"}, {"c"}} {
		if _, err := ada.Pick(ctx, posted.ID, "pick", values...); refusedCode(err) != 50035 {
			t.Errorf("%v: %v", values, err)
		}
	}
	if _, err := ada.Click(ctx, posted.ID, "Off"); refusedCode(err) != 50035 {
		t.Errorf("a disabled button: %v", err)
	}
	end := async(func() (people.Outcome, error) { return ada.Pick(ctx, posted.ID, "who", ada.ID().String()) })
	in := b.next()
	want(t, b.callback(in, `{"type":6}`), 204, 0)
	end(t)
	want(t, b.hook("PATCH", "/messages/@original", in, `{"content":"changed","components":[]}`), 200, 0)
	wantData := fmt.Sprintf(`"values":["%s"]`, ada.ID())
	if !strings.Contains(string(in.Data), wantData) || !strings.Contains(string(in.Data), `"resolved"`) || in.Message.ID != posted.ID {
		t.Errorf("%s", in.Data)
	}
	// A client may still show an older state: what it sends reaches the bot, which has to guard itself.
	end = async(func() (people.Outcome, error) { return ada.Click(ctx, posted.ID, "gone") })
	in = b.next()
	want(t, b.callback(in, `{"type":7,"data":{"content":"fresh"}}`), 204, 0)
	end(t)
	if got := last(t, ada, h.Channel); got.Content != "fresh" || got.ID != posted.ID {
		t.Errorf("%+v", got)
	}
}

func TestOptionsMustFitTheCommand(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	for _, options := range []map[string]any{
		{},
		{"rules": "slow"},
		{"rules": 3},
		{"rules": "brisk", "seats": 7},
		{"rules": "brisk", "seats": "many"},
		{"rules": "brisk", "friend": "1"},
	} {
		if _, err := ada.Slash(ctx, h.Channel, "rum new", options); refusedCode(err) != 50035 {
			t.Errorf("%v: %v", options, err)
		}
	}
}

func TestCompletionOffersWhatTheBotSays(t *testing.T) {
	s := start(t, discordsim.Options{Locales: map[string]string{"Ben": "de"}})
	h, b, ctx, ben := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ben")
	b.register()
	type result struct {
		choices []discord.Choice
		err     error
	}
	done := make(chan result, 1)
	go func() {
		choices, err := ben.Complete(ctx, h.Channel, "rum new", map[string]any{"note": "h"}, "note")
		done <- result{choices, err}
	}()
	in := b.next()
	if !strings.Contains(string(in.Data), `"focused":true`) {
		t.Errorf("%s", in.Data)
	}
	want(t, b.callback(in, `{"type":8,"data":{"choices":[`+numbered(26, `{"name":"n#","value":"v#"}`)+`]}}`), 400, 50035)
	want(t, b.callback(in, `{"type":4,"data":{"content":"x"}}`), 400, 50035)
	want(t, b.callback(in, `{"type":8,"data":{"choices":[{"name":"hand","name_localizations":{"de":"Hand"},"value":"h"}]}}`), 204, 0)
	got := <-done
	if diff := cmp.Diff([]discord.Choice{{Name: "Hand", Value: "h"}}, got.choices); diff != "" || got.err != nil {
		t.Error(diff, got.err)
	}
}
