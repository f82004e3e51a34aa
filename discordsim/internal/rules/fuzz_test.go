package rules_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// spade is the one emoji that the application of these tests has.
func spade(id discord.ID) (discord.Emoji, bool) {
	return discord.Emoji{ID: 7, Name: "spade"}, id == 7
}

// anybody knows every id but 1.
func anybody(_ int, id string) bool { return id != "1" }

// form reads a JSON text; false means that it is none.
func form(text []byte) (rules.Form, bool) {
	body, err := rules.ParseBody(text)
	return rules.NewForm(body), err == nil
}

// told says whether a refusal's body is JSON with a tree of faults in it, as a form's is.
func told(t *testing.T, r *rules.Refusal) {
	t.Helper()
	var said struct {
		Code   int             `json:"code"`
		Errors json.RawMessage `json:"errors"`
	}
	if err := json.Unmarshal(r.Body(), &said); err != nil || said.Code != int(r.Code) {
		t.Errorf("%s: %v", r.Body(), err)
	}
	if (r.Code == rules.InvalidForm) != (len(said.Errors) > 2) {
		t.Errorf("code %d with the tree %s", r.Code, said.Errors)
	}
}

var messageSeeds = []string{
	`{"content":"hello","embeds":[{"title":"a","fields":[{"name":"n","value":"v"}],"footer":{"text":"f"}}],"tts":true}`,
	`{"flags":32768,"components":[{"type":10,"content":"a"},{"type":14,"divider":false,"spacing":2},{"type":17,"accent_color":255,"spoiler":true,"components":[{"type":10,"content":"b"}]}]}`,
	`{"flags":32768,"components":[{"type":12,"items":[{"media":{"url":"attachment://a.png"},"description":"alt"}]},{"type":13,"file":{"url":"attachment://p0.png"}}],"attachments":[{"id":"0","filename":"a.png"},{"id":"9","description":"kept"}]}`,
	`{"flags":32768,"components":[{"type":9,"components":[{"type":10,"content":"x"}],"accessory":{"type":11,"media":{"url":"https://example.com/a.png"}}}]}`,
	`{"content":"x","components":[{"type":1,"components":[{"type":2,"style":1,"label":"B","custom_id":"b","emoji":{"id":"7"}},{"type":2,"style":5,"url":"https://example.com","emoji":{"name":"♠"}},{"type":2,"style":6,"sku_id":"5"}]}]}`,
	`{"content":"x","components":[{"type":1,"components":[{"type":3,"custom_id":"s","min_values":0,"max_values":2,"options":[{"label":"a","value":"a","default":true},{"label":"b","value":"b","emoji":{"name":"♥"}}]}]}]}`,
	`{"content":"x","components":[{"type":1,"id":4,"components":[{"type":8,"custom_id":"c","channel_types":[0,1],"default_values":[{"id":"3","type":"channel"}]}]}]}`,
	`{"content":"<@3> @everyone","allowed_mentions":{"parse":["roles"],"users":["3"]},"nonce":5,"sticker_ids":["1"],"poll":{}}`,
	`{"components":[{"type":1,"components":[]}],"embeds":{},"attachments":[{}],"flags":"no","content":null}`,
	`[]`, `null`, `{"components":[[[[]]]]}`,
}

// FuzzMessage: whatever a request says, it is taken within the documented limits or refused with a reason, and what was
// taken is taken again as it is.
func FuzzMessage(f *testing.F) {
	for i, seed := range messageSeeds {
		f.Add([]byte(seed), i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, text []byte, edit bool) {
		asked, ok := form(text)
		if !ok {
			return
		}
		have := rules.Draft{}
		terms := rules.Terms{Flags: rules.AnswerFlags, Edit: edit, Emojis: spade, After: later}
		if edit {
			terms.Flags = rules.EditFlags
			have = rules.Draft{Content: "old", Files: []rules.MessageFile{{ID: 9, Name: "old.png"}}}
		}
		uploads := []rules.Upload{{Number: 0, Name: "p0.png"}, {Number: 1, Name: `C:\x y.png`}}
		d, refused := rules.Compose(have, asked, uploads, terms)
		if refused != nil {
			told(t, refused)
			return
		}
		checkDraft(t, d)
		again := rules.NewForm(parsed(t, discord.Encode(map[string]any{"components": reread(d.Components), "content": d.Content, "flags": d.Flags})))
		same, refused := rules.Compose(d, again, nil, rules.Terms{Flags: -1, Edit: true, Emojis: spade, After: later})
		if len(d.Embeds)+len(d.Files) > 0 {
			return // these are given otherwise than they are kept
		}
		if refused != nil {
			t.Fatalf("taken once, then refused: %s", refused.Body())
		}
		if diff := cmp.Diff(discord.Encode(d.Components), discord.Encode(same.Components)); diff != "" {
			t.Error(diff)
		}
	})
}

// reread are components as a request may say them: what only Discord adds is left out.
func reread(list []discord.Component) any {
	var strip func(v any) any
	strip = func(v any) any {
		switch v := v.(type) {
		case []any:
			for i := range v {
				v[i] = strip(v[i])
			}
		case map[string]any:
			for key, value := range v {
				if v[key] = strip(value); value == nil {
					delete(v, key)
				}
			}
		}
		return v
	}
	body, err := rules.ParseBody(discord.Encode(list))
	if err != nil || list == nil {
		return []any{}
	}
	return strip(body)
}

func parsed(t *testing.T, text []byte) any {
	t.Helper()
	body, err := rules.ParseBody(text)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// checkDraft counts by itself, from Discord's documentation.
func checkDraft(t *testing.T, d rules.Draft) {
	t.Helper()
	v2 := d.Flags&discord.FlagComponentsV2 != 0
	if n := utf8.RuneCountInString(d.Content); n > 2000 || v2 && n > 0 {
		t.Errorf("%d characters of content, V2 is %v", n, v2)
	}
	if len(d.Embeds) > 10 || len(d.Files) > 10 || v2 && len(d.Embeds) > 0 {
		t.Errorf("%d embeds, %d files", len(d.Embeds), len(d.Files))
	}
	checkParts(t, d.Components, v2)
	if !v2 && strings.TrimSpace(d.Content) == "" && len(d.Embeds)+len(d.Files) == 0 || v2 && len(d.Components) == 0 {
		// A poll makes a message of nothing else; the simulator keeps none.
		t.Logf("a message with nothing to see")
	}
	for _, file := range d.Files {
		if file.Name == "" || len(file.Name) > 260 || strings.ContainsAny(file.Name, "/\\ ") {
			t.Errorf("a file called %q", file.Name)
		}
	}
}

func checkParts(t *testing.T, list []discord.Component, v2 bool) {
	t.Helper()
	if !v2 && len(list) > 5 {
		t.Errorf("%d rows", len(list))
	}
	count, text, ids, customs := 0, 0, map[int]bool{}, map[string]bool{}
	for c := range discord.EveryComponent(list) {
		count++
		text += utf8.RuneCountInString(c.Content)
		if ids[c.ID] || c.ID <= 0 {
			t.Errorf("component id %d twice", c.ID)
		}
		if ids[c.ID] = true; c.CustomID == "" {
			continue
		}
		if customs[c.CustomID] || utf8.RuneCountInString(c.CustomID) > 100 {
			t.Errorf("custom id %q", c.CustomID)
		}
		customs[c.CustomID] = true
		if c.IsSelect() && (*c.MinValues < 0 || *c.MinValues > *c.MaxValues || *c.MaxValues > 25 || len(c.Options) > 25) {
			t.Errorf("a select of %d to %d out of %d", *c.MinValues, *c.MaxValues, len(c.Options))
		}
	}
	if count > 40 || text > 4000 {
		t.Errorf("%d components, %d characters", count, text)
	}
}

// TestTheSeedsAreTaken: what fuzzing starts from is not all refused, or it would prove nothing.
func TestTheSeedsAreTaken(t *testing.T) {
	for _, seed := range messageSeeds[:7] {
		asked, _ := form([]byte(seed))
		have := rules.Draft{Files: []rules.MessageFile{{ID: 9, Name: "old.png"}}}
		if _, refused := rules.Compose(have, asked, []rules.Upload{{Name: "p0.png"}, {Number: 1, Name: "p0.png"}}, rules.Terms{Flags: rules.AnswerFlags, Emojis: spade, After: later}); refused != nil {
			t.Errorf("%s: %s", seed, refused.Body())
		}
	}
	for _, seed := range commandSeeds[:4] {
		if made, refused := rules.ReadCommands(parsed(t, []byte(seed)), 5, 0); refused != nil || len(made) == 0 {
			t.Errorf("%s: %s", seed, refused.Body())
		}
	}
	for i, seed := range modalSeeds[:3] {
		asked, _ := form([]byte(seed))
		m := rules.ReadModal(asked, spade)
		said, _ := form([]byte(answerSeeds[min(i, 1)]))
		if rules.Fill(m, said, func(int, string) bool { return true }); asked.Refusal() != nil || i != 1 && said.Refusal() != nil {
			t.Errorf("%s: %s", seed, discord.Encode(m))
		}
	}
}

var commandSeeds = []string{
	`[{"name":"rum","description":"x","contexts":[0],"options":[{"type":1,"name":"new","description":"x","options":[{"type":3,"name":"rules","description":"x","required":true,"choices":[{"name":"Brisk","value":"brisk"}]},{"type":4,"name":"seats","description":"x","min_value":2,"max_value":6}]}]}]`,
	`[{"name":"a","description":"x","name_localizations":{"de":"b"},"default_member_permissions":"32","dm_permission":false,"nsfw":true},{"type":2,"name":"Look at"}]`,
	`[{"name":"o","description":"x","options":[{"type":2,"name":"g","description":"x","options":[{"type":1,"name":"s","description":"x"}]}]}]`,
	`[{"name":"n","description":"x","options":[{"type":10,"name":"p","description":"x","choices":[{"name":"half","value":0.5}]},{"type":3,"name":"q","description":"x","min_length":1,"max_length":3,"autocomplete":true},{"type":7,"name":"r","description":"x","channel_types":[0]}]}]`,
	`[{"name":"x"},{"name":"x"},3,{"options":[{"type":1,"options":[{"type":1}]}]}]`, `{}`, `null`, `[]`,
}

// FuzzCommands: a list of commands is taken within the documented limits or refused with a reason, and what was taken is
// taken again as it is.
func FuzzCommands(f *testing.F) {
	for _, seed := range commandSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		body, err := rules.ParseBody(text)
		if err != nil {
			return
		}
		made, refused := rules.ReadCommands(body, 5, 0)
		if refused != nil {
			told(t, refused)
			return
		}
		names := map[string]bool{}
		for _, c := range made {
			if n := utf8.RuneCountInString(c.Name); n < 1 || n > 32 || names[c.Name] && c.Type == 1 && len(made) == 1 {
				t.Errorf("a command called %q", c.Name)
			}
			names[c.Name] = true
			checkOptions(t, c.Options, 0)
			same := rules.ReadChanges(rules.NewForm(nil), c)
			if diff := cmp.Diff(discord.Encode(c), discord.Encode(same)); diff != "" {
				t.Error(diff)
			}
		}
		again, refused := rules.ReadCommands(parsed(t, discord.Encode(append([]*discord.Command{}, made...))), 5, 0)
		if refused != nil {
			t.Fatalf("taken once, then refused: %s", refused.Body())
		}
		if !bytes.Equal(discord.Encode(made), discord.Encode(again)) {
			t.Errorf("%s became %s", discord.Encode(made), discord.Encode(again))
		}
	})
}

func checkOptions(t *testing.T, options []discord.CommandOption, depth int) {
	t.Helper()
	if len(options) > 25 || depth > 2 {
		t.Errorf("%d options, %d deep", len(options), depth)
	}
	names := map[string]bool{}
	for _, o := range options {
		if names[o.Name] || o.Name != strings.ToLower(o.Name) || len(o.Choices) > 25 || o.Autocomplete && len(o.Choices) > 0 {
			t.Errorf("%+v", o)
		}
		names[o.Name] = true
		checkOptions(t, o.Options, depth+1)
	}
}

var modalSeeds = []string{
	`{"custom_id":"m","title":"T","components":[{"type":10,"content":"How much?"},{"type":18,"label":"Pips","description":"a number","component":{"type":4,"custom_id":"p","style":1,"value":"24","min_length":1,"max_length":4}}]}`,
	`{"custom_id":"m","title":"T","components":[{"type":1,"components":[{"type":4,"custom_id":"p","style":2,"label":"L","required":false}]}]}`,
	`{"custom_id":"m","title":"T","components":[{"type":18,"label":"One","component":{"type":21,"custom_id":"one","options":[{"label":"a","value":"a"},{"label":"b","value":"b","default":true}]}},{"type":18,"label":"Some","component":{"type":22,"custom_id":"some","min_values":2,"options":[{"label":"a","value":"a"},{"label":"b","value":"b"}]}},{"type":18,"label":"Sure","component":{"type":23,"custom_id":"sure","default":true}},{"type":18,"label":"Who","component":{"type":7,"custom_id":"who","required":false,"min_values":0,"default_values":[{"id":"3","type":"user"}]}}]}`,
	`{"custom_id":"m","title":"T","components":[{"type":1,"components":[{"type":2}]},{"type":18,"component":{"type":18}}]}`,
}

var answerSeeds = []string{
	`{"components":[{"type":18,"component":{"type":4,"custom_id":"p","value":"12"}}]}`,
	`{"components":[{"type":1,"components":[{"custom_id":"p","value":5}]},{"custom_id":"sure","value":true},{"custom_id":"one","value":"b"},{"custom_id":"some","values":["a","b"]},{"custom_id":"who","values":["3"]}]}`,
	`{"components":{}}`, `{"components":[{"components":[{"components":[3]}]}]}`,
}

// FuzzModal: a modal, and what a person puts into it, are taken within the documented limits or refused with a reason; a
// modal that was taken is taken again as it is.
func FuzzModal(f *testing.F) {
	for _, modal := range modalSeeds {
		for _, answers := range answerSeeds {
			f.Add([]byte(modal), []byte(answers))
		}
	}
	f.Fuzz(func(t *testing.T, modal, answers []byte) {
		asked, ok := form(modal)
		if !ok {
			return
		}
		m := rules.ReadModal(asked, spade)
		if refused := asked.Refusal(); refused != nil {
			told(t, refused)
			return
		}
		if n := utf8.RuneCountInString(m.Title); n < 1 || n > 45 || len(m.Components) < 1 {
			t.Errorf("a modal called %q with %d parts", m.Title, len(m.Components))
		}
		checkParts(t, m.Components, false)
		again := rules.NewForm(parsed(t, discord.Encode(map[string]any{"custom_id": m.CustomID, "title": m.Title, "components": reread(m.Components)})))
		if same := rules.ReadModal(again, spade); again.Refusal() != nil || !bytes.Equal(discord.Encode(m), discord.Encode(same)) {
			t.Errorf("%s became %s", discord.Encode(m), discord.Encode(same))
		}
		said, ok := form(answers)
		if !ok {
			return
		}
		parts, named := rules.Fill(m, said, anybody)
		if refused := said.Refusal(); refused != nil {
			told(t, refused)
			return
		}
		if len(parts) != len(m.Components) {
			t.Errorf("%d parts of %d", len(parts), len(m.Components))
		}
		for _, n := range named {
			if !anybody(n.Select, n.ID) {
				t.Errorf("%+v does not exist", n)
			}
		}
	})
}

// FuzzOptions: what a person says with a command fits the command, or is refused with a reason.
func FuzzOptions(f *testing.F) {
	for _, command := range commandSeeds {
		f.Add([]byte(command), []byte(`{"options":[{"type":1,"name":"new","options":[{"type":3,"name":"rules","value":"brisk","focused":true},{"name":"seats","value":3}]}]}`), true)
		f.Add([]byte(command), []byte(`{"options":[{"name":"p","value":0.5},{"name":"q","value":"xyz","focused":true},{"name":"r","value":"3"}]}`), false)
	}
	f.Fuzz(func(t *testing.T, commands, said []byte, completing bool) {
		body, err := rules.ParseBody(commands)
		if err != nil {
			return
		}
		made, refused := rules.ReadCommands(body, 5, 0)
		if refused != nil || len(made) == 0 {
			return
		}
		f, ok := form(said)
		if !ok {
			return
		}
		got := rules.ReadOptions(made[0], f, completing, anybody)
		if refused := f.Refusal(); refused != nil {
			told(t, refused)
			return
		}
		if !strings.HasPrefix(got.Name, made[0].Name) || completing != (got.Completed != 0) || len(got.Options) > 25 {
			t.Errorf("%+v", got)
		}
	})
}

// later is the time of the end of every poll.
func later(int64) string { return "2026-12-01T00:00:00Z" }
