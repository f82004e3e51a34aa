package commands_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// many is how often a flood does a thing: in full only in the long runs.
func many(inFull, otherwise int) int {
	if os.Getenv("BOATHOUSE_LONG") != "" {
		return inFull
	}
	return otherwise
}

// told counts the answers that hold a sentence in a language.
func (b *bare) told(answers []string, locale string, key lang.Key) (n int) {
	text, err := json.Marshal(b.words.For(locale).Beside(b.words.For("en")).Say(key))
	for _, answer := range answers {
		if err == nil && strings.Contains(answer, strings.Trim(string(text), `"`)) {
			n++
		}
	}
	return n
}

// by is an interaction of somebody in the channel of the bare hall's table; user 7
// is the host there.
func by(id, user int, rest string) json.RawMessage {
	return json.RawMessage(created(id, fmt.Sprintf(`{"member":{"user":{"id":"%d","username":"x"},"permissions":"0"},%s}`, user, rest)))
}

// done waits until all that was taken up is answered, and gives the answers.
func (b *bare) done(t *testing.T) []string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	if err := b.Close(ctx); err != nil {
		t.Fatal(err)
	}
	return b.sink.take()
}

// seq is how many events the table has.
func (b *bare) seq(t *testing.T) int64 {
	t.Helper()
	return got[sitting.Sight](t)(b.house.Peek(t.Context(), b.table, "")).Seq
}

// TestAFloodOfWordsIsTurnedAway has somebody give words without end. Few are
// stored, they are told why nothing comes of the rest, and nobody else notices.
func TestAFloodOfWordsIsTurnedAway(t *testing.T) {
	b := newBare(t, func(o *commands.DoorOptions) { o.Pace = 4 })
	n, before, others := many(20_000, 2000), b.seq(t), 0
	for i := range n {
		b.Handle(by(i, 7, fmt.Sprintf(`"locale":"de","data":{"name":"cut","options":[{"type":3,"name":"word","value":"w%d"}]}`, i)))
		if i%100 == 99 {
			others++
			b.Handle(by(1_000_000+i, 100+i, `"locale":"nl","data":{"name":"rum","options":[{"type":1,"name":"help"}]}`))
		}
	}
	answers := b.done(t)
	if stored := b.seq(t) - before; stored > 20 {
		t.Errorf("%d words became %d events", n, stored)
	}
	if helped := b.told(answers, "nl", lang.HelpLobby); helped != others {
		t.Errorf("of %d others %d were helped", others, helped)
	}
	if rush := b.told(answers, "de", lang.TroubleRush); rush == 0 || rush > n/10 {
		t.Errorf("of %d words %d were answered by why not", n, rush)
	}
}

// TestAStrangerWhoComesAndGoesLeavesRoom has somebody join and leave two thousand
// times, as quickly as they like.
func TestAStrangerWhoComesAndGoesLeavesRoom(t *testing.T) {
	b := newBare(t)
	n, before := many(4000, 600), b.seq(t)
	for i := range n {
		b.Handle(by(i, 8, fmt.Sprintf(`"data":{"name":"rum","options":[{"type":1,"name":%q}]}`, []string{"join", "leave"}[i%2])))
		if i%100 == 99 {
			b.done(t)
		}
	}
	b.done(t)
	if stored := b.seq(t) - before; stored > 2*50 {
		t.Errorf("%d times come or gone became %d events", n, stored)
	}
	b.Handle(by(100_000, 9, `"data":{"name":"rum","options":[{"type":1,"name":"join"}]}`))
	if answers := b.done(t); b.told(answers, "en-US", lang.NoticeJoined) != 1 {
		t.Errorf("another is told %q", answers)
	}
}

// TestWhoIsTooQuickIsToldInPrivate has somebody click a button again and again.
// They are told so beside the table message, in their language, and a while later
// they are as welcome as anybody.
func TestWhoIsTooQuickIsToldInPrivate(t *testing.T) {
	p := open(t, setup{pace: 4, locales: map[string]string{"Ben": "de"}, limits: discordsim.Limits{Acknowledge: 3 * time.Second}})
	p.may = []int{10062} // of an answer that comes too late on a machine with much to do
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.lobby(nil, ada, ben)
	board := ben.board()
	<-ben.floods(60, func(int) error {
		_, err := ben.Click(p.ctx, board.ID, p.component(board, "jo").CustomID)
		return err
	})
	rush := p.say("de", lang.TroubleRush)
	ben.sees("why nothing came of it", func(m discord.Message) bool { return m.Ephemeral() && m.Text() == rush })
	if m := cleo.board(); m.ID != board.ID || len(cleo.private()) > 0 {
		t.Errorf("others see %s", m.Text())
	}
	p.later(time.Minute)
	if m := ben.told(func() { ben.slash("rum help", nil) }); !holds(m, []string{p.say("de", lang.HelpLobby)}) {
		t.Errorf("Ben is told %s", m.Text())
	}
}

// floods has a guest do something so many times at once. It is over when what it
// returns is closed.
func (g *guest) floods(n int, act func(n int) error) <-chan struct{} {
	over := make(chan struct{})
	go func() {
		defer close(over)
		var all sync.WaitGroup
		for i := range n {
			all.Go(func() {
				if err := act(i); err != nil {
					g.at.t.Error(err)
				}
			})
		}
		all.Wait()
	}()
	return over
}

// addChannels makes more channels for tables.
func (p *place) addChannels(n int) []discord.ID {
	p.t.Helper()
	made := make([]discord.ID, n)
	for i := range made {
		body := strings.NewReader(fmt.Sprintf(`{"name":"more-%d"}`, i))
		r := got[*http.Request](p.t)(http.NewRequestWithContext(p.ctx, http.MethodPost, p.here.Page+"sim/channels", body))
		r.Header.Set("Content-Type", "application/json")
		answer := got[*http.Response](p.t)(http.DefaultClient.Do(r))
		var channel struct{ ID discord.ID }
		p.must(json.NewDecoder(answer.Body).Decode(&channel))
		p.must(answer.Body.Close())
		made[i] = channel.ID
	}
	return made
}

// TestNobodyOpensAThousandTables has one person open a table in each channel, all
// at once, and again when one is closed.
func TestNobodyOpensAThousandTables(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		p.stop()
		p.setup.most = table.Limits{Person: 3, Server: 5}
		p.start()
		ada, ben := p.guest("Ada"), p.guest("Ben")
		channels := p.addChannels(many(100, 10))
		<-ben.floods(len(channels), func(i int) error {
			_, err := ben.Slash(p.ctx, channels[i], "rum new", nil)
			return err
		})
		mine := p.openTables()
		if len(mine) != 3 {
			t.Fatalf("%d tables are open", len(mine))
		}
		var links []string
		for _, id := range mine {
			links = append(links, "<#"+string(id)+">")
		}
		m := ben.told(func() { ben.slash("rum new", nil) })
		if want := say(lang.TroubleOwntables, lang.N(3), lang.List(p.words.For(p.setup.locales["Ben"]).And(links))); m.Text() != want {
			t.Errorf("Ben is told %q, not %q", m.Text(), want)
		}
		for _, channel := range channels {
			if !slices.Contains(mine, sitting.Channel(channel.String())) {
				ada.heard(ada.Slash(p.ctx, channel, "rum new", nil))
			}
			if len(p.openTables()) == 5 {
				break
			}
		}
		m = p.guest("Cleo").told(func() { p.guest("Cleo").slash("rum new", nil) })
		if want := say(lang.TroubleServertables, lang.N(5)); m.Text() != want {
			t.Errorf("Cleo is told %q, not %q", m.Text(), want)
		}
	})
}

// openTables lists the channels with open tables, in the order of opening.
func (p *place) openTables() []sitting.Channel {
	p.t.Helper()
	file := got[*sql.DB](p.t)(sql.Open("sqlite", "file:"+filepath.ToSlash(p.path)))
	defer func() { _ = file.Close() }() // it has read only
	var open string
	p.must(file.QueryRowContext(p.ctx, "SELECT coalesce(group_concat(channel, ' ' ORDER BY id), '') FROM tables WHERE open = 1").Scan(&open))
	var channels []sitting.Channel
	for channel := range strings.FieldsSeq(open) {
		channels = append(channels, sitting.Channel(channel))
	}
	return channels
}

// TestManyHintsOfOneCostOneThought has somebody ask for the same hint over and
// over while another, at another table, asks once.
func TestManyHintsOfOneCostOneThought(t *testing.T) {
	var thoughts atomic.Int64
	p := open(t, setup{advise: func(l opponent.Level, v engine.View, log []engine.PublicEvent, r *rand.Rand, b opponent.Budget) (opponent.Advice, bool) {
		thoughts.Add(1)
		return steadily(l, v, log, r, b)
	}})
	p.may = []int{0} // Discord holds back many answers that were put off, on a machine with much to do
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	n := many(500, 30)
	asked := make(chan error, n)
	for range n {
		go func() {
			_, err := ben.Slash(p.ctx, p.channel, "hint", nil)
			asked <- err
		}()
	}
	for range n {
		p.must(<-asked)
	}
	if thoughts.Load() != 1 {
		t.Errorf("%d hints took %d thoughts", n, thoughts.Load())
	}
	words := hinted(func(k lang.Key, args ...lang.Arg) string { return p.say("", k, args...) }, "hard")
	ben.sees("a hint", func(m discord.Message) bool { return m.Ephemeral() && holds(m, []string{words}) })
}

// TestTypingIsCountedApart has one person type without end, and a thousand type a
// letter each.
func TestTypingIsCountedApart(t *testing.T) {
	b := newBare(t, func(o *commands.DoorOptions) { o.Pace = 4 })
	typed := func(id, user int) {
		b.Handle(by(id, user, `"type":4,"data":{"name":"draw","options":[{"type":3,"name":"from","value":"s","focused":true}]}`))
	}
	for i := range 1000 {
		typed(i, 7)
	}
	answers := b.done(t)
	if s := b.Stats(); s.Received > 1+40 || s.Turned < 900 {
		t.Errorf("of one person's %+v", s)
	}
	for _, answer := range answers {
		if !strings.Contains(answer, `"choices":[]`) {
			t.Errorf("answered by %s", answer)
		}
	}
	// Who typed so much may still act.
	if answers := b.asks(t, created(2000, `{"data":{"name":"hand"}}`)); len(answers) != 1 || strings.Contains(answers[0], "choices") {
		t.Errorf("answered by %q", answers)
	}
	before, offered := b.Stats(), 0
	for i := range 1000 {
		typed(3000+i, 100+i)
		if i%100 == 99 {
			offered += len(b.done(t))
		}
	}
	if s := b.Stats(); s.Turned != before.Turned || offered != 1000 {
		t.Errorf("of a thousand people's %d were answered, %+v", offered, s)
	}
}

// TestTooManyAtOnceAreTurnedAway has more people act than there is room for, at a
// table that answers nobody for a while.
func TestTooManyAtOnceAreTurnedAway(t *testing.T) {
	s := &slow{}
	b := newBare(t, func(o *commands.DoorOptions) { o.Patience, s.Tables, o.Tables = time.Minute, o.Tables, s })
	release := s.hold()
	const people = 1000
	for i := range people {
		b.Handle(by(i, 100+i, `"locale":"nl","data":{"name":"hand"}`))
	}
	if got := b.Stats().Turned; got != people-512 {
		t.Errorf("%d were turned away", got)
	}
	release()
	answers := b.done(t)
	crowded := b.told(answers, "nl", lang.TroubleCrowded)
	answered := len(answers) - crowded
	if answered != 512 || crowded == 0 {
		t.Errorf("%d were answered, %d were told why not: %+v", answered, crowded, b.Stats())
	}
	if answers := b.asks(t, created(5000, `{"data":{"name":"hand"}}`)); len(answers) != 1 {
		t.Errorf("afterwards: %q", answers)
	}
}
