package commands_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render"
)

// The routes of an application's emojis.
const (
	emojisRoute = "/applications/{application_id}/emojis"
	emojiRoute  = emojisRoute + "/{emoji_id}"
)

// A gallery is a Discord that has emojis, and what the bot under test shows of them.
type gallery struct {
	t    *testing.T
	ctx  context.Context
	sim  *discordsim.Server
	here discord.Handshake
	hand *rest.Client // somebody's who tends the emojis by hand, with the bot's token
	log  *record
	pace time.Duration

	mu    sync.Mutex
	shown []map[string]string
	news  chan struct{} // holds one that nobody has seen yet
	quit  func()
}

func openGallery(t *testing.T, limits discordsim.Limits) *gallery {
	t.Helper()
	t.Parallel()
	ctx, stop := context.WithTimeout(t.Context(), 4*time.Minute)
	t.Cleanup(stop)
	limits.Global = 1000
	sim := got[*discordsim.Server](t)(discordsim.Start(ctx, discordsim.Options{OpenAPI: got[wirelog.Checker](t)(openAPI()), Limits: limits}))
	g := &gallery{t: t, ctx: ctx, sim: sim, here: sim.Handshake(), log: &record{}, pace: time.Millisecond, news: make(chan struct{}, 1), quit: func() {}}
	g.hand = rest.New(rest.Options{API: g.here.REST, Token: g.here.Token})
	t.Cleanup(func() {
		g.quit()
		g.hand.Close()
		if err := sim.Close(); err != nil {
			t.Error(err)
		}
		for _, v := range sim.Violations() {
			if v.Kind != wirelog.Refused {
				t.Errorf("%s: %s %s: %s", v.Kind, v.Method, v.Path, v.Detail)
			}
		}
	})
	return g
}

// dot is a picture of a shade.
func dot(shade uint8) []byte {
	img := image.NewGray(image.Rect(0, 0, 8, 8))
	img.SetGray(1, 1, color.Gray{shade})
	var b bytes.Buffer
	_ = png.Encode(&b, img) // a buffer takes everything
	return b.Bytes()
}

// twoSets are a set of three and one of two, whose first picture has a shade.
func twoSets(shade uint8) []commands.EmojiSet {
	return []commands.EmojiSet{
		{Name: "classic", Pictures: []commands.EmojiPicture{{Name: "card_back", PNG: dot(1)}, {Name: "ace_of_clubs", PNG: dot(2)}, {Name: "queen_of_spades", PNG: dot(3)}}},
		{Name: "bold", Pictures: []commands.EmojiPicture{{Name: "ace_of_clubs_bold", PNG: dot(shade)}, {Name: "queen_of_spades_bold", PNG: dot(5)}}},
	}
}

// start runs the bot's emojis; what ran before is killed.
func (g *gallery) start(sets []commands.EmojiSet) (client *rest.Client) {
	g.quit()
	ctx, cancel := context.WithCancel(g.ctx)
	client = rest.New(rest.Options{API: g.here.REST, Token: g.here.Token})
	g.mu.Lock()
	g.shown = nil
	g.mu.Unlock()
	e := commands.NewEmojis(commands.EmojiOptions{
		Discord: commands.Discord{REST: client, Application: g.here.Application.String(), Log: slog.New(slog.NewTextHandler(g.log, nil))},
		Sets:    sets, Pace: g.pace, Show: func(ids map[string]string) {
			g.mu.Lock()
			g.shown = append(g.shown, ids)
			g.mu.Unlock()
			select {
			case g.news <- struct{}{}:
			default:
			}
		},
	})
	var err error
	ended := make(chan struct{})
	go func() { err = e.Run(ctx); close(ended) }()
	g.quit = func() {
		cancel()
		if <-ended; err != nil {
			g.t.Error(err)
		}
		client.Close()
		g.quit = func() {}
	}
	return client
}

// wait waits until emojis of all these names are shown, and no others, and gives their ids.
func (g *gallery) wait(names ...string) map[string]string {
	g.t.Helper()
	slices.Sort(names)
	for {
		g.mu.Lock()
		var last map[string]string
		if n := len(g.shown); n > 0 {
			last = g.shown[n-1]
		}
		g.mu.Unlock()
		if last != nil && slices.Equal(slices.Sorted(maps.Keys(last)), names) {
			return last
		}
		select {
		case <-g.news:
		case <-g.ctx.Done():
			g.t.Fatalf("shown are %v, not %v; the log:\n%s", last, names, g.log)
		}
	}
}

var allNames = []string{"ace_of_clubs", "ace_of_clubs_bold", "card_back", "queen_of_spades", "queen_of_spades_bold"} //nolint:gochecknoglobals // a constant

// all are the emojis that Discord has, by name.
func (g *gallery) all() map[string]rest.Emoji {
	g.t.Helper()
	by := make(map[string]rest.Emoji)
	for _, e := range got[[]rest.Emoji](g.t)(g.hand.Emojis(g.ctx, g.here.Application.String())) {
		by[e.Name] = e
	}
	return by
}

// whole says that Discord has what is shown and two marks, and nothing else but others.
func (g *gallery) whole(shown map[string]string, others ...string) {
	g.t.Helper()
	all, marks := g.all(), 0
	for name, e := range all {
		if strings.HasPrefix(name, "boathouse_") {
			marks++
		} else if shown[name] != e.ID && !slices.Contains(others, name) {
			g.t.Errorf("%s is %s, shown is %s", name, e.ID, shown[name])
		}
	}
	if marks != 2 || len(all) != len(shown)+2+len(others) {
		g.t.Errorf("there are %v", slices.Sorted(maps.Keys(all)))
	}
}

// changes are the requests that changed an emoji since, as "POST name" or "DELETE".
func (g *gallery) changes(since int) (changes []string) {
	for _, e := range g.sim.Wire().SentByBot()[since:] {
		if strings.Contains(e.Path, "/emojis") && e.Method != http.MethodGet {
			changes = append(changes, e.Method)
		}
	}
	return changes
}

func (g *gallery) sent() int { return len(g.sim.Wire().SentByBot()) }

// byHand sends a request of somebody who tends the emojis by hand.
func (g *gallery) byHand(method, name, body string) {
	g.t.Helper()
	address := fmt.Sprintf("%s/v10/applications/%s/emojis/%s", g.here.REST, g.here.Application, g.all()[name].ID)
	r := got[*http.Request](g.t)(http.NewRequestWithContext(g.ctx, method, address, strings.NewReader(body)))
	r.Header.Set("Authorization", "Bot "+g.here.Token)
	r.Header.Set("Content-Type", "application/json")
	answer := got[*http.Response](g.t)(http.DefaultClient.Do(r))
	if _ = answer.Body.Close(); answer.StatusCode/100 != 2 {
		g.t.Fatalf("%s %s: %d", method, name, answer.StatusCode)
	}
}

// TestEmojisComeAndStay: all of them, a set at a time; a start that finds them there changes nothing.
func TestEmojisComeAndStay(t *testing.T) {
	g := openGallery(t, discordsim.Limits{})
	if _, err := g.sim.UploadEmoji("boat", dot(9)); err != nil {
		t.Fatal(err)
	}
	g.start(twoSets(4))
	first := g.wait(allNames...)
	g.whole(first, "boat")
	if n := len(g.shown); n != 2 || len(g.shown[0]) != 3 {
		t.Errorf("shown in turn: %v", g.shown)
	}
	before := g.sent()
	g.start(twoSets(4))
	if again := g.wait(allNames...); !maps.Equal(first, again) {
		t.Errorf("after a restart they are %v, were %v", again, first)
	}
	if n := g.changes(before); len(n) > 0 {
		t.Errorf("changed again: %v", n)
	}
}

// TestASetThatWasDrawnAnewIsReplaced: that set alone, and its pictures are the new ones.
func TestASetThatWasDrawnAnewIsReplaced(t *testing.T) {
	g := openGallery(t, discordsim.Limits{})
	g.start(twoSets(4))
	first := g.wait(allNames...)
	before := g.sent()
	g.start(twoSets(40))
	then := g.wait(allNames...)
	g.whole(then)
	for name, id := range then {
		if strings.HasSuffix(name, "_bold") == (id == first[name]) {
			t.Errorf("%s was %s and is %s", name, first[name], id)
		}
	}
	if n := len(g.changes(before)); n != 6 { // a mark and two pictures, deleted and made
		t.Errorf("changed: %v", g.changes(before))
	}
	if !bytes.Equal(g.picture("ace_of_clubs_bold"), dot(40)) {
		t.Error("it shows the old picture")
	}
	// The version before is started again.
	g.start(twoSets(4))
	g.whole(g.wait(allNames...))
}

// TestEmojisGoOnWhereverTheyWereBrokenOff kills them at each request, before its effect and after it, drawn for the first
// time and anew. What was made isn't made again, and nothing old is taken for new.
func TestEmojisGoOnWhereverTheyWereBrokenOff(t *testing.T) {
	const asked = 2 // requests before the first change
	for name, of := range map[string]struct {
		first   []commands.EmojiSet
		changes int
		posts   int
	}{
		"drawn for the first time": {nil, 7, 7},
		"drawn anew":               {twoSets(40), 6, 3},
	} {
		for effect, fault := range map[string]discordsim.Fault{
			"before": {Kind: discordsim.Drop}, "after": {Kind: discordsim.Slow, Delay: time.Hour},
		} {
			for n := range asked + of.changes {
				t.Run(fmt.Sprint(name, ", ", effect, " request ", n), func(t *testing.T) {
					g := openGallery(t, discordsim.Limits{})
					if of.first != nil {
						g.start(of.first)
						g.wait(allNames...)
						g.quit()
					}
					before := g.sent()
					for range n {
						g.sim.Faults().Next("*", "*", discordsim.Fault{})
					}
					struck := g.sim.Faults().Next("*", "*", fault)
					g.start(twoSets(4))
					<-struck
					g.quit()
					if effect == "after" { // which stands on the wire when it is over there
						g.until(func() bool { return g.sent() > before+n })
					}
					g.start(twoSets(4))
					g.whole(g.wait(allNames...))
					posts := 0
					for _, method := range g.changes(before) {
						if method == http.MethodPost {
							posts++
						}
					}
					if posts != of.posts && (effect == "after" || posts != of.posts+1) {
						t.Errorf("%d uploads: %v", posts, g.changes(before))
					}
					if got := g.picture("ace_of_clubs_bold"); !bytes.Equal(got, dot(4)) {
						t.Error("an old picture is shown")
					}
				})
			}
		}
	}
}

// picture is what Discord shows for an emoji.
func (g *gallery) picture(name string) []byte {
	g.t.Helper()
	r := got[*http.Request](g.t)(http.NewRequestWithContext(g.ctx, http.MethodGet, g.here.Page+"emojis/"+g.all()[name].ID+".png", nil))
	answer := got[*http.Response](g.t)(http.DefaultClient.Do(r))
	defer func() { _ = answer.Body.Close() }()
	return got[[]byte](g.t)(io.ReadAll(answer.Body))
}

// TestEmojisChangedByHand: what is gone comes back, what was renamed is its owner's now, what somebody else uploaded
// stays, and its name keeps the set from being shown until it is free.
func TestEmojisChangedByHand(t *testing.T) {
	g := openGallery(t, discordsim.Limits{})
	g.start(twoSets(4))
	first := g.wait(allNames...)
	g.quit()
	g.byHand(http.MethodDelete, "ace_of_clubs", "")
	g.byHand(http.MethodPatch, "queen_of_spades", `{"name":"our_queen"}`)
	before := g.sent()
	g.start(twoSets(4))
	then := g.wait(allNames...)
	g.whole(then, "our_queen")
	if n := g.changes(before); !slices.Equal(n, []string{"POST", "POST"}) {
		t.Errorf("changed: %v", n)
	}
	if g.all()["our_queen"].ID != first["queen_of_spades"] {
		t.Error("what was renamed didn't stay")
	}
	g.quit()
	g.byHand(http.MethodDelete, "card_back", "")
	theirs := got[discord.ID](t)(g.sim.UploadEmoji("card_back", dot(9)))
	g.start(twoSets(4))
	g.wait("ace_of_clubs_bold", "queen_of_spades_bold")
	if g.all()["card_back"].ID != theirs.String() {
		t.Error("somebody else's emoji was touched")
	}
	if !strings.Contains(g.log.String(), "card_back") {
		t.Errorf("the log doesn't say so:\n%s", g.log)
	}
}

// TestWhereThereIsNoRoomForEmojisSymbolsStay: a set that fits is shown, the log says once that the other doesn't fit, and
// when there is room it comes.
func TestWhereThereIsNoRoomForEmojisSymbolsStay(t *testing.T) {
	g := openGallery(t, discordsim.Limits{Emojis: 7})
	theirs := got[discord.ID](t)(g.sim.UploadEmoji("boat", dot(9)))
	client := g.start(twoSets(4))
	g.wait("ace_of_clubs", "card_back", "queen_of_spades")
	full := func() int {
		n := 0
		for _, v := range g.sim.Violations() {
			if v.Code == rest.CodeTooManyEmojis {
				n++
			}
		}
		return n
	}
	g.until(func() bool { return full() == 1 })
	g.missed(client)
	g.until(func() bool { return full() == 2 }) // it was looked again
	if n := strings.Count(g.log.String(), "no room"); n != 1 {
		t.Errorf("the log says it %d times:\n%s", n, g.log)
	}
	if err := g.hand.DeleteEmoji(g.ctx, g.here.Application.String(), theirs.String()); err != nil {
		t.Fatal(err)
	}
	g.missed(client)
	g.whole(g.wait(allNames...))
}

// missed has a message refused for an emoji on it.
func (g *gallery) missed(client *rest.Client) {
	g.t.Helper()
	g.sim.Faults().Next("POST", "/channels/{channel_id}/messages", discordsim.Fault{Kind: discordsim.LostEmoji})
	_, err := client.CreateMessage(g.ctx, g.here.Channel.String(), fmt.Sprint(g.sent()), rest.Payload{Body: map[string]any{
		"content": "x", "components": []any{map[string]any{"type": 1, "components": []any{map[string]any{
			"type": 2, "style": 1, "label": "x", "custom_id": "x", "emoji": struct {
				ID string `json:"id"`
			}{"1"},
		}}}},
	}})
	if err != nil {
		g.t.Fatal(err)
	}
}

// until waits until what the wire shows is so.
func (g *gallery) until(so func() bool) {
	g.t.Helper()
	for {
		seen := uint64(0)
		if newest := g.sim.Wire().Newest(0, 1); len(newest) > 0 {
			seen = newest[0].N
		}
		if so() {
			return
		}
		if g.sim.Wire().Wait(g.ctx, seen); g.ctx.Err() != nil {
			g.t.Fatalf("it isn't so; the log:\n%s", g.log)
		}
	}
}

// TestEmojisDeletedMeanwhileComeBack: one that is missed on a button has the bot look, and it isn't shown until it is back.
func TestEmojisDeletedMeanwhileComeBack(t *testing.T) {
	g := openGallery(t, discordsim.Limits{})
	client := g.start(twoSets(4))
	first := g.wait(allNames...)
	g.byHand(http.MethodDelete, "queen_of_spades", "")
	g.missed(client)
	g.wait("ace_of_clubs_bold", "queen_of_spades_bold")
	then := g.wait(allNames...)
	if g.whole(then); then["queen_of_spades"] == first["queen_of_spades"] || then["card_back"] != first["card_back"] {
		t.Errorf("they were %v and are %v", first, then)
	}
	// A message that was refused though the emojis are there changes nothing.
	before := g.sent()
	g.missed(client)
	g.until(func() bool { return g.looked(before) })
	if n := g.changes(before); len(n) > 0 {
		t.Errorf("changed: %v", n)
	}
}

// looked says whether the emojis were listed since.
func (g *gallery) looked(since int) bool {
	return slices.ContainsFunc(g.sim.Wire().SentByBot()[since:], func(e wirelog.Exchange) bool {
		return e.Method == http.MethodGet && strings.HasSuffix(e.Path, "/emojis")
	})
}

// TestEmojisComeThroughStorms: refused over and over, with answers of every kind lost, they come in the end, and nothing is
// left over.
func TestEmojisComeThroughStorms(t *testing.T) {
	t.Parallel()
	storms := map[string]discordsim.Fault{
		"too many":                 {Kind: discordsim.Status429, RetryAfter: 20 * time.Millisecond},
		"too many, of everybody":   {Kind: discordsim.Status429, RetryAfter: 20 * time.Millisecond, Shared: true},
		"too many of everything":   {Kind: discordsim.Status429, RetryAfter: 20 * time.Millisecond, Global: true},
		"trouble after the effect": {Kind: discordsim.StatusAfter, Status: http.StatusBadGateway},
		"trouble":                  {Kind: discordsim.StatusBefore, Status: http.StatusBadGateway},
		"a line that breaks":       {Kind: discordsim.Drop},
		"a line that breaks late":  {Kind: discordsim.DropAfterEffect},
		"nothing said":             {Kind: discordsim.OtherBody},
	}
	for name, fault := range storms {
		t.Run(name, func(t *testing.T) {
			g := openGallery(t, discordsim.Limits{})
			for range 4 {
				g.sim.Faults().Next("POST", emojisRoute, fault)
				g.sim.Faults().Next("GET", emojisRoute, fault)
				g.sim.Faults().Next("*", "*", discordsim.Fault{})
			}
			g.start(twoSets(40))
			g.wait(allNames...)
			for range 3 {
				g.sim.Faults().Next("DELETE", emojiRoute, fault)
				g.sim.Faults().Next("POST", emojisRoute, fault)
			}
			g.start(twoSets(4))
			g.whole(g.wait(allNames...))
			if !bytes.Equal(g.picture("ace_of_clubs_bold"), dot(4)) {
				t.Error("an old picture is shown")
			}
		})
	}
}

// TestADiscordWithoutEmojisIsAskedAgain has Discord not know the call twice, and then know it.
func TestADiscordWithoutEmojisIsAskedAgain(t *testing.T) {
	g := openGallery(t, discordsim.Limits{})
	for range 2 {
		g.sim.Faults().Next("GET", emojisRoute, discordsim.Fault{Kind: discordsim.StatusBefore, Status: http.StatusNotFound})
	}
	g.start(twoSets(4))
	g.whole(g.wait(allNames...))
	if n := strings.Count(g.log.String(), "no emojis here"); n != 1 {
		t.Errorf("the log says it %d times:\n%s", n, g.log)
	}
}

// TestASetThatIsRefusedKeepsNoOtherBack has Discord refuse one emoji of the first set over and over.
func TestASetThatIsRefusedKeepsNoOtherBack(t *testing.T) {
	g := openGallery(t, discordsim.Limits{})
	sets := twoSets(4)
	sets[0].Pictures[0].PNG = []byte("no picture")
	g.start(sets)
	g.wait("ace_of_clubs_bold", "queen_of_spades_bold")
	g.quit()
	g.start(twoSets(4))
	g.whole(g.wait(allNames...))
}

// TestNobodyWaitsForEmojis has uploads hang while people play: each answer comes first, and none is put off.
func TestNobodyWaitsForEmojis(t *testing.T) {
	p := open(t, setup{})
	hang := p.sim.Faults().Next("POST", emojisRoute, discordsim.Fault{Kind: discordsim.Slow, Delay: time.Hour})
	ctx, cancel := context.WithCancel(p.ctx)
	done := make(chan error, 1)
	e := commands.NewEmojis(commands.EmojiOptions{
		Discord: p.discord(p.client, slog.New(slog.DiscardHandler)), Sets: twoSets(4), Pace: time.Millisecond, Show: p.board.ShowEmojis,
	})
	go func() { done <- e.Run(ctx) }()
	<-hang
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	for range 5 {
		ben.told(func() { ben.slash("hand", nil) })
	}
	cancel()
	p.must(<-done)
	p.must(p.hall.Close(p.ctx))
	if s := p.hall.Stats(); s.Deferred > 0 || s.Received < 5 {
		t.Errorf("%+v", s)
	}
}

// TestAHandWithAnEmojiThatIsGoneIsShown: Discord refuses the message for it, and takes it without.
func TestAHandWithAnEmojiThatIsGoneIsShown(t *testing.T) {
	p := open(t, setup{})
	p.may = []int{rest.CodeInvalidForm}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	ids := make(map[string]string)
	for _, s := range render.Styles() {
		for c := range engine.Card(engine.PackSize) {
			ids[render.EmojiName(s, c)] = "7"
		}
	}
	p.board.ShowEmojis(ids)
	ben.slash("hand", nil)
	p.must(ben.Wait(p.ctx, func([]discord.Message) bool {
		return slices.ContainsFunc(ben.private(), func(m discord.Message) bool { return strings.Contains(m.Text(), ":7>") })
	}))
	refused := 0
	for _, v := range p.sim.Violations() {
		if v.Code == rest.CodeInvalidForm {
			refused++
		}
	}
	if refused != 1 || p.hall.Stats().Faults > 0 {
		t.Errorf("refused %d times, %d faults", refused, p.hall.Stats().Faults)
	}
}
