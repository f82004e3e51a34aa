package rest_test

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

// sent makes one call and gives the JSON that Discord got, with its files.
func sent(t *testing.T, call func(*rest.Client) error) (object any, files map[string]string) {
	t.Helper()
	c, d := onSocket(t, func(_ int, w http.ResponseWriter, _ request) { ok(w) })
	if err := call(c); err != nil {
		t.Fatal(err)
	}
	got := d.requests()[0]
	body := got.Body
	if kind, params, _ := mime.ParseMediaType(got.ContentType); kind == "multipart/form-data" {
		files = map[string]string{}
		form := multipart.NewReader(strings.NewReader(body), params["boundary"])
		for {
			part, err := form.NextPart()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(part)
			if err != nil {
				t.Fatal(err)
			}
			if part.FormName() == "payload_json" {
				body = string(data)
				continue
			}
			files[part.FormName()] = part.FileName() + " " + part.Header.Get("Content-Type") + " " + string(data)
		}
	}
	if err := json.Unmarshal([]byte(body), &object); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	return object, files
}

func parse(t *testing.T, text string) (v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestEveryMessageSaysWhomItMentions(t *testing.T) {
	text := func(body string) rest.Payload { return rest.Payload{Body: json.RawMessage(body)} }
	for name, tc := range map[string]struct {
		call func(*rest.Client) error
		want string
	}{
		"create": {func(c *rest.Client) error {
			_, err := c.CreateMessage(t.Context(), "5", "n1", text(`{"content":"hi @everyone"}`))
			return err
		}, `{"content":"hi @everyone","allowed_mentions":{"parse":[]},"nonce":"n1","enforce_nonce":true}`},
		"edit": {func(c *rest.Client) error {
			_, err := c.EditMessage(t.Context(), "5", "9", text(`{}`))
			return err
		}, `{"allowed_mentions":{"parse":[]}}`},
		"null means everybody, so it is replaced": {func(c *rest.Client) error {
			_, err := c.EditMessage(t.Context(), "5", "9", text(`{"allowed_mentions":null,"content":"x"}`))
			return err
		}, `{"allowed_mentions":{"parse":[]},"content":"x"}`},
		"the caller's own stay": {func(c *rest.Client) error {
			_, err := c.EditMessage(t.Context(), "5", "9", text(`{"content":"\\\",","allowed_mentions":{"users":["7"]}}`))
			return err
		}, `{"content":"\\\",","allowed_mentions":{"users":["7"]}}`},
		"a deeper one doesn't count": {func(c *rest.Client) error {
			_, err := c.FollowUp(t.Context(), "1", ixToken, text(`{"components":[{"allowed_mentions":1}]}`))
			return err
		}, `{"components":[{"allowed_mentions":1}],"allowed_mentions":{"parse":[]}}`},
		"answer": {func(c *rest.Client) error {
			_, err := c.Respond(t.Context(), "3", ixToken, text(`{"type":4,"data":{"content":"x"}}`), false)
			return err
		}, `{"type":4,"data":{"content":"x","allowed_mentions":{"parse":[]}}}`},
		"update": {func(c *rest.Client) error {
			_, err := c.Respond(t.Context(), "3", ixToken, text(`{"data":{"flags":64},"type":7}`), false)
			return err
		}, `{"type":7,"data":{"flags":64,"allowed_mentions":{"parse":[]}}}`},
		"a list of choices isn't a message": {func(c *rest.Client) error {
			_, err := c.Respond(t.Context(), "3", ixToken, text(`{"type":8,"data":{"choices":[]}}`), false)
			return err
		}, `{"type":8,"data":{"choices":[]}}`},
		"original": {func(c *rest.Client) error {
			_, err := c.EditOriginal(t.Context(), "1", ixToken, text(`{"flags":32768}`))
			return err
		}, `{"flags":32768,"allowed_mentions":{"parse":[]}}`},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := sent(t, tc.call)
			if diff := cmp.Diff(parse(t, tc.want), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFilesGoWithAltTextBesideThoseKept(t *testing.T) {
	payload := rest.Payload{
		Body: json.RawMessage(`{"attachments":[{"id":"77"}],"flags":32768}`),
		Files: []rest.File{
			{Name: "ab12.png", Description: `up-card: "ten" of clubs`, ContentType: "image/png", Data: []byte("one")},
			{Name: "cd34.png", ContentType: "image/png", Data: []byte("two")},
		},
	}
	got, files := sent(t, func(c *rest.Client) error {
		_, err := c.EditMessage(t.Context(), "5", "9", payload)
		return err
	})
	want := parse(t, `{"flags":32768,"allowed_mentions":{"parse":[]},"attachments":[{"id":"77"},
		{"id":"0","filename":"ab12.png","description":"up-card: \"ten\" of clubs"},{"id":"1","filename":"cd34.png"}]}`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	wantFiles := map[string]string{"files[0]": "ab12.png image/png one", "files[1]": "cd34.png image/png two"}
	if diff := cmp.Diff(wantFiles, files); diff != "" {
		t.Error(diff)
	}

	callback := rest.Payload{
		Body:  map[string]any{"type": 4, "data": map[string]any{"flags": 64}},
		Files: []rest.File{{Name: "a.png", Description: "your hand", ContentType: "image/png", Data: []byte("x")}},
	}
	got, _ = sent(t, func(c *rest.Client) error {
		_, err := c.Respond(t.Context(), "3", ixToken, callback, false)
		return err
	})
	want = parse(t, `{"type":4,"data":{"flags":64,"allowed_mentions":{"parse":[]},
		"attachments":[{"id":"0","filename":"a.png","description":"your hand"}]}}`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPayloadsThatCannotBeSentAreRefused(t *testing.T) {
	c, d := onSocket(t, func(_ int, w http.ResponseWriter, _ request) { ok(w) })
	many := rest.Payload{Body: json.RawMessage(`{}`), Files: make([]rest.File, 11)}
	for name, call := range map[string]func() error{
		"list":     func() error { _, err := c.FollowUp(t.Context(), "1", "t", rest.Payload{Body: []int{1}}); return err },
		"nil":      func() error { _, err := c.FollowUp(t.Context(), "1", "t", rest.Payload{}); return err },
		"not JSON": func() error { _, err := c.FollowUp(t.Context(), "1", "t", rest.Payload{Body: func() {}}); return err },
		"eleven":   func() error { _, err := c.FollowUp(t.Context(), "1", "t", many); return err },
		"empty nonce": func() error {
			_, err := c.CreateMessage(t.Context(), "5", "", rest.Payload{Body: many.Body})
			return err
		},
		"long nonce": func() error {
			_, err := c.CreateMessage(t.Context(), "5", strings.Repeat("n", 26), rest.Payload{Body: many.Body})
			return err
		},
		"file name": func() error {
			p := rest.Payload{Body: many.Body, Files: []rest.File{{Name: "a\"\r\nX: y"}}}
			_, err := c.FollowUp(t.Context(), "1", "t", p)
			return err
		},
		"files without a message": func() error {
			p := rest.Payload{Body: json.RawMessage(`{"type":6}`), Files: []rest.File{{Name: "a.png"}}}
			_, err := c.Respond(t.Context(), "3", "t", p, false)
			return err
		},
		"data that is no object": func() error {
			_, err := c.Respond(t.Context(), "3", "t", rest.Payload{Body: json.RawMessage(`{"type":4,"data":[]}`)}, false)
			return err
		},
	} {
		if call() == nil {
			t.Errorf("%s: sent", name)
		}
	}
	if got := d.requests(); len(got) != 0 {
		t.Errorf("%d requests went out", len(got))
	}
}

// FuzzAllowedMentions puts any object through the same path as a message and compares it with a slow way of doing so.
func FuzzAllowedMentions(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a":"\\"}`, `{"a":{"allowed_mentions":1}}`, `{"allowed_mentions":[]}`, `{"a":[1,{"b":"}"}],"c":null}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var object map[string]any
		if json.Unmarshal([]byte(text), &object) != nil || object == nil {
			return
		}
		got, err := rest.Dress(object)
		if err != nil {
			t.Fatal(err)
		}
		if object["allowed_mentions"] == nil {
			object["allowed_mentions"] = map[string]any{"parse": []any{}}
		}
		var back map[string]any
		if err := json.Unmarshal(got, &back); err != nil {
			t.Fatalf("%v in %s", err, got)
		}
		if diff := cmp.Diff(object, back); diff != "" {
			t.Error(diff)
		}
	})
}
