package discordsim_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// TestEverythingSurvivesAKill copies the state file while the simulator runs, as a kill would leave it, and goes on
// from the copy.
func TestEverythingSurvivesAKill(t *testing.T) {
	file := filepath.Join(t.TempDir(), "discord.state")
	s := start(t, discordsim.Options{State: file, Limits: discordsim.Limits{Off: true}})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	path := fmt.Sprintf("/channels/%s/messages", h.Channel)
	shown := decode[discord.Message](t, b.upload("POST", path, fmt.Sprintf(gallery, `{"id":"0","filename":"a.png"}`), picture(t, 11)))
	want(t, b.do("POST", path, `{"content":"gone"}`), 200, 0)
	gone := decode[[]discord.Message](t, b.do("GET", path, ""))[0]
	want(t, b.do("DELETE", path+"/"+gone.ID.String(), ""), 204, 0)
	in, end := b.slash(ctx, ada, h.Channel)
	want(t, b.callback(in, `{"type":4,"data":{"content":"private","flags":64}}`), 204, 0)
	end(t)
	want(t, b.do("POST", fmt.Sprintf("/applications/%s/emojis", h.Application), `{"name":"spade","image":"data:image/png;base64,`+pixel+`"}`), 201, 0)
	if err := ada.SetLocale(ctx, "nl"); err != nil {
		t.Fatal(err)
	}
	direct, err := ada.Direct(ctx)
	if err != nil {
		t.Fatal(err)
	}

	copied := leftByAKill(t, file, `{"k":"message","id":"1","v":{"cut sho`)
	again := start(t, discordsim.Options{State: copied, Limits: discordsim.Limits{Off: true}})
	h2 := again.Handshake()
	h.People[0].Locale = "nl"
	if diff := cmp.Diff([]any{h.Token, h.Application, h.Guild, h.Channel, h.People}, []any{h2.Token, h2.Application, h2.Guild, h2.Channel, h2.People}); diff != "" {
		t.Fatal(diff)
	}
	ada2, b2 := again.Person("Ada"), bareBot(t, again)
	var contents []string
	for _, m := range ada2.Sees(h.Channel) {
		contents = append(contents, m.Text())
	}
	if diff := cmp.Diff([]string{"", "private"}, contents); diff != "" {
		t.Error(diff)
	}
	moved := ada2.Sees(h.Channel)[0].Components[0].Items[0].Media
	if content, err := ada2.Fetch(ctx, moved.URL); err != nil || len(content) != len(picture(t, 11)) || moved.Attachment != shown.Components[0].Items[0].Media.Attachment {
		t.Errorf("%+v, %d bytes, %v", moved, len(content), err)
	}
	want(t, b2.hook("PATCH", "/messages/@original", in, `{"content":"still private"}`), 200, 0)
	want(t, b2.callback(in, `{"type":4,"data":{"content":"x"}}`), 400, 40060)
	if room, err := ada2.Direct(ctx); err != nil || room != direct {
		t.Errorf("%s, %v", room, err)
	}
	if list := decode[struct{ Items []json.RawMessage }](t, b2.do("GET", fmt.Sprintf("/applications/%s/emojis", h.Application), "")); len(list.Items) != 1 {
		t.Errorf("%+v", list)
	}
	in2, end := b2.slash(ctx, ada2, h.Channel)
	want(t, b2.callback(in2, `{"type":4,"data":{"content":"x"}}`), 204, 0)
	end(t)
	if in2.ID <= in.ID {
		t.Errorf("ids went back: %s after %s", in2.ID, in.ID)
	}
}

// pixel is a picture of one point.
const pixel = `iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`

func TestIDsNeverRepeatEvenIfTheClockGoesBack(t *testing.T) {
	file := filepath.Join(t.TempDir(), "discord.state")
	clock := newClock()
	seen := map[discord.ID]bool{}
	for range 3 {
		s := start(t, discordsim.Options{State: file, Clock: clock.Now, Limits: discordsim.Limits{Off: true}})
		h, c := s.Handshake(), rawBot(t, s)
		for range 10 {
			m := decode[discord.Message](t, c.do("POST", fmt.Sprintf("/channels/%s/messages", h.Channel), `{"content":"x"}`))
			if seen[m.ID] {
				t.Fatalf("%s twice", m.ID)
			}
			seen[m.ID] = true
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		clock.add(-time.Hour)
	}
}

func TestIDsOfWhatWasDeletedDoNotComeBackAfterAKill(t *testing.T) {
	file := filepath.Join(t.TempDir(), "discord.state")
	clock := newClock()
	s := start(t, discordsim.Options{State: file, Clock: clock.Now})
	path := fmt.Sprintf("/channels/%s/messages", s.Handshake().Channel)
	post := func(s *discordsim.Server) discord.ID {
		return decode[discord.Message](t, rawBot(t, s).do("POST", path, `{"content":"x"}`)).ID
	}
	gone := post(s)
	want(t, rawBot(t, s).do("DELETE", path+"/"+gone.String(), ""), 204, 0)
	again := start(t, discordsim.Options{State: leftByAKill(t, file, ""), Clock: clock.Now})
	if id := post(again); id <= gone {
		t.Errorf("%s after %s", id, gone)
	}
}

// leftByAKill copies a state file that a running server has, with what it was writing at that moment.
func leftByAKill(tb testing.TB, file, cut string) string {
	tb.Helper()
	text := must[[]byte](tb)(os.ReadFile(file))
	copied := filepath.Join(tb.TempDir(), "discord.state")
	if err := os.WriteFile(copied, append(text, cut...), 0o600); err != nil {
		tb.Fatal(err)
	}
	return copied
}

func TestAStateFileIsOneServersAlone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "discord.state")
	first := start(t, discordsim.Options{State: file})
	if s, err := discordsim.Start(t.Context(), discordsim.Options{State: file}); !errors.Is(err, discordsim.ErrStateInUse) {
		t.Errorf("a second server: %v, %v", s, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	start(t, discordsim.Options{State: file})
}

func TestABrokenStateIsNotReadAsAFreshOne(t *testing.T) {
	file := filepath.Join(t.TempDir(), "discord.state")
	if err := os.WriteFile(file, []byte("this is not it\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := discordsim.Start(t.Context(), discordsim.Options{State: file}); err == nil {
		_ = s.Close()
		t.Fatal("started over a file that is none of ours")
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "this is not it\n" {
		t.Errorf("%q, %v", text, err)
	}
}
