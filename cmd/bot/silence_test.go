package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// A sending is what a request says of a message that it makes.
type sending struct {
	Flags   int    `json:"flags"`
	Content string `json:"content"`
	Allowed struct {
		Users []string `json:"users"`
	} `json:"allowed_mentions"`
	Payload json.RawMessage `json:"payload_json"` // of one with files
}

// loud lists the messages for all that a bot made which are neither silent nor calls: those say in words whom they notify.
func loud(sent []wirelog.Exchange) (found []string) {
	for _, e := range sent {
		m, makes := madeBy(e)
		isCall := m.Content != "" && len(m.Allowed.Users) > 0 && strings.Contains(m.Content, "<@"+m.Allowed.Users[0]+">")
		if makes && !isCall && m.Flags&(discord.FlagSilent|discord.FlagEphemeral) == 0 {
			found = append(found, fmt.Sprintf("%s %s %s", e.Method, e.Path, e.Body))
		}
	}
	return found
}

// madeBy is the message that a request makes; false where it makes none. A promise of an answer makes one too.
func madeBy(e wirelog.Exchange) (m sending, makes bool) {
	if e.Kind != "rest" || e.Method != http.MethodPost || json.Unmarshal(e.Body, &m) != nil {
		return m, false
	}
	body := e.Body
	if m.Payload != nil {
		body = m.Payload
	}
	if strings.Contains(e.Path, "/callback") {
		var answer struct {
			Type int             `json:"type"`
			Data json.RawMessage `json:"data"`
		}
		if json.Unmarshal(body, &answer) != nil || answer.Type != 4 && answer.Type != 5 {
			return m, false
		}
		body = answer.Data
	} else if !strings.HasPrefix(e.Path, "/webhooks/") && !strings.HasSuffix(e.Path, "/messages") {
		return m, false
	}
	m = sending{}
	return m, len(body) == 0 || json.Unmarshal(body, &m) == nil
}

// TestALoudMessageIsFound is the control of what holds at the end of every script: whatever doesn't call is silent.
func TestALoudMessageIsFound(t *testing.T) {
	const messages, answer, followUp = "/channels/1/messages", "/interactions/1/…/callback?with_response=true", "/webhooks/1/…"
	for _, c := range []struct {
		path, body string
		loud       bool
	}{
		{messages, `{"flags":36864}`, false},
		{messages, `{"flags":32768}`, true},
		{messages, `{"payload_json":{"flags":36864},"files":[]}`, false},
		{messages, `{"payload_json":{"flags":0},"files":[]}`, true},
		{messages, `{"content":"<@7> it is your turn","allowed_mentions":{"users":["7"]}}`, false},
		{messages, `{"content":"<@7> it is your turn","allowed_mentions":{"users":[]}}`, true},
		{messages, `{"content":"it is your turn","allowed_mentions":{"users":["7"]}}`, true},
		{messages, `{"flags":32768,"components":[{"content":"<@7>"}],"allowed_mentions":{"users":["7"]}}`, true},
		{answer, `{"type":4,"data":{"flags":32832}}`, false},
		{answer, `{"type":4,"data":{"flags":36864}}`, false},
		{answer, `{"type":4,"data":{"flags":32768}}`, true},
		{answer, `{"type":5}`, true},
		{answer, `{"type":5,"data":{"flags":4096}}`, false},
		{answer, `{"type":7,"data":{"flags":32768}}`, false},
		{followUp, `{"flags":32768}`, true},
		{followUp, `{"flags":32832}`, false},
	} {
		e := wirelog.Exchange{Kind: "rest", Method: http.MethodPost, Path: c.path, Body: json.RawMessage(c.body)}
		if found := loud([]wirelog.Exchange{e}); (len(found) > 0) != c.loud {
			t.Errorf("POST %s %s is called loud: %q", c.path, c.body, found)
		}
	}
}
