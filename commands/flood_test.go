package commands_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
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

// flooded is a place where people are held back, and where what they aren't told
// is soon given up.
func flooded(t *testing.T) *place {
	t.Helper()
	p := open(t, setup{pace: 4, locales: map[string]string{"Ben": "de"}, limits: discordsim.Limits{Acknowledge: 3 * time.Second}})
	p.may = []int{10062} // of an answer that comes too late on a machine with much to do
	return p
}

// A flood is what one guest does as quickly as a client can, many at once. It is
// closed when it is over.
type flood chan struct{}

// floods begins a flood of n.
func (g *guest) floods(n int, act func(n int) error) flood {
	f := make(flood)
	go func() {
		defer close(f)
		var next atomic.Int64
		var all sync.WaitGroup
		for range min(n, 500) {
			all.Go(func() {
				for i := int(next.Add(1)); i <= n; i = int(next.Add(1)) {
					if err := act(i); err != nil {
						g.at.t.Error(err)
					}
				}
			})
		}
		all.Wait()
	}()
	return f
}

// beside has somebody else do a thing again and again while a flood lasts, as
// quickly as one may.
func (f flood) beside(act func()) {
	for {
		select {
		case <-f:
			return
		case <-time.After(250 * time.Millisecond):
			act()
		}
	}
}

// helped asks for help and must get it: whatever the table does, that shows that
// the bot answers.
func (g *guest) helped(words string) func() {
	return func() {
		g.at.t.Helper()
		if m := g.told(func() { g.slash("rum help", nil) }); !holds(m, []string{words}) {
			g.at.t.Errorf("%s is told %s", g.Name(), m.Text())
		}
		g.at.must(g.Delete(g.at.ctx, g.at.channel, g.private()[len(g.private())-1].ID))
	}
}

// times counts the private messages with these words.
func (g *guest) times(words string) (n int) {
	for _, m := range g.private() {
		if holds(m, []string{words}) {
			n++
		}
	}
	return n
}

// TestAFloodOfOnePersonIsTurnedAway has somebody give words without end. They are
// told why nothing comes of it, in their language, and nobody else notices.
func TestAFloodOfOnePersonIsTurnedAway(t *testing.T) {
	p := flooded(t)
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.lobby(nil, ada, ben)
	n, before := many(20_000, 300), p.look().Seq
	ben.floods(n, func(i int) error {
		_, err := ben.Slash(p.ctx, p.channel, "cut", options{"word": fmt.Sprint("wort", i)})
		return err
	}).beside(p.guest("Cleo").helped(p.say("", lang.HelpLobby)))
	p.settled()
	if stored, turned := p.look().Seq-before, p.hall.Stats().Turned; stored > 20 || turned < uint64(n)/2 {
		t.Errorf("%d words became %d events, %d were turned away", n, stored, turned)
	}
	if ben.times(p.say("de", lang.TroubleRush)) == 0 {
		t.Error("Ben isn't told why")
	}
	// A while later Ben is as welcome as anybody.
	p.later(time.Minute)
	if m := ben.told(func() { ben.slash("rum help", nil) }); !holds(m, []string{p.say("de", lang.HelpLobby)}) {
		t.Errorf("Ben is told %s", m.Text())
	}
}

// TestAStrangerWhoComesAndGoesLeavesRoom has somebody join and leave as quickly as
// a client can.
func TestAStrangerWhoComesAndGoesLeavesRoom(t *testing.T) {
	p := flooded(t)
	ada, dov, cleo := p.guest("Ada"), p.guest("Dov"), p.guest("Cleo")
	ada.slash("rum new", nil)
	ada.board()
	n, before := many(4000, 200), p.look().Seq
	cleo.floods(n, func(i int) error {
		_, err := cleo.Slash(p.ctx, p.channel, []string{"rum join", "rum leave"}[i%2], nil)
		return err
	}).beside(dov.helped(p.say("", lang.HelpLobby)))
	p.settled()
	if stored := p.look().Seq - before; stored > 2*50 {
		t.Errorf("%d times come or gone became %d events", n, stored)
	}
	p.later(time.Minute)
	dov.told(func() { dov.slash("rum join", nil) })
	if p.seat(dov).Me == engine.Nobody {
		t.Errorf("after it: %+v", p.look().Seats)
	}
}

// addChannels makes more channels for tables.
func (p *place) addChannels(n int) []discordsim.ID {
	p.t.Helper()
	made := make([]discordsim.ID, n)
	for i := range made {
		body := strings.NewReader(fmt.Sprintf(`{"name":"more-%d"}`, i))
		r := got[*http.Request](p.t)(http.NewRequestWithContext(p.ctx, http.MethodPost, p.here.Page+"sim/channels", body))
		r.Header.Set("Content-Type", "application/json")
		answer := got[*http.Response](p.t)(http.DefaultClient.Do(r))
		var channel struct{ ID discordsim.ID }
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
		channels := p.addChannels(many(400, 30))
		<-ben.floods(len(channels), func(i int) error {
			_, err := ben.Slash(p.ctx, channels[i-1], "rum new", nil)
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
		if want := say(lang.TroubleOwntables, lang.N(3), lang.List(strings.Join(links, ", "))); m.Text() != want {
			t.Errorf("Ben is told %q, not %q", m.Text(), want)
		}
		for _, channel := range channels {
			if !slices.Contains(mine, table.Channel(channel.String())) {
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
func (p *place) openTables() []table.Channel {
	p.t.Helper()
	var open []table.Channel
	for _, h := range got[[]table.Head](p.t)(p.db.Open(p.ctx)) {
		if h.Open {
			open = append(open, h.Channel)
		}
	}
	return open
}

// TestManyHintsOfOneCostOneThought has somebody ask for the same hint over and
// over while another, at another table, asks once.
func TestManyHintsOfOneCostOneThought(t *testing.T) {
	var thoughts atomic.Int64
	p := open(t, setup{advise: func(l opponent.Level, v engine.View, log []engine.PublicEvent, r *rand.Rand, b opponent.Budget) (opponent.Advice, bool) {
		thoughts.Add(1)
		return steadily(l, v, log, r, b)
	}})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	n := many(500, 100)
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
	if got := ben.times(hinted(func(k lang.Key, args ...lang.Arg) string { return p.say("", k, args...) }, "hard")); got == 0 {
		t.Error("Ben is told no hint")
	}
}

// TestTypingIsCountedApart has one person type without end, and a thousand type a
// letter each.
func TestTypingIsCountedApart(t *testing.T) {
	b := newBare(t, func(o *commands.Options) { o.Pace = 4 })
	typed := func(id int, user string) {
		b.Handle(json.RawMessage(created(id, fmt.Sprintf(`{"type":4,"data":{"name":"draw","options":[{"type":3,"name":"from","value":"s","focused":true}]},
			"member":{"user":{"id":%q,"username":"x"},"permissions":"0"}}`, user))))
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for i := range 1000 {
		typed(i, "7")
	}
	if err := b.Close(ctx); err != nil {
		t.Fatal(err)
	}
	if s := b.Stats(); s.Received > 1+40 || s.Turned < 900 {
		t.Errorf("of one person's %+v", s)
	}
	for _, answer := range b.sink.take() {
		if !strings.Contains(answer, `"choices":[]`) {
			t.Errorf("answered by %s", answer)
		}
	}
	// Who typed so much may still act.
	if answers := b.asks(t, created(2000, `{"data":{"name":"hand"}}`)); len(answers) != 1 || strings.Contains(answers[0], "choices") {
		t.Errorf("answered by %q", answers)
	}
	before := b.Stats()
	for i := range 1000 {
		typed(3000+i, fmt.Sprint(100+i))
		if i%100 == 99 {
			if err := b.Close(ctx); err != nil {
				t.Fatal(err)
			}
		}
	}
	if s := b.Stats(); s.Turned != before.Turned || len(b.sink.take()) != 1000 {
		t.Errorf("of a thousand people's %+v", s)
	}
}

// TestTooManyAtOnceAreTurnedAway has more people act than there is room for, at a
// table that answers nobody for a while.
func TestTooManyAtOnceAreTurnedAway(t *testing.T) {
	b := newBare(t, func(o *commands.Options) { o.Patience = time.Minute })
	s := &slow{Tables: b.house}
	b.Serve(s)
	release := s.hold()
	const people = 1000
	for i := range people {
		b.Handle(json.RawMessage(created(i, fmt.Sprintf(`{"locale":"nl","data":{"name":"hand"},"member":{"user":{"id":"%d","username":"x"},"permissions":"0"}}`, 100+i))))
	}
	if got := b.Stats().Turned; got != people-512 {
		t.Errorf("%d were turned away", got)
	}
	release()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := b.Close(ctx); err != nil {
		t.Fatal(err)
	}
	text := got[[]byte](t)(json.Marshal(b.words.For("nl").Say(lang.TroubleCrowded)))
	crowded, answered := 0, 0
	for _, answer := range b.sink.take() {
		if strings.Contains(answer, strings.Trim(string(text), `"`)) && strings.Contains(answer, `"flags":`) {
			crowded++
		} else {
			answered++
		}
	}
	if answered != 512 || crowded == 0 {
		t.Errorf("%d were answered, %d were told why not", answered, crowded)
	}
	if answers := b.asks(t, created(5000, `{"data":{"name":"hand"}}`)); len(answers) != 1 {
		t.Errorf("afterwards: %q", answers)
	}
}
