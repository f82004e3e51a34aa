package discordsim_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// upload sends payload_json and files named by their place.
func (c raw) upload(method, path, payload string, files ...[]byte) reply {
	c.tb.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	header := textproto.MIMEHeader{"Content-Disposition": {`form-data; name="payload_json"`}, "Content-Type": {"application/json"}}
	part := must1(c.tb, w.CreatePart, header)
	_, _ = part.Write([]byte(payload))
	for i, content := range files {
		file, err := w.CreateFormFile(fmt.Sprintf("files[%d]", i), fmt.Sprintf("p%d.png", i))
		if err != nil {
			c.tb.Fatal(err)
		}
		_, _ = file.Write(content)
	}
	if err := w.Close(); err != nil {
		c.tb.Fatal(err)
	}
	return c.send(method, path, w.FormDataContentType(), &body)
}

func must1[A, T any](tb testing.TB, f func(A) (T, error), a A) T {
	tb.Helper()
	v, err := f(a)
	if err != nil {
		tb.Fatal(err)
	}
	return v
}

func picture(tb testing.TB, wide int) []byte {
	tb.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, wide, 7))); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

const gallery = `{"flags":32768,"components":[{"type":12,"items":[{"media":{"url":"attachment://a.png"},"description":"seven cards"}]}],"attachments":[%s]}`

func TestAnEditKeepsTheFilesThatItLists(t *testing.T) {
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Off: true}})
	h, c, ada := s.Handshake(), rawBot(t, s), s.Person("Ada")
	path := fmt.Sprintf("/channels/%s/messages", h.Channel)
	m := decode[discord.Message](t, c.upload("POST", path, fmt.Sprintf(gallery, `{"id":"0","filename":"a.png"}`), picture(t, 11)))
	if len(m.Attachments) != 0 {
		t.Errorf("a V2 message shows attachments: %+v", m.Attachments)
	}
	media := m.Components[0].Items[0].Media
	if media.Attachment == 0 || media.Width == nil || *media.Width != 11 || *media.ContentType != "image/png" {
		t.Fatalf("%+v", media)
	}
	content, err := ada.Fetch(soon(t), media.URL)
	if err != nil || !bytes.Equal(content, picture(t, 11)) {
		t.Errorf("fetched %d bytes, %v", len(content), err)
	}
	one := path + "/" + m.ID.String()
	kept := decode[discord.Message](t, c.do("PATCH", one, fmt.Sprintf(gallery, `{"id":"`+media.Attachment.String()+`"}`)))
	if got := kept.Components[0].Items[0].Media.Attachment; got != media.Attachment {
		t.Errorf("listed and yet another file: %d", got)
	}
	want(t, c.do("PATCH", one, fmt.Sprintf(gallery, ``)), 400, 50035)
	want(t, c.do("PATCH", one, `{"components":[{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}]}`), 400, 50035)
	want(t, c.do("PATCH", one, `{"components":[{"type":10,"content":"no picture"}]}`), 200, 0)
	want(t, c.do("PATCH", one, fmt.Sprintf(gallery, `{"id":"`+media.Attachment.String()+`"}`)), 400, 50035)
}

func TestFilesOfPlainMessages(t *testing.T) {
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Off: true}})
	h, c := s.Handshake(), rawBot(t, s)
	path := fmt.Sprintf("/channels/%s/messages", h.Channel)
	m := decode[discord.Message](t, c.upload("POST", path, `{"content":"two","attachments":[{"id":"1","filename":"my hand!.png","description":"alt"}]}`, picture(t, 1), picture(t, 2)))
	names := []string{m.Attachments[0].Name, m.Attachments[0].Description, m.Attachments[1].Name}
	if diff := cmp.Diff([]string{"my_hand_.png", "alt", "p0.png"}, names); diff != "" {
		t.Error(diff)
	}
	one := path + "/" + m.ID.String()
	if got := decode[discord.Message](t, c.do("PATCH", one, `{"content":"still two"}`)); len(got.Attachments) != 2 {
		t.Errorf("%+v", got.Attachments)
	}
	if got := decode[discord.Message](t, c.do("PATCH", one, `{"attachments":[{"id":"`+m.Attachments[1].ID.String()+`"}]}`)); len(got.Attachments) != 1 || got.Attachments[0].ID != m.Attachments[1].ID {
		t.Errorf("%+v", got.Attachments)
	}
	if got := decode[discord.Message](t, c.upload("PATCH", one, `{"content":"new"}`, picture(t, 3))); len(got.Attachments) != 1 || got.Attachments[0].Width != 3 {
		t.Errorf("%+v", got.Attachments)
	}
	page := decode[discord.Message](t, c.upload("POST", path, `{"content":"x","attachments":[{"id":"0","filename":"a.html"}]}`, []byte("<script>")))
	where, _ := strings.CutPrefix(page.Attachments[0].URL, strings.TrimSuffix(h.Page, "/"))
	if got := (raw{t, strings.TrimSuffix(h.Page, "/"), ""}).do("GET", where, ""); !strings.HasPrefix(got.header.Get("Content-Security-Policy"), "sandbox;") || got.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("a script in a file is the page's: %v", got.header)
	}
	many := make([][]byte, 11)
	want(t, c.upload("POST", path, `{"content":"x"}`, many...), 400, 50035)
	want(t, c.upload("POST", path, `{"content":"x"}`, make([]byte, 10<<20+1)), 413, 40005)
}

func TestANonceIsTakenOnce(t *testing.T) {
	clock := newClock()
	s := start(t, discordsim.Options{Clock: clock.Now})
	h, c := s.Handshake(), rawBot(t, s)
	path := fmt.Sprintf("/channels/%s/messages", h.Channel)
	first := decode[discord.Message](t, c.do("POST", path, `{"content":"x","nonce":"n","enforce_nonce":true}`))
	again := decode[discord.Message](t, c.do("POST", path, `{"content":"y","nonce":"n","enforce_nonce":true}`))
	free := decode[discord.Message](t, c.do("POST", path, `{"content":"z","nonce":"n"}`))
	if diff := cmp.Diff(first, again); diff != "" || free.ID == first.ID || string(first.Nonce) != `"n"` {
		t.Error(diff, free.ID, string(first.Nonce))
	}
	clock.add(6 * time.Minute)
	if late := decode[discord.Message](t, c.do("POST", path, `{"content":"x","nonce":"n","enforce_nonce":true}`)); late.ID == first.ID {
		t.Error("remembered for too long")
	}
}

func TestOnlyTheAllowedArePinged(t *testing.T) {
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Off: true}})
	h, c := s.Handshake(), rawBot(t, s)
	ada, ben := h.People[0].ID, h.People[1].ID
	text := fmt.Sprintf("<@%s> and <@!%s> and <@1> and @everyone", ada, ben)
	for allowed, pinged := range map[string][]discord.ID{
		``:                                 {ada, ben},
		`,"allowed_mentions":{"parse":[]}`: {},
		`,"allowed_mentions":{}`:           {},
		`,"allowed_mentions":{"parse":["users"]}`:                {ada, ben},
		fmt.Sprintf(`,"allowed_mentions":{"users":["%s"]}`, ben): {ben},
	} {
		for _, body := range []string{
			`{"content":"` + text + `"` + allowed + `}`,
			`{"flags":32768,"components":[{"type":10,"content":"` + text + `"}]` + allowed + `}`,
		} {
			m := decode[discord.Message](t, c.do("POST", fmt.Sprintf("/channels/%s/messages", h.Channel), body))
			got := []discord.ID{}
			for _, u := range m.Mentions {
				got = append(got, u.ID)
			}
			if diff := cmp.Diff(pinged, got); diff != "" || m.MentionEveryone {
				t.Errorf("%s: %s", body, diff)
			}
		}
	}
}

func TestPermissionsAreHeld(t *testing.T) {
	const view, send, attach, history = 1 << 10, 1 << 11, 1 << 15, 1 << 16
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Off: true}})
	h, c, ada := s.Handshake(), rawBot(t, s), s.Person("Ada")
	path := fmt.Sprintf("/channels/%s/messages", h.Channel)
	hers, err := ada.Say(soon(t), h.Channel, "x")
	if err != nil {
		t.Fatal(err)
	}
	own := decode[discord.Message](t, c.do("POST", path, `{"content":"x"}`))
	want(t, c.do("PATCH", path+"/"+hers.ID.String(), `{"content":"y"}`), 403, 50005)
	want(t, c.do("DELETE", path+"/"+hers.ID.String(), ``), 403, 50013)
	s.Permit(h.Channel, view|history)
	want(t, c.do("POST", path, `{"content":"x"}`), 403, 50013)
	s.Permit(h.Channel, view|send)
	want(t, c.do("POST", path, `{"content":"x"}`), 200, 0)
	want(t, c.upload("POST", path, `{"content":"x"}`, picture(t, 1)), 403, 50013)
	want(t, c.do("GET", path+"/"+own.ID.String(), ``), 403, 50013)
	s.Permit(h.Channel, send|attach)
	for _, one := range []reply{c.do("POST", path, `{"content":"x"}`), c.do("GET", path, ``), c.do("PATCH", path+"/"+own.ID.String(), `{"content":"y"}`)} {
		want(t, one, 403, 50001)
	}
	s.Permit(h.Channel, discordsim.DefaultPermissions)
	want(t, c.do("DELETE", path+"/"+own.ID.String(), ``), 204, 0)
	anonymous := raw{t, c.base, ""}
	want(t, anonymous.do("GET", path, ``), 401, 0)
	want(t, raw{t, c.base, "Bot nonsense"}.do("GET", path, ``), 401, 0)
	want(t, raw{t, c.base, ada.Token()}.do("GET", "/gateway/bot", ``), 403, 0)
	want(t, raw{t, strings.Replace(c.base, "v10", "v8", 1), c.auth}.do("GET", "/users/@me", ``), 400, 50041)
	want(t, raw{t, strings.Replace(c.base, "v10", "v9", 1), c.auth}.do("GET", "/users/@me", ``), 200, 0)
}

func TestThreads(t *testing.T) {
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Off: true}})
	h, c, ada, ben := s.Handshake(), rawBot(t, s), s.Person("Ada"), s.Person("Ben")
	thread, err := ada.Thread(soon(t), h.Channel, "by the water")
	if err != nil {
		t.Fatal(err)
	}
	path := "/channels/" + thread.String()
	m := decode[discord.Message](t, c.do("POST", path+"/messages", `{"content":"x"}`))
	if err := ben.Wait(soon(t), func(all []discord.Message) bool { return len(ben.Sees(thread)) == 1 }); err != nil {
		t.Fatal(err)
	}
	asAda := raw{t, c.base, ada.Token()}
	type view struct {
		Parent discord.ID `json:"parent_id"`
		Thread struct {
			Archived, Locked bool
		} `json:"thread_metadata"`
	}
	want(t, c.do("PATCH", path, `{"locked":true}`), 403, 50013)
	want(t, asAda.do("PATCH", path, `{"archived":true}`), 200, 0)
	want(t, c.do("PATCH", path+"/messages/"+m.ID.String(), `{"content":"y"}`), 400, 50083)
	want(t, c.do("POST", path+"/messages", `{"content":"opens it again"}`), 200, 0)
	if got := decode[view](t, c.do("GET", path, ``)); got.Thread.Archived || got.Parent != h.Channel {
		t.Errorf("%+v", got)
	}
	want(t, c.do("PATCH", path+"/messages/"+m.ID.String(), `{"content":"y"}`), 200, 0)
	want(t, asAda.do("PATCH", path, `{"archived":true,"locked":true}`), 200, 0)
	want(t, c.do("POST", path+"/messages", `{"content":"x"}`), 403, 160005)
	private := decode[struct{ ID discord.ID }](t, asAda.do("POST", fmt.Sprintf("/channels/%s/threads", h.Channel), `{"name":"secret","type":12}`))
	want(t, c.do("POST", "/channels/"+private.ID.String()+"/messages", `{"content":"x"}`), 403, 50001)
	want(t, asAda.do("PUT", "/channels/"+private.ID.String()+"/thread-members/"+h.Application.String(), ``), 204, 0)
	want(t, c.do("POST", "/channels/"+private.ID.String()+"/messages", `{"content":"x"}`), 200, 0)
	want(t, raw{t, c.base, ben.Token()}.do("GET", "/channels/"+private.ID.String(), ``), 403, 50001)
	b, count := bareBot(t, s), func() int {
		return decode[struct {
			Count int `json:"message_count"`
		}](t, c.do("GET", "/channels/"+private.ID.String(), ``)).Count
	}
	b.register()
	in, end := b.slash(soon(t), ada, private.ID)
	want(t, b.callback(in, `{"type":4,"data":{"content":"for Ada alone","flags":64}}`), 204, 0)
	end(t)
	if n := count(); n != 1 {
		t.Errorf("%d messages in a thread with one that all see", n)
	}
	from := decode[struct{ ID discord.ID }](t, c.do("POST", fmt.Sprintf("/channels/%s/messages", h.Channel), `{"content":"root"}`))
	got := c.do("POST", fmt.Sprintf("/channels/%s/messages/%s/threads", h.Channel, from.ID), `{"name":"from a message"}`)
	if made := decode[struct{ ID discord.ID }](t, got); got.status != 201 || made.ID != from.ID {
		t.Errorf("%s", got.body)
	}
	want(t, c.do("POST", fmt.Sprintf("/channels/%s/messages/%s/threads", h.Channel, from.ID), `{"name":"again"}`), 400, 160004)
}

func TestPagesOfMessages(t *testing.T) {
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Off: true}})
	h, c := s.Handshake(), rawBot(t, s)
	path := fmt.Sprintf("/channels/%s/messages", h.Channel)
	var ids []discord.ID
	for i := range 5 {
		ids = append(ids, decode[discord.Message](t, c.do("POST", path, fmt.Sprintf(`{"content":"%d"}`, i))).ID)
	}
	for query, contents := range map[string]string{
		"":                                       "43210",
		"?limit=2":                               "43",
		"?before=" + ids[2].String():             "10",
		"?limit=2&after=" + ids[1].String():      "32",
		"?limit=3&around=" + ids[2].String():     "321",
		"?limit=2&before=" + ids[4].String():     "32",
		"?after=" + ids[4].String() + "&limit=1": "",
	} {
		got := ""
		for _, m := range decode[[]discord.Message](t, c.do("GET", path+query, "")) {
			got += m.Content
		}
		if got != contents {
			t.Errorf("%s: got %s, want %s", query, got, contents)
		}
	}
	want(t, c.do("GET", path+"?limit=101", ""), 400, 50035)
	body := fmt.Sprintf(`{"messages":["%s","%s"]}`, ids[0], ids[1])
	want(t, c.do("POST", path+"/bulk-delete", body), 403, 50013)
	s.Permit(h.Channel, discordsim.DefaultPermissions|1<<13)
	want(t, c.do("POST", path+"/bulk-delete", body), 204, 0)
	if left := decode[[]discord.Message](t, c.do("GET", path, "")); len(left) != 3 {
		t.Errorf("%d left", len(left))
	}
}
