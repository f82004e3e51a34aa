package rest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
)

const refusedEmoji = `{"code":50035,"message":"Invalid Form Body","errors":{"components":{"0":{"components":{"0":{"emoji":{"id":{"_errors":[{"code":"BUTTON_COMPONENT_INVALID_EMOJI","message":"Invalid emoji"}]}}}}}}}}`

type emoji struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type button struct {
	Label string `json:"label"`
	Emoji *emoji `json:"emoji,omitempty"`
}

// TestAMessageRefusedForAnEmojiIsSentWithoutEmojis: every way to send a message, once; what else is wrong with one
// isn't mended so.
func TestAMessageRefusedForAnEmojiIsSentWithoutEmojis(t *testing.T) {
	body := map[string]any{"content": "<:x:1>", "components": []any{map[string]any{"components": []any{button{"Q♠", &emoji{"7", "queen_of_spades"}}, button{Label: "x"}}}}}
	for _, files := range [][]rest.File{nil, {{Name: "a.png", ContentType: "image/png", Data: []byte("data")}}} {
		p := rest.Payload{Body: body, Files: files, Spare: files != nil} // with which a picture is tried
		for name, send := range map[string]func(*rest.Client) error{
			"create":   func(c *rest.Client) error { _, err := c.CreateMessage(t.Context(), "5", "n", p); return err },
			"edit":     func(c *rest.Client) error { _, err := c.EditMessage(t.Context(), "5", "9", p); return err },
			"followUp": func(c *rest.Client) error { _, err := c.FollowUp(t.Context(), "1", ixToken, p); return err },
			"respond": func(c *rest.Client) error {
				_, err := c.Respond(t.Context(), "3", ixToken, rest.Payload{Body: map[string]any{"type": 4, "data": body}, Files: files, Spare: p.Spare}, true)
				return err
			},
		} {
			for refusal, mended := range map[string]bool{refusedEmoji: true, strings.ReplaceAll(refusedEmoji, "INVALID_EMOJI", "LONG"): false, `{"code":50013}`: false} {
				c, d := onSocket(t, func(n int, w http.ResponseWriter, _ request) {
					if n == 1 {
						refuse(w, http.StatusBadRequest, refusal)
						return
					}
					ok(w)
				})
				err := send(c)
				got := d.requests()
				if mended != (err == nil) || mended != (len(got) == 2) {
					t.Fatalf("%s: %d requests, %v", name, len(got), err)
				}
				if !mended {
					continue
				}
				last := got[1].Body
				if !strings.Contains(got[0].Body, `"emoji"`) || strings.Contains(last, `"emoji"`) || strings.Count(last, `"label"`) != 2 || !strings.Contains(last, `x:1`) || !strings.Contains(last, "Q♠") {
					t.Errorf("%s: sent again as %s", name, last)
				}
				if len(files) > 0 && !strings.Contains(last, "data") {
					t.Errorf("%s: without its files", name)
				}
				select {
				case <-c.Missed():
				default:
					t.Errorf("%s: nobody hears of it", name)
				}
			}
		}
	}
}

// TestCallsForEmojisGiveWay: they leave half of the bot's requests in a second to the others.
func TestCallsForEmojisGiveWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, d := inMemory(t, func(_ int, w http.ResponseWriter, r request) {
			if strings.Contains(r.Path, "/emojis") {
				_, _ = w.Write([]byte(`{"items":[]}`))
				return
			}
			ok(w)
		})
		start := time.Now()
		for range 60 {
			if _, err := c.Emojis(t.Context(), "1"); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(start).Round(time.Second); took != 2*time.Second {
			t.Errorf("60 took %v, want 2 s at 25 a second", took)
		}
		at := time.Now()
		for range 25 {
			if _, err := c.EditMessage(t.Context(), "5", "9", hello()); err != nil {
				t.Fatal(err)
			}
		}
		if waited := time.Since(at); waited != 0 {
			t.Errorf("edits waited %v for emojis", waited)
		}
		if n := len(d.requests()); n != 85 {
			t.Errorf("%d requests", n)
		}
	})
}

// TestManyRefusalsOfEmojisStopNothingElse: a storm of 429 that calls for emojis meet ends them, long before it could end
// the others.
func TestManyRefusalsOfEmojisStopNothingElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, d := inMemory(t, func(_ int, w http.ResponseWriter, r request) {
			if strings.Contains(r.Path, "/emojis") {
				refuse(w, http.StatusTooManyRequests, `{"message":"slow down","retry_after":0.1,"global":false}`)
				return
			}
			ok(w)
		})
		var err error
		for range 20 {
			if _, err = c.CreateEmoji(t.Context(), "1", "queen_of_spades", []byte("png")); err == nil {
				t.Fatal("made")
			}
		}
		if !errors.Is(err, rest.ErrTooManyInvalid) || len(d.requests()) != 50 {
			t.Errorf("%d requests, then %v", len(d.requests()), err)
		}
		if _, err := c.EditMessage(t.Context(), "5", "9", hello()); err != nil {
			t.Error(err)
		}
	})
}

func TestEmojisAreListedMadeAndDeleted(t *testing.T) {
	b := onSimulator(t, discordsim.Limits{Emojis: 1})
	app := b.here.Application.String()
	made, err := b.CreateEmoji(t.Context(), app, "queen_of_spades", picture(t))
	if err != nil {
		t.Fatal(err)
	}
	all, err := b.Emojis(t.Context(), app)
	if err != nil || fmt.Sprint(all) != fmt.Sprint([]rest.Emoji{made}) || made.By != app || made.Name != "queen_of_spades" {
		text, _ := json.Marshal(all)
		t.Errorf("%s %v, made %+v", text, err, made)
	}
	if _, err := b.CreateEmoji(t.Context(), app, "king_of_spades", picture(t)); !rest.HasCode(err, rest.CodeTooManyEmojis) {
		t.Error(err)
	}
	for range 2 { // one that is gone is no error
		if err := b.DeleteEmoji(t.Context(), app, made.ID); err != nil {
			t.Error(err)
		}
	}
}
