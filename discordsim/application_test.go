package discordsim_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/openapi"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

func TestTheLifeOfACommand(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, c := s.Handshake(), rawBot(t, s)
	path := fmt.Sprintf("/applications/%s/commands", h.Application)
	made := c.do("POST", path, `{"name":"rum","description":"x","name_localizations":{"de":"rumme"},"options":[{"type":3,"name":"card","description":"x","name_localizations":{"de":"karte"}}]}`)
	want(t, made, 201, 0)
	first := decode[discord.Command](t, made)
	same := c.do("POST", path, `{"name":"rum","description":"y"}`)
	want(t, same, 200, 0)
	if second := decode[discord.Command](t, same); second.ID != first.ID || second.Version == first.Version || second.Description != "y" {
		t.Errorf("%+v", second)
	}
	patched := decode[discord.Command](t, c.do("PATCH", path+"/"+first.ID.String(), `{"description":"z","name_localizations":{"de":"rumme"},"default_member_permissions":"32"}`))
	if patched.ID != first.ID || patched.Description != "z" || patched.NameLocalizations["de"] != "rumme" || *patched.MemberPermissions != "32" {
		t.Errorf("%+v", patched)
	}
	if list := decode[[]discord.Command](t, c.do("GET", path, "")); len(list) != 1 || list[0].NameLocalizations != nil {
		t.Errorf("%+v", list)
	}
	if list := decode[[]discord.Command](t, c.do("GET", path+"?with_localizations=true", "")); list[0].NameLocalizations["de"] != "rumme" {
		t.Errorf("%+v", list)
	}
	if diff := cmp.Diff(patched, decode[discord.Command](t, c.do("GET", path+"/"+first.ID.String(), ""))); diff != "" {
		t.Error(diff)
	}
	put := decode[[]discord.Command](t, c.do("PUT", path, `[{"name":"hand","description":"x"},{"name":"rum","description":"x"}]`))
	if len(put) != 2 || put[1].ID != first.ID {
		t.Errorf("%+v", put)
	}
	local := strings.Replace(path, "/commands", "/guilds/"+h.Guild.String()+"/commands", 1)
	want(t, c.do("PUT", local, `[{"name":"hand","description":"here"}]`), 200, 0)
	want(t, c.do("GET", local+"/permissions", ""), 200, 0)
	want(t, c.do("DELETE", path+"/"+put[0].ID.String(), ""), 204, 0)
	index := decode[struct {
		Commands []discord.Command `json:"application_commands"`
	}](t, raw{t, c.base, h.People[1].Token}.do("GET", "/guilds/"+h.Guild.String()+"/application-command-index", ""))
	names := []string{}
	for _, command := range index.Commands {
		names = append(names, command.Name+" "+command.Description)
	}
	if diff := cmp.Diff([]string{"rum x", "hand here"}, names); diff != "" {
		t.Error(diff)
	}
}

func TestAnOutdatedCommandIsRefused(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b := s.Handshake(), bareBot(t, s)
	b.register()
	list := decode[[]discord.Command](t, b.do("GET", fmt.Sprintf("/applications/%s/commands", h.Application), ""))
	body := fmt.Sprintf(`{"type":2,"application_id":"%s","guild_id":"%s","channel_id":"%s","session_id":"x","nonce":"1","data":{"id":"%s","version":"1","name":"privacy","type":1,"options":[]}}`, h.Application, h.Guild, h.Channel, list[1].ID)
	got := raw{t, b.base, h.People[0].Token}.do("POST", "/interactions", body)
	want(t, got, 400, 50035)
	if reason := reasonAt(t, got.body, "data"); reason != "INTERACTION_APPLICATION_COMMAND_INVALID_VERSION" {
		t.Errorf("%s", got.body)
	}
}

func TestEmojisOfTheApplication(t *testing.T) {
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Emojis: 3}})
	h, c := s.Handshake(), rawBot(t, s)
	path := fmt.Sprintf("/applications/%s/emojis", h.Application)
	upload := func(name, image string) reply {
		return c.do("POST", path, fmt.Sprintf(`{"name":%q,"image":%q}`, name, image))
	}
	const good = "data:image/png;base64," + pixel
	made := upload("spade", good)
	want(t, made, 201, 0)
	e := decode[struct{ ID discord.ID }](t, made)
	for name, of := range map[string]struct {
		name, image, place, reason string
	}{
		"a name that is taken":    {"spade", good, "name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"},
		"a name with a space":     {"a b", good, "name", "STRING_TYPE_REGEX"},
		"a name of one letter":    {"a", good, "name", "BASE_TYPE_BAD_LENGTH"},
		"no picture at all":       {"club", "nonsense", "image", "IMAGE_INVALID"},
		"no picture of that kind": {"club", "data:image/gif;base64," + pixel, "image", "IMAGE_INVALID"},
		"a kind that there isn't": {"club", "data:image/bmp;base64," + pixel, "image", "IMAGE_INVALID"},
	} {
		got := upload(of.name, of.image)
		want(t, got, 400, 50035)
		if reason := reasonAt(t, got.body, of.place); reason != of.reason {
			t.Errorf("%s: %s", name, got.body)
		}
	}
	large, err := base64.StdEncoding.DecodeString(pixel)
	if err != nil {
		t.Fatal(err)
	}
	large = append(large, make([]byte, 256<<10)...)
	want(t, upload("club", "data:image/png;base64,"+base64.StdEncoding.EncodeToString(large)), 400, 0)
	want(t, c.do("PATCH", path+"/"+e.ID.String(), `{"name":"heart"}`), 200, 0)
	want(t, c.do("PATCH", path+"/"+e.ID.String(), `{}`), 200, 0)
	m := decode[discord.Message](t, c.do("POST", fmt.Sprintf("/channels/%s/messages", h.Channel), `{"content":"x","components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"x","emoji":{"id":"`+e.ID.String()+`","name":"heart"}}]}]}`))
	if got := m.Components[0].Components[0].Emoji; got == nil || got.ID != e.ID || got.Name != "heart" {
		t.Errorf("%+v", got)
	}
	answer, err := http.Get(h.Page + "emojis/" + e.ID.String() + ".png")
	if err != nil || answer.StatusCode != 200 || answer.Header.Get("Content-Type") != "image/png" {
		t.Errorf("%v, %v", answer, err)
	}
	_ = answer.Body.Close()
	byHand, err := s.UploadEmoji("boat", large[:len(large)-256<<10])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.UploadEmoji("heart", large[:100]); err == nil {
		t.Error("a name can be taken twice by hand")
	}
	want(t, upload("diamond", good), 201, 0)
	want(t, upload("club", good), 400, 30008)
	list := decode[struct{ Items []discord.EmojiView }](t, c.do("GET", path, "")).Items
	if len(list) != 3 || list[0].User.ID != h.Application || list[1].ID != byHand || list[1].User.ID != h.People[0].ID {
		t.Errorf("%+v", list)
	}
	want(t, c.do("PATCH", path+"/"+e.ID.String(), `{"name":"boat"}`), 400, 50035)
	want(t, c.do("DELETE", path+"/"+e.ID.String(), ""), 204, 0)
	want(t, c.do("GET", path+"/"+e.ID.String(), ""), 404, 10014)
	want(t, upload("club", good), 201, 0)
}

func TestWhatABotAsksOfItself(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, c := s.Handshake(), rawBot(t, s)
	guild := "/guilds/" + h.Guild.String()
	for _, path := range []string{
		"/gateway", "/gateway/bot", "/users/@me", "/users/" + h.People[0].ID.String(), "/users/@me/guilds", "/applications/@me",
		"/oauth2/applications/@me", "/applications/" + h.Application.String(), guild, guild + "?with_counts=true", guild + "/channels",
		guild + "/roles", guild + "/members/" + h.People[0].ID.String(), guild + "/threads/active", "/channels/" + h.Channel.String(),
	} {
		if got := c.do("GET", path, ""); got.status != 200 {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	dm := decode[struct{ ID discord.ID }](t, c.do("POST", "/users/@me/channels", `{"recipient_id":"`+h.People[0].ID.String()+`"}`))
	want(t, c.do("POST", "/channels/"+dm.ID.String()+"/messages", `{"content":"psst"}`), 200, 0)
	if got := s.Person("Ada").Sees(dm.ID); len(got) != 1 || got[0].Content != "psst" {
		t.Errorf("%+v", got)
	}
	if got := s.Person("Ben").Sees(dm.ID); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestThePageMayAddPeopleAndChannels(t *testing.T) {
	s := start(t, discordsim.Options{})
	h := s.Handshake()
	page := raw{t, strings.TrimSuffix(h.Page, "/"), ""}
	want(t, page.do("POST", "/sim/people", `{"name":"Hal","locale":"fr"}`), 201, 0)
	want(t, page.do("POST", "/sim/people", `{"name":"Hal"}`), 400, 50035)
	want(t, page.do("POST", "/sim/people", `{"name":"Ida","locale":"xx"}`), 400, 50035)
	made := decode[struct{ ID discord.ID }](t, page.do("POST", "/sim/channels", `{"name":"Other Room"}`))
	hal := s.Person("Hal")
	if _, err := hal.Say(soon(t), made.ID, "hello"); err != nil {
		t.Fatal(err)
	}
	sim := page.do("GET", "/sim", "")
	view := decode[struct {
		discord.Handshake
		Channels []struct{ Name string }
	}](t, sim)
	if strings.Contains(string(sim.body), h.Token) || len(view.People) != 8 || len(view.Channels) != 2 || view.Channels[1].Name != "other_room" {
		t.Errorf("%s", sim.body)
	}
	if got := page.do("GET", "/", ""); got.status != 200 || !strings.Contains(strings.ToLower(string(got.body)), "<!doctype html>") {
		t.Errorf("%d %s", got.status, got.body)
	}
}

func TestTheWireLogHasEverythingButTokens(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	in, end := b.slash(ctx, ada, h.Channel)
	want(t, b.callback(in, `{"type":4,"data":{"content":"the answer"}}`), 204, 0)
	end(t)
	got := raw{t, strings.TrimSuffix(h.Page, "/"), ""}.do("GET", "/sim/wire?after=0", "")
	var log []wirelog.Exchange
	if err := json.Unmarshal(got.body, &log); err != nil {
		t.Fatal(err)
	}
	text := string(got.body)
	for _, token := range []string{h.Token, in.Token, ada.Token()} {
		if strings.Contains(text, token) {
			t.Errorf("the log shows a token")
		}
	}
	sent := string(must[[]byte](t)(json.Marshal(s.Wire().SentByBot())))
	if !strings.Contains(sent, "the answer") || !strings.Contains(text, "INTERACTION_CREATE") || len(log) == 0 || log[0].N != 1 {
		t.Errorf("the log lacks what was sent: %s", sent)
	}
}

func TestTheWireLogIsToldInPieces(t *testing.T) {
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Off: true}})
	c := rawBot(t, s)
	for range 300 {
		want(t, c.do("GET", "/users/@me", ""), 200, 0)
	}
	page := raw{t, strings.TrimSuffix(s.Handshake().Page, "/"), ""}
	log := decode[[]wirelog.Exchange](t, page.do("GET", "/sim/wire?after=0", ""))
	if len(log) != 500 || log[0].N != 101 || log[499].N != 600 {
		t.Errorf("%d entries", len(log))
	}
	if all := s.Wire().After(0); len(all) != 600 {
		t.Errorf("%d entries kept", len(all))
	}
}

// TestWhatIsNoOpenAPIFileIsRefused when it is loaded, and that there is none is no file that nothing breaks.
func TestWhatIsNoOpenAPIFileIsRefused(t *testing.T) {
	for name, text := range map[string]string{"damaged": `{"paths":`, "a list": `[]`, "something else": `{"openapi":"3.1.0"}`} {
		path := filepath.Join(t.TempDir(), "discord.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if file, err := openapi.Load(path); file != nil || err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, %v", name, file, err)
		}
	}
	if file, err := openapi.Load(filepath.Join(t.TempDir(), "none")); file != nil || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that isn't there: %v, %v", file, err)
	}
	if file, err := openapi.Load(""); file != nil || err != nil {
		t.Errorf("no file: %v, %v", file, err)
	}
}

// TestTheOpenAPIFileIsHeld is the negative control of the check that every other test runs under: what the simulator
// lets pass, the file does not.
func TestTheOpenAPIFileIsHeld(t *testing.T) {
	file := must[wirelog.Checker](t)(openAPI())
	if file == nil {
		t.Skip("DISCORD_OPENAPI is not set, so no request was held against Discord's OpenAPI file")
	}
	s, err := discordsim.Start(t.Context(), discordsim.Options{OpenAPI: file})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	h, c := s.Handshake(), rawBot(t, s)
	path := fmt.Sprintf("/channels/%s/messages", h.Channel)
	const poll = `{"poll":{"question":{"text":"x"},"answers":[{"poll_media":{"text":"x"}}],"layout_type":7}}`
	want(t, c.do("POST", path, poll), 200, 0)
	want(t, c.upload("POST", path, poll, picture(t, 1)), 200, 0)
	want(t, c.do("PUT", fmt.Sprintf("/applications/%s/commands", h.Application), `[{"name":"rum","description":"x","default_member_permissions":"32"}]`), 200, 0)
	got := s.Violations()
	if len(got) != 2 || got[0].Kind != wirelog.RequestSchema || got[1].Kind != wirelog.RequestSchema {
		t.Errorf("%+v", got)
	}
}
