package discordsim_test

import (
	"fmt"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
)

// TestFiltersRefuseMessagesForTheirWords: new ones and edits, by the bot's token and by interactions',
// wherever the word stands. What is refused changes nothing, and what only one person sees isn't filtered.
func TestFiltersRefuseMessagesForTheirWords(t *testing.T) {
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Off: true}})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	room := "/channels/" + h.Channel.String() + "/messages"
	here := decode[struct{ ID string }](t, b.do("POST", room, `{"content":"Barnacle"}`)).ID
	if err := s.Moderate(h.Guild, discordsim.Filter{Code: discordsim.BlockedByAutoMod, Words: []string{"barnacle"}},
		discordsim.Filter{Code: discordsim.BlockedHarmfulURL, Words: []string{"wreck.example"}}); err != nil {
		t.Fatal(err)
	}
	for word, code := range map[string]int{"a BARNACLE": 200000, "http://wreck.example/x": 240000} {
		for _, body := range []string{
			fmt.Sprintf(`{"content":"%s"}`, word),
			fmt.Sprintf(`{"embeds":[{"description":"%s"}]}`, word),
			fmt.Sprintf(`{"flags":32768,"components":[{"type":10,"content":"%s"}]}`, word),
			fmt.Sprintf(`{"content":"x","components":[{"type":1,"components":[{"type":2,"style":1,"label":"%s","custom_id":"x"}]}]}`, word),
			fmt.Sprintf(`{"content":"x","components":[{"type":1,"components":[{"type":3,"custom_id":"x","options":[{"label":"%s","value":"x"}]}]}]}`, word),
		} {
			want(t, b.do("POST", room, body), 400, code)
		}
		want(t, b.upload("POST", room, fmt.Sprintf(`{"flags":32768,"components":[{"type":12,"items":[{"media":{"url":"attachment://a.png"},"description":"%s"}]}],"attachments":[{"id":"0","filename":"a.png"}]}`, word), picture(t, 3)), 400, code)
		want(t, b.do("PATCH", room+"/"+here, fmt.Sprintf(`{"content":"%s"}`, word)), 400, code)

		in, end := b.slash(ctx, ada, h.Channel)
		want(t, b.callback(in, fmt.Sprintf(`{"type":4,"data":{"content":"%s"}}`, word)), 400, code)
		want(t, b.callback(in, fmt.Sprintf(`{"type":4,"data":{"content":"%s","flags":64}}`, word)), 204, 0)
		end(t)
		want(t, b.hook("POST", "", in, fmt.Sprintf(`{"content":"%s"}`, word)), 400, code)
		want(t, b.hook("POST", "", in, `{"content":"x"}`), 200, 0)
		want(t, b.do("POST", room[:len(room)-len("/messages")]+"/threads", fmt.Sprintf(`{"name":"%s","type":11}`, word)), 400, 200001)
	}
	if _, err := s.Person("Ben").Say(ctx, h.Channel, "barnacle"); refusedCode(err) != 200000 {
		t.Errorf("by somebody: %v", err)
	}
	if _, err := ada.Say(ctx, h.Channel, "barnacle"); err != nil {
		t.Errorf("by somebody who may manage the server: %v", err)
	}
	want(t, b.do("PATCH", room+"/"+here, `{"content":"other"}`), 200, 0)
	if err := s.Moderate(h.Guild); err != nil {
		t.Fatal(err)
	}
	want(t, b.do("POST", room, `{"content":"barnacle"}`), 200, 0)
	if s.Moderate(1) == nil {
		t.Error("a server that isn't there has filters")
	}
}
