package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
)

// A stranger is a bot of the test's own, which knows the wire and nothing of tables.
type stranger struct {
	t     *testing.T
	sim   *discordsim.Server
	hello struct{ rest, token, application, channel string }
}

func newStranger(t *testing.T) *stranger {
	t.Helper()
	sim, err := discordsim.Start(t.Context(), discordsim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := sim.Close(); err != nil {
			t.Error(err)
		}
	})
	b, h := &stranger{t: t, sim: sim}, sim.Handshake()
	b.hello.rest, b.hello.token, b.hello.application, b.hello.channel = h.REST+"/v10", h.Token, h.Application.String(), h.Channel.String()
	return b
}

// sends makes a request and gives the id of what came of it.
func (b *stranger) sends(path, kind string, body io.Reader) string {
	b.t.Helper()
	request, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.hello.rest+path, body)
	if err != nil {
		b.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bot "+b.hello.token)
	request.Header.Set("Content-Type", kind)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= http.StatusBadRequest {
		b.t.Fatalf("%s: %d %s, %v", path, answer.StatusCode, text, err)
	}
	var made struct{ ID string }
	if err := json.Unmarshal(text, &made); err != nil {
		b.t.Fatal(err)
	}
	return made.ID
}

// emoji makes one of the application's.
func (b *stranger) emoji(name string, picture []byte) string {
	b.t.Helper()
	text := fmt.Sprintf(`{"name":%q,"image":"data:image/png;base64,%s"}`, name, base64.StdEncoding.EncodeToString(picture))
	return b.sends("/applications/"+b.hello.application+"/emojis", "application/json", strings.NewReader(text))
}

// posts a message of components, with files p0.png, p1.png, ….
func (b *stranger) posts(components string, files ...[]byte) {
	b.t.Helper()
	var body bytes.Buffer
	parts := multipart.NewWriter(&body)
	payload, err := parts.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="payload_json"`}, "Content-Type": {"application/json"}})
	if err != nil {
		b.t.Fatal(err)
	}
	var listed []string
	for i := range files {
		listed = append(listed, fmt.Sprintf(`{"id":"%d","filename":"p%d.png"}`, i, i))
	}
	_, _ = fmt.Fprintf(payload, `{"flags":32768,"components":[%s],"attachments":[%s]}`, components, strings.Join(listed, ","))
	for i, content := range files {
		file, err := parts.CreateFormFile(fmt.Sprintf("files[%d]", i), fmt.Sprintf("p%d.png", i))
		if err != nil {
			b.t.Fatal(err)
		}
		_, _ = file.Write(content)
	}
	if err := parts.Close(); err != nil {
		b.t.Fatal(err)
	}
	b.sends("/channels/"+b.hello.channel+"/messages", parts.FormDataContentType(), &body)
}

// sample is a picture of one colour with a border.
func sample(t *testing.T, width, height int, c color.Color) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	draw.Draw(m, m.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(m, m.Bounds().Inset(max(height/20, 2)), image.NewUniform(c), image.Point{}, draw.Src)
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

const alt = "Your hand: 7♣ 8♣ 9♣, a run; Q♥ Q♠; and A♦ alone, which counts 11."

// showsPictures posts what the pictures of a table are made of: one alone, several, a thumbnail, and emojis in text, on a button
// and in a select.
func (b *stranger) showsPictures() {
	b.t.Helper()
	felt, gold := color.NRGBA{0x1f, 0x5a, 0x4c, 0xff}, color.NRGBA{0xf2, 0xc1, 0x4e, 0xff}
	queen := b.emoji("queen_of_spades", sample(b.t, 96, 96, felt))
	sign := fmt.Sprintf(`{"id":%q,"name":"queen_of_spades"}`, queen)
	card := "<:queen_of_spades:" + queen + ">"
	b.posts(fmt.Sprintf(`{"type":10,"content":"Large: "},{"type":10,"content":"%s %s"}`, card, card))
	b.posts(`{"type":12,"items":[`+strings.Repeat(`{"media":{"url":"attachment://p0.png"},"description":"felt"},`, 4)+`{"media":{"url":"attachment://p0.png"}}]}`, sample(b.t, 400, 300, gold))
	b.posts(fmt.Sprintf(`{"type":10,"content":"### Your hand\nYou drew %s, see [the rules](https://example.com/)"},
		{"type":12,"items":[{"media":{"url":"attachment://p0.png"},"description":%q}]},
		{"type":1,"components":[{"type":2,"style":1,"custom_id":"d","label":"Discard","emoji":%s},{"type":2,"style":2,"custom_id":"e","emoji":%s}]},
		{"type":1,"components":[{"type":3,"custom_id":"s","placeholder":"Discard…","options":[{"label":"Q♠","value":"q","description":"queen of spades","emoji":%s}]}]}`,
		card, alt, sign, sign, sign), sample(b.t, 800, 400, felt))
}

// TestPicturesAreShownAsDiscordShowsThem looks at galleries, descriptions and emojis at both widths and in both themes, and goes
// through them by keyboard alone.
func TestPicturesAreShownAsDiscordShowsThem(t *testing.T) {
	t.Parallel()
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	b := newStranger(t)
	b.showsPictures()
	browser := startBrowser(t)
	d := &demo{addr: strings.TrimSuffix(strings.TrimPrefix(b.sim.Handshake().Page, "http://"), "/")}
	for _, at := range []struct {
		name, scheme string
		width        int64
		widest       float64 // of a single picture
	}{{"phone", "dark", 400, 400}, {"phone", "light", 400, 400}, {"desk", "light", 1400, 550}, {"desk", "dark", 1400, 550}} {
		p := openTab(browser, t, d, "Ada", words.For("en-US"), at.width, 900)
		p.prefers(at.scheme)
		p.wait("messages().length >= 3 && [...document.querySelectorAll('.message img')].every((m) => m.complete && m.naturalWidth)")
		p.wait("(document.querySelector('#stream').scrollTo(0, 1e6), true)")
		type box struct{ Width, Height, Room float64 }
		one := look[box](p, `(() => {
			const picture = messages()[0].querySelector('.gallery img');
			const { width, height } = picture.getBoundingClientRect();
			return { width, height, room: messages()[0].querySelector('.parts').getBoundingClientRect().width };
		})()`)
		if one.Width != min(one.Room, at.widest) || one.Height < one.Width/2-1 || one.Height > one.Width/2+1 {
			t.Errorf("%s: a picture of 800 by 400 is %+v", at.name, one)
		}
		if !look[bool](p, `[...document.querySelectorAll('.shot')].filter((m) => m.querySelector('.alt-mark')).every((m) => {
			const mark = m.querySelector('.alt-mark').getBoundingClientRect(), img = m.querySelector('img').getBoundingClientRect();
			return mark.left > img.left && mark.bottom < img.bottom && mark.right < img.right && mark.top > img.top;
		})`) {
			t.Errorf("%s: what marks a description hangs out of its picture", at.name)
		}
		sizes := look[string](p, `[...document.querySelectorAll('img.emoji')].map((m) => m.getBoundingClientRect().width + 'x' + m.getBoundingClientRect().height + (m.classList.contains('large') ? ' large' : '')).join(', ')`)
		if sizes != "48x48 large, 48x48 large, 22x22, 22x22, 22x22" {
			t.Errorf("%s: emojis are %s", at.name, sizes)
		}
		tiles := look[[]float64](p, `[...messages()[1].querySelectorAll('.shot')].map((m) => Math.round(m.getBoundingClientRect().width / m.parentElement.getBoundingClientRect().width * 6))`)
		if fmt.Sprint(tiles) != "[3 3 2 2 2]" {
			t.Errorf("%s: five pictures are so many sixths wide: %v", at.name, tiles)
		}
		p.fits()
		p.shoot(at.name + "-" + at.scheme)
		p.isAccessible(at.name + ", " + at.scheme)
		p.goesThroughByKeyboard()
		p.isAccessible(at.name + ", " + at.scheme + ", after the keys")
		if faults := p.faults(); len(faults) > 0 {
			t.Errorf("%s: %q", at.name, faults)
		}
	}
}

// goesThroughByKeyboard opens what a picture says, then the picture, and comes back to where it was.
func (p *tab) goesThroughByKeyboard() {
	p.t.Helper()
	p.wait("(messages()[0].querySelector('[data-lightbox]').focus(), true)")
	p.keys("Enter")
	p.wait("document.querySelector('dialog.lightbox')?.innerText.includes(" + quoted(alt) + ")")
	p.wait("document.activeElement.ariaLabel === 'Close'")
	p.shoot("lightbox")
	p.isAccessible("the picture at full size")
	p.keys("Escape")
	p.wait("!document.querySelector('dialog') && document.activeElement.dataset.lightbox")
	p.keys("Tab", "Enter")
	p.wait("document.activeElement.matches('.alt-mark') && document.activeElement.nextElementSibling.checkVisibility()")
	p.shoot("alt")
	p.isAccessible("the description")
	p.keys("Enter")
	p.wait("!messages()[0].querySelector('.alt-text').checkVisibility()")
	p.wait("(messages()[0].querySelector('.select').focus(), true)")
	p.keys("Enter")
	p.wait("document.querySelector('.chooser-option img.emoji')?.getBoundingClientRect().width === 22")
	p.isAccessible("the select")
	p.keys("Escape")
	// From one of several to its neighbour.
	p.wait("(messages()[1].querySelector('[data-lightbox]').focus(), true)")
	p.keys("Enter", "ArrowRight")
	p.wait("document.querySelector('dialog.lightbox')?.innerText.includes('2 of 5')")
	p.keys("Escape")
	p.wait("!document.querySelector('dialog')")
}
