package commands_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// editRoute is where a table message is edited.
const editRoute = "/channels/{channel_id}/messages/{message_id}"

// TestAPictureGoesWithItsMessage posts a gallery of one picture, which a person then sees with its alt text.
func TestAPictureGoesWithItsMessage(t *testing.T) {
	p := open(t, setup{schema: true})
	var drawn bytes.Buffer
	p.must(png.Encode(&drawn, image.NewGray(image.Rect(0, 0, 11, 7))))
	file := render.File{Name: "table.png", Type: "image/png", Alt: "two melds", Data: drawn.Bytes()}
	m := render.Line("A picture")
	m = m.Edit()
	m.Components, m.Files = append(m.Components, render.Show(file)), []render.File{file}
	got[*rest.Message](t)(p.client.CreateMessage(p.ctx, p.channel.String(), "one", commands.Payload(m)))

	ada := p.guest("Ada")
	shown := ada.publicly("A picture")
	item := shown.Components[1].Items[0]
	content, err := ada.Fetch(p.ctx, item.Media.URL)
	if err != nil || !bytes.Equal(content, file.Data) || item.Description == nil || *item.Description != file.Alt {
		t.Errorf("%+v, %d bytes, %v", item, len(content), err)
	}
}

// pictured opens a place whose bot draws.
func pictured(t *testing.T, s setup) *place {
	t.Helper()
	s.schema, s.artist = true, artist()
	return open(t, s)
}

// pictureOf is the picture of a message; the zero value where it has none.
func pictureOf(m discord.Message) discord.Media {
	for _, c := range all(m.Components) {
		for _, item := range c.Items {
			return item.Media
		}
	}
	return discord.Media{}
}

func pictures(t *testing.T, m discord.Message) string {
	t.Helper()
	of := pictureOf(m)
	return of.URL[strings.LastIndex(of.URL, "/")+1:]
}

// rested waits until nobody is answered any more and every post is made.
func (p *place) rested() {
	p.t.Helper()
	p.must(p.hall.Close(p.ctx))
	p.settled()
}

// brought lists the pictures that the bot brought since an entry of the wire, each by its
// name, after the kind of call.
func (p *place) brought(since uint64) (all []string) {
	for _, e := range p.sim.Wire().SentByBot() {
		var form struct {
			Files []struct {
				Name string `json:"name"`
			} `json:"files"`
		}
		if e.N > since && json.Unmarshal(e.Body, &form) == nil {
			for _, f := range form.Files {
				how := "edit "
				switch {
				case strings.Contains(e.Path, "/callback"):
					how = "answer "
				case strings.Contains(e.Path, "/webhooks/"):
					how = "token "
				case e.Method == http.MethodPost:
					how = "post "
				}
				all = append(all, how+f.Name)
			}
		}
	}
	return all
}

// TestAPictureIsBroughtOnceAState plays a turn: the table keeps its picture until the turn ends, a hand as long as it
// looks the same, and nothing is brought twice to a message, not after a restart either.
func TestAPictureIsBroughtOnceAState(t *testing.T) {
	p := pictured(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	p.rested()
	begun := ada.playing(1)
	his, hers := ben.hand(), ada.hand()
	if pictureOf(begun).ID == 0 || pictureOf(his).ID == 0 || pictures(t, begun) == pictures(t, his) {
		t.Fatalf("the table shows %q, the hand %q", pictures(t, begun), pictures(t, his))
	}
	p.rested()
	since := p.newest()
	ada.press(hers, "rf")
	p.rested()
	if got := p.brought(since); len(got) != 0 {
		t.Errorf("a hand that looks the same as %q brings %q", pictures(t, hers), got)
	}
	his = ben.told(func() { ben.press(his, "pl draw stock") })
	drawn := ada.board("drew 2")
	p.rested()
	if pictureOf(drawn).ID != pictureOf(begun).ID || altOf(drawn) != altOf(begun) {
		t.Errorf("within a turn the table's picture becomes %q: %s", pictures(t, drawn), altOf(drawn))
	}
	if got := p.brought(since); !slices.Equal(got, []string{"answer " + pictures(t, his)}) {
		t.Errorf("a draw brings %q", got)
	}
	p.stop()
	p.start()
	since = p.newest()
	his = ben.told(func() { ben.pick(his, "pl m", engine.Meld{Cards: cards(t, "8C 8D 8S")}.String()) })
	melded := ada.board("melded")
	p.rested()
	if pictureOf(melded).ID != pictureOf(begun).ID {
		t.Errorf("after a restart within the turn the table's picture becomes %q", pictures(t, melded))
	}
	if got := p.brought(since); !slices.Equal(got, []string{"answer " + pictures(t, his)}) {
		t.Errorf("a meld after a restart brings %q", got)
	}
	ben.told(func() { ben.pick(his, "pl d0", "discard QS") })
	over := ada.board(p.turns("Ada"))
	p.rested()
	if pictureOf(over).ID == pictureOf(begun).ID || pictures(t, over) == pictures(t, begun) || altOf(over) == altOf(begun) {
		t.Error("the turn is over, and the table looks as before it")
	}
	if got := p.brought(since); slices.Index(got, "edit "+pictures(t, over)) < 0 {
		t.Errorf("the end of a turn brings %q", got)
	}
}

func altOf(m discord.Message) string {
	for _, c := range all(m.Components) {
		for _, item := range c.Items {
			if item.Description != nil {
				return *item.Description
			}
		}
	}
	return ""
}

// TestNoMoveWaitsForAPicture has each call that brings a picture fail in each way: what was to be said is, without the
// picture, and the next state has one.
func TestNoMoveWaitsForAPicture(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordsim.Fault{
		"refused":            {Kind: discordsim.StatusBefore, Status: http.StatusBadRequest},
		"too large":          {Kind: discordsim.StatusBefore, Status: http.StatusRequestEntityTooLarge},
		"forbidden":          {Kind: discordsim.StatusBefore, Status: http.StatusForbidden},
		"broken":             {Kind: discordsim.StatusBefore, Status: http.StatusInternalServerError},
		"limited":            {Kind: discordsim.Status429, RetryAfter: 50 * time.Millisecond},
		"cut off":            {Kind: discordsim.Drop},
		"cut off when done":  {Kind: discordsim.DropAfterEffect},
		"broken when done":   {Kind: discordsim.StatusAfter, Status: http.StatusBadGateway},
		"after what follows": {Kind: discordsim.Reorder, Delay: 20 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			fault.Files = true
			p := pictured(t, setup{patience: 2 * time.Second})
			p.may = []int{0, rest.CodeAlreadyAnswered, rest.CodeUnknownWebhook}
			ada, ben := p.guest("Ada"), p.guest("Ben")
			p.game()
			struck := []<-chan struct{}{p.sim.Faults().Next(http.MethodPatch, editRoute, fault)} // the table, dealt
			p.lobby(nil, ada, ben)
			ada.told(func() { ada.press(ada.board(), "st") })
			ada.playing(1)
			p.rested()
			p.later(31 * time.Second)                                                           // pictures have rested
			struck = append(struck, p.sim.Faults().Next(http.MethodPost, callbackRoute, fault)) // a hand of its own
			his := ben.hand()
			p.later(31 * time.Second)
			struck = append(struck, p.sim.Faults().Next(http.MethodPost, callbackRoute, fault)) // a hand in place
			his = ben.told(func() { ben.press(his, "pl draw stock") })
			p.later(31 * time.Second)
			his = ben.told(func() { ben.pick(his, "pl m", engine.Meld{Cards: cards(t, "8C 8D 8S")}.String()) })
			for try := 0; pictureOf(his).ID == 0 && try < 5; try++ { // a slow machine may let an answer go without
				p.later(31 * time.Second)
				his = ben.told(func() { ben.press(his, "so") })
			}
			if pictureOf(his).ID == 0 {
				t.Error("the next hand has no picture")
			}
			ben.told(func() { ben.pick(his, "pl d0", "discard QS") })
			ada.sees("the next turn, with a picture", func(m discord.Message) bool {
				// After a limit pictures leave room to others for longer than this takes.
				return isBoard(m) && holds(m, []string{p.turns("Ada")}) && (pictureOf(m).ID != 0 || name == "limited")
			})
			for i, met := range struck {
				select {
				case <-met:
				default:
					t.Errorf("fault %d struck nothing", i)
				}
			}
			p.rested()
		})
	}
}

// TestAResultGoesWithoutItsPicture has Discord break over a result's picture, over that without a description, and then not.
func TestAResultGoesWithoutItsPicture(t *testing.T) {
	for name, faults := range map[string]int{"described": 0, "untold": 1, "bare": 2} {
		t.Run(name, func(t *testing.T) {
			p := pictured(t, setup{})
			p.may = []int{0}
			ada, ben := p.guest("Ada"), p.guest("Ben")
			p.quick()
			p.dealt(nil, ada, ben)
			for range faults {
				p.sim.Faults().Next(http.MethodPost, "/channels/{channel_id}/messages", discordsim.Fault{Kind: discordsim.StatusBefore, Status: 500, Files: true})
			}
			ben.wins()
			m := ada.result()
			if got, want := pictureOf(m).ID != 0, faults < 2; got != want {
				t.Errorf("a picture: %v", got)
			}
			if pictureOf(m).ID != 0 && (altOf(m) == "") != (faults == 1) {
				t.Errorf("described as %q", altOf(m))
			}
		})
	}
}

// TestAPictureThatIsGoneIsBroughtAgain has the bot believe in a picture that Discord doesn't know.
func TestAPictureThatIsGoneIsBroughtAgain(t *testing.T) {
	p := pictured(t, setup{wire: func(in map[string]any) {
		text, err := json.Marshal(in["message"])
		if err != nil || !strings.Contains(string(text), "attachment_id") {
			return
		}
		var m map[string]any
		decoder := json.NewDecoder(strings.NewReader(strings.ReplaceAll(string(text), `"attachment_id":"`, `"attachment_id":"9`)))
		decoder.UseNumber()
		if decoder.Decode(&m) == nil {
			in["message"] = m
		}
	}})
	p.may = []int{rest.CodeInvalidForm}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	hers := ada.hand()
	p.rested()
	p.stop()
	p.start()
	since := p.newest()
	ada.press(hers, "rf")
	p.rested()
	if got := p.brought(since); !slices.Equal(got, []string{"answer " + pictures(t, hers)}) {
		t.Errorf("a picture that is gone is brought as %q", got)
	}
	if now := ada.one(); pictureOf(now).ID == 0 || pictureOf(now).ID == pictureOf(hers).ID {
		t.Errorf("then %+v stands", pictureOf(now))
	}
}

// TestADeletedTableIsPostedWithItsPicture deletes the table message just before its turn ends.
func TestADeletedTableIsPostedWithItsPicture(t *testing.T) {
	p := pictured(t, setup{})
	p.may = []int{rest.CodeUnknownMessage}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	his := ben.hand()
	his = ben.told(func() { ben.press(his, "pl draw stock") })
	p.rested()
	p.sim.Faults().Next(http.MethodPatch, editRoute, discordsim.Fault{Kind: discordsim.StatusBefore, Status: http.StatusRequestEntityTooLarge, Files: true})
	p.may = append(p.may, 0)
	p.must(ada.Delete(p.ctx, p.channel, ada.boards()[0].ID))
	ben.told(func() { ben.pick(his, "pl d0", "discard QS") })
	m := ada.board(p.turns("Ada"))
	p.rested()
	if pictureOf(m).ID == 0 || len(ada.boards()) != 1 {
		t.Errorf("%d tables, with %+v", len(ada.boards()), pictureOf(m))
	}
}

// TestWhereNoFilesMayBeAttachedThereAreNoPictures plays where the bot lacks the permission, and then has it.
func TestWhereNoFilesMayBeAttachedThereAreNoPictures(t *testing.T) {
	const view, send, attach, history = 1 << 10, 1 << 11, 1 << 15, 1 << 16
	p := pictured(t, setup{})
	p.sim.Permit(p.channel, view|send|history)
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	since := p.newest()
	ada.slash("rum new", nil)
	if said := p.say("en-US", lang.LobbyNoPictures, lang.List("**Attach Files**")); !strings.Contains(ada.board("Ada").Text(), said) {
		t.Errorf("the lobby says nothing of %q: %s", said, ada.board("Ada").Text())
	}
	ben.press(ben.board(), "jo")
	ada.told(func() { ada.press(ada.board("Ben"), "st") })
	ada.playing(1)
	his := ben.hand()
	p.rested()
	if got := p.brought(since); len(got) != 0 {
		t.Errorf("brought all the same: %q", got)
	}
	p.sim.Permit(p.channel, view|send|attach|history)
	his = ben.told(func() { ben.press(his, "pl draw stock") })
	if pictureOf(his).ID == 0 {
		t.Error("allowed, and there is none")
	}
}
