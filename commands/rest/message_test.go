package rest_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

func TestAttachmentsAreFoundInEveryPartOfAMessage(t *testing.T) {
	const wire = `{"id":"9","channel_id":"5","flags":32768,"content":"",
		"attachments":[{"id":"1","filename":"plain.png"}],
		"components":[
			{"type":12,"items":[
				{"media":{"url":"https://cdn.test/attachments/5/2/ab.png?ex=1&is=2","attachment_id":"2"}},
				{"media":{"url":"https://elsewhere.test/x.png"}}]},
			{"type":17,"components":[
				{"type":9,"components":[{"type":10,"content":"x"}],"accessory":{"type":11,"media":{"url":"https://cdn.test/a/cd.png","attachment_id":"3"}}},
				{"type":13,"file":{"url":"https://cdn.test/a/ef.txt","attachment_id":"4"}},
				{"type":12,"items":[{"media":{"url":"https://cdn.test/a/ab.png","attachment_id":"2"}}]}]},
			{"type":1,"components":[{"type":2,"custom_id":"x"}]}]}`
	want := rest.Message{ID: "9", ChannelID: "5", Flags: 32768, Attachments: []rest.Attachment{
		{ID: "1", Name: "plain.png"}, {ID: "2", Name: "ab.png"}, {ID: "3", Name: "cd.png"}, {ID: "4", Name: "ef.txt"},
	}}
	var got rest.Message
	if err := json.Unmarshal([]byte(wire), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
