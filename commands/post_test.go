package commands_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

const (
	messagesRoute = "/channels/{channel_id}/messages"
	messageRoute  = messagesRoute + "/{message_id}"
)

// turns is who is to play, as the table message says it.
func (p *place) turns(name string) string {
	words, _, _ := strings.Cut(p.say("en-US", lang.TableDraws, lang.Name(name)), ".")
	return words
}

func (p *place) plays(name string) string {
	words, _, _ := strings.Cut(p.say("en-US", lang.TablePlays, lang.Name(name)), ".")
	return words
}

// settled returns when the table owes its channel nothing any more, and the screens show what was posted.
func (p *place) settled() {
	p.t.Helper()
	for s := p.house.Stats(); s.Owed > 0 || s.Queued > 0 || p.board.Looking(); s = p.house.Stats() {
		ctx, cancel := context.WithTimeout(p.ctx, 5*time.Millisecond)
		p.sim.Wire().Wait(ctx, 1<<62)
		cancel()
		if p.ctx.Err() != nil {
			p.t.Fatal("posts are still owed")
		}
	}
	p.must(p.sim.Shown(p.ctx))
}

func TestEveryTableOfAChannelAnswersItsCommand(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.dealt(nil, ada, ben)
	for range 3 {
		ada.told(func() { ada.slash("cut", options{"word": "oars"}) })
	}
	sure := ada.told(func() { ada.slash("rum close", nil) })
	ada.told(func() { ada.press(sure, "cs") })
	p.settled()
	before := len(ben.private())
	ben.slash("rum new", nil)
	lobby := ben.board(p.say("en-US", lang.LobbyOpen))
	if lobby.CauseName == nil || len(ben.private()) != before {
		t.Errorf("the lobby isn't the answer: %+v", lobby)
	}
	ada.press(ada.board(p.say("en-US", lang.LobbyOpen)), "jo")
	if again := ada.board("Ada", "Ben", p.say("en-US", lang.LobbyOpen)); again.ID != lobby.ID {
		t.Error("the lobby was posted anew")
	}
}

func TestOneIsPingedAndNobodyElse(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	board := ben.board(p.turns("Ben"))
	ben.told(func() { ben.press(board, "dr stock") })
	ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
	ada.board(p.turns("Ada"))
	p.settled()
	isPing := func(m discord.Message) bool { return len(m.Mentions) > 0 }
	if slices.ContainsFunc(ada.Sees(p.channel), isPing) {
		t.Error("a ping for somebody who has just been here")
	}
	p.later(2 * time.Minute)
	ada.told(func() { ada.slash("draw", options{"from": "stock"}) })
	ada.told(func() { ada.slash("discard", options{"card": "JD"}) })
	ping := ben.sees("a ping", isPing)
	ben.alone(p.say("", lang.HandDraw)) // the hand that he sees is up to date: what changes then is the answer
	if len(ping.Mentions) != 1 || ping.Mentions[0].ID != ben.ID() || ping.MentionEveryone || ping.Ephemeral() {
		t.Errorf("pinged are %+v", ping.Mentions)
	}
	hand := ben.told(func() { ben.press(ping, "ha") })
	ben.told(func() { ben.press(hand, "pl draw stock") })
	p.must(ben.Wait(p.ctx, func(seen []discord.Message) bool { return !slices.ContainsFunc(seen, isPing) }))
	ben.told(func() { ben.slash("discard", options{"card": "KC"}) })
	if again := ben.board(p.turns("Ada")); again.ID != board.ID {
		t.Error("a ping that is gone moved the table")
	}
}

func TestTheTableFollowsTheTalkAtATurnChange(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	board := ben.board(p.turns("Ben"))
	chat := got[discord.Message](t)(ada.Say(p.ctx, p.channel, "nice boat"))
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	if m := ben.board(p.plays("Ben")); m.ID != board.ID {
		t.Error("the table moved in mid-turn")
	}
	ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
	moved := ada.board(p.turns("Ada"))
	if moved.ID < chat.ID {
		t.Error("the table stays above the talk")
	}
	p.must(ada.Wait(p.ctx, func([]discord.Message) bool { return len(ada.boards()) == 1 }))
	ada.told(func() { ada.slash("draw", options{"from": "stock"}) })
	ada.told(func() { ada.slash("discard", options{"card": "JD"}) })
	if m := ben.board(p.turns("Ben")); m.ID != moved.ID {
		t.Error("the table moved though nothing stood below")
	}
	ada.one()
	ben.one()
	p.settled()
	p.later(61 * time.Minute)
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	if m := ben.board(p.plays("Ben")); m.ID != moved.ID {
		t.Error("an old table moved in mid-turn")
	}
	ada.told(func() { ada.slash("hand", nil) }) // she is here, so nothing calls her
	ben.told(func() { ben.slash("discard", options{"card": "KC"}) })
	if m := ada.board(p.turns("Ada")); m.ID != moved.ID {
		t.Error("an old table moved though a call may follow")
	}
	p.must(ada.Wait(p.ctx, func([]discord.Message) bool { return len(ada.boards()) == 1 }))
	again := ada.board().ID
	ada.told(func() { ada.slash("rum table", nil) })
	ada.sees("the table anew", func(m discord.Message) bool { return isBoard(m) && m.ID > again })
}

// TestAnOldTableMovesWithAComputersTurn has Ada be away: nobody is called in that turn.
func TestAnOldTableMovesWithAComputersTurn(t *testing.T) {
	p := open(t, setup{schema: true, delay: time.Minute}) // longer than anybody looks
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(options{"turn": "0s"}, ada, ben)
	ada.told(func() { ada.slash("rum away", nil) })
	p.settled()
	board := ben.board(p.turns("Ben"))
	p.later(61 * time.Minute)
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
	if m := ben.board(p.turns("Ada")); m.ID == board.ID {
		t.Error("an old table stays where it is")
	}
}

func TestATableThatDiscordHoldsBackIsPostedAnew(t *testing.T) {
	p := open(t, setup{schema: true})
	p.may = []int{rest.CodeOldMessageEdits}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(options{"turn": "0s"}, ada, ben) // else the hour that passes is given back, and that is an edit
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	board := ben.board(p.plays("Ben"))
	p.settled()
	p.later(61 * time.Minute)
	for i, step := range []struct {
		command string
		options options
		seen    string
	}{
		{"meld", options{"cards": "8C 8D 8S"}, "8♣ 8♦ 8♠"},
		{"meld", options{"cards": "9H TH JH"}, "9♥ 10♥ J♥"},
		{"layoff", options{"cards": "QH", "meld": 2}, "9♥ 10♥ J♥ Q♥"},
		{"layoff", options{"cards": "KH", "meld": 2}, "9♥ 10♥ J♥ Q♥ K♥"},
	} {
		ben.told(func() { ben.slash(step.command, step.options) })
		m := ben.board(step.seen)
		if moved := m.ID != board.ID; moved != (i == 3) {
			t.Errorf("after %d edits: moved is %v", i+1, moved)
		}
	}
}

// TestATableOfAnotherApplicationIsPostedAnew has the bot find a table message that it may not edit,
// as after a new application was made for it.
func TestATableOfAnotherApplicationIsPostedAnew(t *testing.T) {
	p := open(t, setup{})
	p.may = []int{rest.CodeNotAuthor, rest.CodeMissingPermissions}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	p.settled()
	id := p.look().ID
	p.stop()
	db := got[*sqlite.DB](t)(sqlite.Open(p.ctx, p.path, sqlite.Options{}))
	refs := got[table.Log](t)(db.Load(p.ctx, id)).Refs
	refs.Table = got[discord.Message](t)(ada.Say(p.ctx, p.channel, "Hello")).ID.String()
	p.must(db.Posted(p.ctx, nil, id, 0, refs))
	p.must(db.Close())
	p.start()
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	if m := ben.board(p.plays("Ben")); m.ID.String() == refs.Table {
		t.Error("the table is another's message")
	}
}

func TestADeletedTableIsPostedAnew(t *testing.T) {
	p := open(t, setup{})
	p.may = []int{rest.CodeUnknownMessage}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	board := ben.board(p.turns("Ben"))
	p.must(ada.Delete(p.ctx, p.channel, board.ID))
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	if m := ben.board(p.plays("Ben")); m.ID == board.ID {
		t.Error("a deleted message came back")
	}
	p.settled()
	for _, e := range p.sim.Wire().SentByBot() {
		if e.Method == http.MethodDelete && strings.HasSuffix(e.Path, "/"+board.ID.String()) {
			t.Error("a message known to be gone was deleted once more")
		}
	}
}

func TestAnArchivedThreadIsOpenedByTheTable(t *testing.T) {
	p := open(t, setup{schema: true})
	p.may = []int{rest.CodeThreadArchived}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.channel = got[discord.ID](t)(ada.Thread(p.ctx, p.channel, "game"))
	p.dealt(nil, ada, ben)
	p.later(2 * time.Minute)
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
	ada.sees("a ping", func(m discord.Message) bool { return len(m.Mentions) > 0 })
	p.settled()
	board, hand := ada.board(p.turns("Ada")), ada.one()
	p.asPerson(ada, http.MethodPatch, "/channels/"+p.channel.String(), `{"archived":true}`)
	ada.told(func() { ada.press(hand, "pl draw stock") })
	if m := ada.board(p.plays("Ada")); m.ID == board.ID {
		t.Error("a message in an archived thread was edited")
	}
	ada.told(func() { ada.slash("discard", options{"card": "JD"}) })
	ben.board(p.turns("Ben"))
	p.must(ada.Wait(p.ctx, func(seen []discord.Message) bool {
		return !slices.ContainsFunc(seen, func(m discord.Message) bool {
			return len(m.Mentions) > 0 && m.Mentions[0].ID == ada.ID()
		})
	}))
}

// asPerson sends what the Go client has no method for.
func (p *place) asPerson(g *guest, method, path, body string) {
	p.t.Helper()
	req := got[*http.Request](p.t)(http.NewRequestWithContext(p.ctx, method, p.here.REST+"/v10"+path, strings.NewReader(body)))
	req.Header.Set("Authorization", g.Token())
	req.Header.Set("Content-Type", "application/json")
	resp := got[*http.Response](p.t)(http.DefaultClient.Do(req))
	if err := resp.Body.Close(); err != nil || resp.StatusCode != http.StatusOK {
		p.t.Fatalf("%s %s: %d, %v", method, path, resp.StatusCode, err)
	}
}

func TestATableEditThatWaitsHoldsNoAnswerUp(t *testing.T) {
	for name, fault := range map[string]discordsim.Fault{
		"refused": {Kind: discordsim.Status429, RetryAfter: 4 * time.Second},
		"slow":    {Kind: discordsim.Slow, Delay: 4 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, setup{})
			p.may = []int{0}
			ada, ben := p.guest("Ada"), p.guest("Ben")
			p.game()
			p.dealt(nil, ada, ben)
			p.settled()
			struck := p.sim.Faults().Next(http.MethodPatch, messageRoute, fault)
			ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
			<-struck
			ben.told(func() { ben.slash("meld", options{"cards": "8C 8D 8S"}) })
			ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
			ada.board(p.turns("Ada"), "8♣ 8♦ 8♠")
			p.rested()
			var order []string
			for _, e := range p.sim.Wire().SentByBot() {
				if strings.Contains(e.Path, "/callback") {
					order = append(order, "answer")
				} else if e.Method == http.MethodPatch && strings.Contains(e.Path, "/channels/") {
					order = append(order, "edit")
				}
			}
			// The first edit was under way before the meld and the discard were asked for, and ended after both answers.
			want := []string{"answer", "answer", "edit", "edit"}
			if !slices.Equal(order[max(0, len(order)-len(want)):], want) {
				t.Errorf("sent in the order %v, want %v at the end", order, want)
			}
		})
	}
}

// stale says what the table message shows that isn't so any more.
func (p *place) stale(g *guest) string {
	p.settled()
	s := p.look()
	name := []string{"Ada", "Ben"}[s.View.Turn]
	want := p.turns(name)
	if s.View.Phase == engine.ToPlay {
		want = p.plays(name)
	}
	for _, m := range g.boards() {
		if strings.Contains(m.Text(), want) {
			return ""
		}
	}
	return want + " isn't shown"
}

func TestTheTableEndsOnTheNewestState(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	p.settled()
	old := ada.board(p.turns("Ben"))
	struck := p.sim.Faults().Next(http.MethodPatch, messageRoute, discordsim.Fault{Kind: discordsim.Reorder, Delay: 400 * time.Millisecond})
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	<-struck
	ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
	ada.board(p.turns("Ada"))
	p.settled()
	if wrong := p.stale(ada); wrong != "" {
		t.Error(wrong)
	}
	// Were the older state written last, this would notice.
	var body struct {
		Flags      int             `json:"flags"`
		Components json.RawMessage `json:"components"`
		Allowed    json.RawMessage `json:"allowed_mentions"`
	}
	body.Flags, body.Allowed = discord.FlagComponentsV2, json.RawMessage(`{"parse":[]}`)
	body.Components = got[[]byte](t)(json.Marshal(old.Components))
	got[*rest.Message](t)(p.client.EditMessage(p.ctx, p.channel.String(), old.ID.String(), rest.Payload{Body: body}))
	ada.board(p.turns("Ben"))
	if p.stale(ada) == "" {
		t.Error("a stale table isn't noticed")
	}
}

func TestAReminderTakesThePlaceOfThePing(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	p.settled()
	s := p.look()
	whom := []sitting.Person{s.Seats[s.View.Turn].Person}
	standing := table.Refs{Table: ben.board().ID.String(), TablePosted: p.now()}
	refs := got[table.Refs](t)(p.board.Post(p.ctx, p.house, table.Post{ID: 1 << 50, Kind: table.PostPing, Seq: s.Version, Calls: whom}, s, standing))
	ping := refs.Ping
	refs = got[table.Refs](t)(p.board.Post(p.ctx, p.house, table.Post{ID: 1<<50 + 1, Kind: table.PostReminder, Seq: s.Version, Calls: whom}, s, refs))
	words := p.say("", lang.CallHalf)
	m := ben.sees("the reminder", func(m discord.Message) bool { return m.ID.String() == refs.Ping })
	p.settled()
	gone := !slices.ContainsFunc(ben.Sees(p.channel), func(m discord.Message) bool { return m.ID.String() == ping })
	if refs.Ping == ping || !gone || refs.PingSeq != s.Version {
		t.Errorf("the ping %s is gone: %v, and the refs are %+v", ping, gone, refs)
	}
	if len(m.Mentions) != 1 || m.Mentions[0].ID != ben.ID() || !holds(m, []string{words, "<t:"}) {
		t.Errorf("the reminder calls %v: %s", m.Mentions, m.Text())
	}
	if his := ben.told(func() { ben.press(m, "dr stock") }); !holds(his, []string{"Q♥ Q♠"}) {
		t.Errorf("its button is answered by %s", his.Text())
	}
}

func TestAPostTriedAgainShowsTheNewestState(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	p.settled()
	before := p.look()
	post := table.Post{ID: 1 << 40, Kind: table.PostTable, Seq: before.Seq, Again: true}
	first := got[table.Refs](t)(p.board.Post(p.ctx, p.house, post, before, table.Refs{}))
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	p.settled()
	// The answer to the first try was lost: neither the hall nor the store knows of it.
	p.stop()
	p.start()
	second := got[table.Refs](t)(p.board.Post(p.ctx, p.house, post, p.look(), table.Refs{}))
	if first.Table != second.Table {
		t.Errorf("two messages for one post: %s and %s", first.Table, second.Table)
	}
	ada.sees("the newest state there", func(m discord.Message) bool {
		return m.ID.String() == first.Table && holds(m, []string{p.plays("Ben")})
	})
}

func TestAFreshHandReplacesTheEarlierOne(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.dealt(nil, ada, ben)
	first := ben.hand()
	second := ben.hand()
	if first.ID == second.ID {
		t.Error("the button didn't bring a new message")
	}
	if kept := ben.one(); kept.ID != second.ID {
		t.Error("the earlier hand was kept")
	}
	p.settled()
	p.later(16 * time.Minute)
	third := ben.hand()
	if !slices.ContainsFunc(ben.private(), func(m discord.Message) bool { return m.ID == third.ID }) {
		t.Error("no hand after a while")
	}
}

// TestATableComesBackWithThePermission takes all permissions away in mid-hand: the hand goes on
// privately, and says what is missing. The first click after that brings the table.
func TestATableComesBackWithThePermission(t *testing.T) {
	p := open(t, setup{locales: map[string]string{"Ben": "de"}})
	p.may = []int{rest.CodeMissingAccess, rest.CodeMissingPermissions}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	p.settled()
	p.sim.Permit(p.channel, 0)
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	missing := p.say("de", lang.PermissionSend)
	m := ben.told(func() { ben.slash("hand", nil) })
	if !holds(m, []string{"Q♥ Q♠", p.say("de", lang.HandUnshown), missing}) {
		t.Errorf("the hand says %s", m.Text())
	}
	p.sim.Permit(p.channel, discordsim.DefaultPermissions)
	if m = ben.told(func() { ben.slash("discard", options{"card": "QS"}) }); holds(m, []string{missing}) {
		t.Errorf("the hand says %s", m.Text())
	}
	ada.board(p.turns("Ada"))
	p.settled()
}

// TestAPostForAnotherPlaceIsNotShownHere has a table owe a post to a person: the
// noticeboard has no screen for that, and shows the channel nothing in its stead.
func TestAPostForAnotherPlaceIsNotShownHere(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	ada.board(p.turns("Ben"))
	p.settled()
	before := len(ada.Sees(p.channel))
	s := p.look()
	for _, to := range []table.Address{{Person: "somebody"}, {Channel: "another"}} {
		_, err := p.board.Post(p.ctx, p.house, table.Post{ID: 1, Kind: table.PostPing, Seq: s.Version, To: to}, s, table.Refs{})
		if !errors.Is(err, table.ErrGone) {
			t.Errorf("to %v: %v", to, err)
		}
	}
	ada.told(func() { ada.slash("rum help", nil) }) // whatever was posted has come by now
	if after := len(ada.Sees(p.channel)); after != before+1 {
		t.Errorf("%d messages more", after-before-1)
	}
}
