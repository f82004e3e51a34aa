package discordsim_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// refusedFor is a request with the code that Discord gives for it and, for a form, the place and reason in the tree.
type refusedFor struct {
	name, method, path, body string
	status, code             int
	at, reason               string
}

// TestRequestsAreRefusedAsDiscordDoes sends what a bot might get wrong.
func TestRequestsAreRefusedAsDiscordDoes(t *testing.T) {
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Off: true}})
	h := s.Handshake()
	c := rawBot(t, s)
	messages := fmt.Sprintf("/channels/%s/messages", h.Channel)
	commands := fmt.Sprintf("/applications/%s/commands", h.Application)
	for _, one := range append(messageRefusals(messages), commandRefusals(commands)...) {
		t.Run(one.name, func(t *testing.T) {
			got := c.do(one.method, one.path, one.body)
			if got.status != one.status || got.code(t) != one.code {
				t.Fatalf("got %d %s, want %d with code %d", got.status, got.body, one.status, one.code)
			}
			if reason := reasonAt(t, got.body, one.at); reason != one.reason {
				t.Errorf("at %s: got %q in %s, want %q", one.at, reason, got.body, one.reason)
			}
		})
	}
	if left := c.do("GET", messages, ""); string(left.body) != "[]" {
		t.Errorf("a refused message was posted: %s", left.body)
	}
}

// reasonAt reads the first reason at a place of an error's tree.
func reasonAt(tb testing.TB, body []byte, at string) string {
	tb.Helper()
	if at == "" {
		return ""
	}
	var said struct {
		Errors json.RawMessage `json:"errors"`
	}
	if err := json.Unmarshal(body, &said); err != nil {
		tb.Fatal(err)
	}
	node := said.Errors
	for _, step := range strings.Split(at, ".") {
		var fields map[string]json.RawMessage
		if json.Unmarshal(node, &fields) != nil {
			return ""
		}
		node = fields[step]
	}
	var leaf struct {
		Reasons []struct {
			Code string `json:"code"`
		} `json:"_errors"`
	}
	if json.Unmarshal(node, &leaf) != nil || len(leaf.Reasons) == 0 {
		return ""
	}
	return leaf.Reasons[0].Code
}

func repeat(n int, one string) string {
	return strings.TrimSuffix(strings.Repeat(one+",", n), ",")
}

// numbered repeats a text with "#" replaced by 0, 1, …
func numbered(n int, one string) string {
	out := make([]string, n)
	for i := range out {
		out[i] = strings.ReplaceAll(one, "#", fmt.Sprint(i))
	}
	return strings.Join(out, ",")
}

// TestTheLargestMessageIsTaken: the limits refuse what is over them and nothing below.
func TestTheLargestMessageIsTaken(t *testing.T) {
	s := start(t, discordsim.Options{})
	h := s.Handshake()
	row := `{"type":1,"components":[` + numbered(3, `{"type":2,"style":1,"label":"x","custom_id":"ROW-#"}`) + `]}`
	rows := make([]string, 9)
	for i := range rows {
		rows[i] = strings.ReplaceAll(row, "ROW", fmt.Sprint(i))
	}
	text := `{"type":10,"content":"` + strings.Repeat("é", 1000) + `"}`
	body := `{"flags":32768,"components":[` + strings.Join(rows, ",") + `,` + repeat(4, text) + `]}`
	got := rawBot(t, s).do("POST", "/channels/"+h.Channel.String()+"/messages", body)
	m := decode[discord.Message](t, got)
	if got.status != 200 || len(m.Components) != 13 || m.Components[12].ID != 40 {
		t.Fatalf("got %d %s", got.status, got.body)
	}
}

// TestWhatIsJustAllowedIsTaken: beside what is refused stands what isn't.
func TestWhatIsJustAllowedIsTaken(t *testing.T) {
	s := start(t, discordsim.Options{})
	h := s.Handshake()
	c := rawBot(t, s)
	for _, body := range []string{
		`{"content":" x "}`,
		`{"content":" ","embeds":[{"description":"x"}]}`,
		`{"embeds":[{"image":{"url":"https://example.com/a.png"}}]}`,
		`{"content":"x","tts":true}`,
		`{"content":"x","tts":null,"sticker_ids":[]}`,
	} {
		if got := c.do("POST", "/channels/"+h.Channel.String()+"/messages", body); got.status != 200 {
			t.Errorf("%s: %d %s", body, got.status, got.body)
		}
	}
	commands := fmt.Sprintf("/applications/%s/commands", h.Application)
	body := `[{"name":"rum","description":"x","options":[{"type":3,"name":"card","description":"x","min_length":2,"max_length":2}]}]`
	if got := c.do("PUT", commands, body); got.status != 200 {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// TestAWrongMethodIsToldTheRightOnes: in the header Allow, on a path that is known under any.
func TestAWrongMethodIsToldTheRightOnes(t *testing.T) {
	s := start(t, discordsim.Options{})
	h := s.Handshake()
	c := rawBot(t, s)
	for path, want := range map[string]string{
		"/gateway/bot": "GET",
		fmt.Sprintf("/channels/%s/messages/1", h.Channel):              "GET, PATCH, DELETE",
		fmt.Sprintf("/applications/%s/commands", h.Application):        "GET, POST, PUT",
		fmt.Sprintf("/webhooks/%s/t/messages/@original", h.Channel):    "GET, PATCH, DELETE",
		fmt.Sprintf("/webhooks/%s/t/messages/%%40original", h.Channel): "GET, PATCH, DELETE",
	} {
		got := c.do("TRACE", path, "")
		if allow := got.header.Get("Allow"); got.status != 405 || allow != want || string(got.body) != `{"code":0,"message":"405: Method Not Allowed"}` {
			t.Errorf("%s: %d, Allow: %s, %s", path, got.status, allow, got.body)
		}
	}
	if got := c.do("TRACE", "/nothing", ""); got.status != 404 || got.header.Get("Allow") != "" {
		t.Errorf("%d, %v", got.status, got.header)
	}
}

func messageRefusals(messages string) []refusedFor {
	post := func(name, body, at, reason string) refusedFor {
		return refusedFor{name, "POST", messages, body, 400, 50035, at, reason}
	}
	v2 := func(components string) string { return `{"flags":32768,"components":[` + components + `]}` }
	row := func(inside string) string { return `{"type":1,"components":[` + inside + `]}` }
	v1 := func(inside string) string { return `{"content":"x","components":[` + row(inside) + `]}` }
	option := `{"label":"o","value":"v#"}`
	long := strings.Repeat("x", 101)
	return []refusedFor{
		{"empty", "POST", messages, `{}`, 400, 50006, "", ""},
		{"empty with V2", "POST", messages, `{"flags":32768}`, 400, 50006, "", ""},
		{"no JSON", "POST", messages, `{`, 400, 50109, "", ""},
		{"unknown channel", "POST", "/channels/1/messages", `{"content":"x"}`, 404, 10003, "", ""},
		{"unknown message", "PATCH", messages + "/1", `{"content":"x"}`, 404, 10008, "", ""},
		{"no route", "GET", "/nothing", ``, 404, 0, "", ""},
		{"wrong method", "PUT", messages, `[]`, 405, 0, "", ""},
		{"white space", "POST", messages, `{"content":" \n\t\u2003"}`, 400, 50006, "", ""},
		{"unknown sticker", "POST", messages, `{"content":"x","sticker_ids":["7"]}`, 400, 50081, "", ""},
		post("empty embed", `{"content":"x","embeds":[{"title":"x"},{"color":1}]}`, "embeds.1.description", "BASE_TYPE_REQUIRED"),
		post("embed with an empty title", `{"embeds":[{"title":"","fields":[]}]}`, "embeds.0.description", "BASE_TYPE_REQUIRED"),
		post("tts that is no boolean", `{"content":"x","tts":"yes"}`, "tts", "BOOLEAN_TYPE_CONVERT"),
		{"no snowflake", "GET", "/channels/abc", ``, 400, 50035, "channel_id", "NUMBER_TYPE_COERCE"},
		post("content too long", `{"content":"`+strings.Repeat("é", 2001)+`"}`, "content", "BASE_TYPE_MAX_LENGTH"),
		post("content no string", `{"content":{}}`, "content", "STRING_TYPE_CONVERT"),
		post("content with V2", `{"content":"x","flags":32768,"components":[{"type":10,"content":"x"}]}`, "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
		post("embed with V2", `{"embeds":[{"title":"x"}],"flags":32768,"components":[{"type":10,"content":"x"}]}`, "embeds", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
		post("V2 component without the flag", `{"components":[{"type":10,"content":"x"}]}`, "components.0.type", "UNION_TYPE_CHOICES"),
		post("button without a row", `{"flags":32768,"components":[{"type":2,"style":1,"label":"x","custom_id":"x"}]}`, "components.0.type", "UNION_TYPE_CHOICES"),
		post("six rows", `{"components":[`+numbered(6, row(`{"type":2,"style":1,"label":"x","custom_id":"c#"}`))+`]}`, "components", "BASE_TYPE_MAX_LENGTH"),
		post("six buttons", v1(numbered(6, `{"type":2,"style":1,"label":"x","custom_id":"c#"}`)), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
		post("empty row", v1(``), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
		post("41 components, nested ones counted", v2(numbered(20, row(`{"type":2,"style":1,"label":"x","custom_id":"c#"}`))+`,{"type":14}`), "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
		post("4001 characters in two texts", v2(`{"type":10,"content":"`+strings.Repeat("é", 2001)+`"},{"type":10,"content":"`+strings.Repeat("é", 2000)+`"}`), "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
		post("custom_id twice", v1(repeat(2, `{"type":2,"style":1,"label":"x","custom_id":"same"}`)), "components.0.components.1.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
		post("custom_id too long", v1(`{"type":2,"style":1,"label":"x","custom_id":"`+long+`"}`), "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
		post("custom_id missing", v1(`{"type":2,"style":1,"label":"x"}`), "components.0.components.0.custom_id", "BASE_TYPE_REQUIRED"),
		post("label too long", v1(`{"type":2,"style":1,"label":"`+long[:81]+`","custom_id":"x"}`), "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"),
		post("neither label nor emoji", v1(`{"type":2,"style":1,"custom_id":"x"}`), "components.0.components.0", "BUTTON_COMPONENT_REQUIRES_LABEL_OR_EMOJI"),
		post("link with custom_id", v1(`{"type":2,"style":5,"label":"x","url":"https://example.com","custom_id":"x"}`), "components.0.components.0.custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"),
		post("link to nowhere", v1(`{"type":2,"style":5,"label":"x","url":"javascript:x"}`), "components.0.components.0.url", "URL_TYPE_INVALID_SCHEME"),
		post("premium button with a label", v1(`{"type":2,"style":6,"sku_id":"7","label":"x"}`), "components.0.components.0.label", "BUTTON_COMPONENT_FIELD_NOT_ALLOWED"),
		post("ordinary button with a sku_id", v1(`{"type":2,"style":1,"label":"x","custom_id":"x","sku_id":"7"}`), "components.0.components.0.sku_id", "BUTTON_COMPONENT_FIELD_NOT_ALLOWED"),
		post("role as a person's default", v1(`{"type":5,"custom_id":"x","default_values":[{"id":"7","type":"role"}]}`), "components.0.components.0.default_values.0.type", "BASE_TYPE_CHOICES"),
		post("fewer defaults than needed", v1(`{"type":5,"custom_id":"x","min_values":2,"max_values":3,"default_values":[{"id":"7","type":"user"}]}`), "components.0.components.0.default_values", "BASE_TYPE_BAD_LENGTH"),
		post("unknown emoji", v1(`{"type":2,"style":1,"emoji":{"id":"7"},"custom_id":"x"}`), "components.0.components.0.emoji.id", "BUTTON_COMPONENT_INVALID_EMOJI"),
		post("emoji that is a word", v1(`{"type":2,"style":1,"emoji":{"name":"spade"},"custom_id":"x"}`), "components.0.components.0.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"),
		post("26 options", v1(`{"type":3,"custom_id":"x","options":[`+numbered(26, option)+`]}`), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
		post("no options", v1(`{"type":3,"custom_id":"x","options":[]}`), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
		post("option value twice", v1(`{"type":3,"custom_id":"x","options":[`+repeat(2, `{"label":"o","value":"v"}`)+`]}`), "components.0.components.0.options.1.value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
		post("option label too long", v1(`{"type":3,"custom_id":"x","options":[{"label":"`+long+`","value":"v"}]}`), "components.0.components.0.options.0.label", "BASE_TYPE_BAD_LENGTH"),
		post("more values than options", v1(`{"type":3,"custom_id":"x","max_values":2,"options":[{"label":"o","value":"v"}]}`), "components.0.components.0.max_values", "SELECT_COMPONENT_MAX_VALUES_GREATER_THAN_OPTIONS"),
		post("more values needed than allowed", v1(`{"type":3,"custom_id":"x","min_values":2,"options":[`+numbered(2, option)+`]}`), "components.0.components.0.min_values", "SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX"),
		post("select beside a button", v1(`{"type":3,"custom_id":"x","options":[{"label":"o","value":"v"}]},{"type":2,"style":1,"label":"x","custom_id":"y"}`), "components.0.components.0", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
		post("section without accessory", v2(`{"type":9,"components":[{"type":10,"content":"x"}]}`), "components.0.accessory", "BASE_TYPE_REQUIRED"),
		post("section with four texts", v2(`{"type":9,"accessory":{"type":2,"style":1,"label":"x","custom_id":"x"},"components":[`+repeat(4, `{"type":10,"content":"x"}`)+`]}`), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
		post("gallery of eleven", v2(`{"type":12,"items":[`+repeat(11, `{"media":{"url":"https://example.com/a.png"}}`)+`]}`), "components.0.items", "BASE_TYPE_BAD_LENGTH"),
		post("alt text too long", v2(`{"type":12,"items":[{"media":{"url":"https://example.com/a.png"},"description":"`+strings.Repeat("x", 1025)+`"}]}`), "components.0.items.0.description", "BASE_TYPE_BAD_LENGTH"),
		post("picture that isn't there", v2(`{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}`), "components.0.items.0.media.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"),
		post("attachment that isn't there", `{"content":"x","attachments":[{"id":"0"}]}`, "attachments.0.id", "ATTACHMENT_NOT_FOUND"),
		post("container in a container", v2(`{"type":17,"components":[{"type":17,"components":[{"type":10,"content":"x"}]}]}`), "components.0.components.0.type", "UNION_TYPE_CHOICES"),
		post("component id twice", v2(repeat(2, `{"type":10,"id":3,"content":"x"}`)), "components.1.id", "COMPONENT_ID_DUPLICATED"),
		post("mentions both ways", `{"content":"x","allowed_mentions":{"parse":["users"],"users":["1"]}}`, "allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"),
		post("nonce too long", `{"content":"x","nonce":"`+long[:26]+`"}`, "nonce", "BASE_TYPE_MAX_LENGTH"),
		post("answer to nothing", `{"content":"x","message_reference":{"message_id":"1"}}`, "message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE"),
	}
}

func commandRefusals(commands string) []refusedFor {
	put := func(name, body, at, reason string) refusedFor {
		return refusedFor{name, "PUT", commands, "[" + body + "]", 400, 50035, at, reason}
	}
	command := func(more string) string { return `{"name":"rum","description":"x"` + more + `}` }
	option := func(more string) string {
		return command(`,"options":[{"type":3,"name":"card","description":"x"` + more + `}]`)
	}
	second := `,"options":[{"type":3,"name":"card","description":"x","name_localizations":{"de":"karte"}},{"type":3,"name":"meld","description":"x","name_localizations":{"de":"NAME"}}]`
	choices := numbered(25, `{"name":"`+strings.Repeat("y", 95)+`#","value":"`+strings.Repeat("z", 95)+`#"}`)
	big := `,"options":[` + numbered(2, `{"type":3,"name":"o#","description":"x","choices":[CHOICES]}`) + `]`
	return []refusedFor{
		{"another application", "GET", "/applications/1/commands", ``, 403, 20012, "", ""},
		{"unknown command", "GET", commands + "/1", ``, 404, 10063, "", ""},
		put("name in capitals", `{"name":"Rum","description":"x"}`, "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
		put("name with a space", `{"name":"a rum","description":"x"}`, "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
		put("name in parts", `{"name":"e\u0301te","description":"x"}`, "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
		put("name too long", `{"name":"`+strings.Repeat("a", 33)+`","description":"x"}`, "0.name", "BASE_TYPE_BAD_LENGTH"),
		put("no description", `{"name":"rum"}`, "0.description", "BASE_TYPE_REQUIRED"),
		put("description too long", `{"name":"rum","description":"`+strings.Repeat("é", 101)+`"}`, "0.description", "BASE_TYPE_BAD_LENGTH"),
		put("unknown locale", command(`,"name_localizations":{"es":"ron"}`), "0.name_localizations.es", "ENUM_TYPE_COERCE"),
		put("translated name in capitals", command(`,"name_localizations":{"de":"Rum"}`), "0.name_localizations.de", "APPLICATION_COMMAND_INVALID_NAME"),
		put("translated description too long", command(`,"description_localizations":{"de":"`+strings.Repeat("x", 101)+`"}`), "0.description_localizations.de", "BASE_TYPE_BAD_LENGTH"),
		put("two of a name", command("")+","+command(""), "1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
		put("26 options", command(`,"options":[`+numbered(26, `{"type":3,"name":"o#","description":"x"}`)+`]`), "0.options", "BASE_TYPE_MAX_LENGTH"),
		put("option name twice", command(`,"options":[`+repeat(2, `{"type":3,"name":"o","description":"x"}`)+`]`), "0.options.1.name", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED"),
		put("translated like another's default", command(strings.Replace(second, "NAME", "card", 1)), "0.options.1.name_localizations.de", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED"),
		put("translated like another's translation", command(strings.Replace(second, "NAME", "karte", 1)), "0.options.1.name_localizations.de", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED"),
		put("required after optional", command(`,"options":[{"type":3,"name":"a","description":"x"},{"type":3,"name":"b","description":"x","required":true}]`), "0.options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"),
		put("subcommand beside an option", command(`,"options":[{"type":1,"name":"a","description":"x"},{"type":3,"name":"b","description":"x"}]`), "0.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
		put("subcommand in a subcommand", command(`,"options":[{"type":1,"name":"a","description":"x","options":[{"type":1,"name":"b","description":"x"}]}]`), "0.options.0.options.0.type", "BASE_TYPE_CHOICES"),
		put("texts without length", option(`,"max_length":0`), "0.options.0.max_length", "NUMBER_TYPE_MIN"),
		put("26 choices", option(`,"choices":[`+numbered(26, `{"name":"c#","value":"v#"}`)+`]`), "0.options.0.choices", "BASE_TYPE_MAX_LENGTH"),
		put("choices and completion", option(`,"autocomplete":true,"choices":[{"name":"c","value":"v"}]`), "0.options.0.choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE"),
		put("choice of another type", command(`,"options":[{"type":4,"name":"n","description":"x","choices":[{"name":"c","value":"v"}]}]`), "0.options.0.choices.0.value", "NUMBER_TYPE_COERCE"),
		put("longer than it may be", option(`,"min_length":3,"max_length":2`), "0.options.0.min_length", "APPLICATION_COMMAND_OPTIONS_MIN_LENGTH_GREATER_THAN_MAX"),
		put("completion of a person", command(`,"options":[{"type":6,"name":"n","description":"x","autocomplete":true}]`), "0.options.0.autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID"),
		put("more than 8000 characters", command(strings.ReplaceAll(big, "CHOICES", choices)), "0", "APPLICATION_COMMAND_TOO_LARGE"),
	}
}
