package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// A matrix asks for every row in every role and at every stage.
type matrix struct {
	*evening
	rows   []row
	door   *Door
	words  lang.Lang
	codec  render.Codec
	asked  int
	mu     sync.Mutex
	heard  []string // first answers
	stages []stage
}

func newMatrix(t testing.TB) *matrix {
	t.Helper()
	m := &matrix{evening: newEvening(t), rows: rows(), codec: render.NewCodec([]byte("key"))}
	m.stages = m.evening.stages()
	words, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	m.words = words.For("en-US")
	discord := httptest.NewServer(m)
	t.Cleanup(discord.Close)
	client := rest.New(rest.Options{API: discord.URL, Token: "t"})
	t.Cleanup(client.Close)
	m.board = NewNoticeboard(BoardOptions{
		Discord: Discord{REST: client, Application: "1", Log: slog.New(slog.DiscardHandler)}, People: m, Words: words, Codec: m.codec, Playouts: 1,
	})
	m.door = NewDoor(DoorOptions{Board: m.board, Tables: m, Habits: m, Books: m, Tabs: m, Scores: m, Calendars: m, Servers: m})
	m.door.rows = byHandle(m.rows)
	m.door.hall.tableWithin = time.Millisecond // nobody posts it here
	return m
}

// Did implements [Tables].
func (m *matrix) Did(context.Context, string) (bool, error)  { return false, nil }
func (m *matrix) Heard(context.Context, sitting.Server)      {}
func (m *matrix) Permitted(sitting.Channel)                  {}
func (m *matrix) Suspect(sitting.Server, ...sitting.Channel) {}
func (m *matrix) Bereft(sitting.Person) func(context.Context, bool) error {
	return nil
}
func (m *matrix) Returned(context.Context, sitting.Server, sitting.Person) error { return nil }
func (m *matrix) LostTables(context.Context, sitting.Person) ([]table.Lost, error) {
	return nil, nil
}
func (m *matrix) Hosted(context.Context, sitting.Server, sitting.Person) ([]sitting.Sight, error) {
	return nil, nil
}

// ServeHTTP is a Discord that takes everything.
func (m *matrix) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body) // what can't be read is no answer
	if strings.HasSuffix(r.URL.Path, "/callback") {
		m.mu.Lock()
		m.heard = append(m.heard, string(body))
		m.mu.Unlock()
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"id":"900","resource":{"message":{"id":"900"}}}`)) // the client notices
}

// A role is somebody at a stage.
type role struct {
	name    string
	user    string // empty: somebody new each time
	manager bool
}

func roles() []role {
	return []role{
		{name: "a stranger"}, {"a spectator", "16", false}, {"a manager", "17", true}, {"the host", ada, false},
		{"who is to play", ben, false}, {"who isn't to play", cleo, false}, {"who is away", dee, false}, {"who waits", eve, false},
	}
}

// given are what rows need to be asked with: options of a command, or what a
// button says or a select is picked from.
func given() map[handle][]string {
	return map[handle][]string{
		typed("rum remove"): {"seat", "3"}, typed("cut"): {"word", "oars"}, typed("draw"): {"from", "stock"}, typed("meld"): {"cards", "8C 8D 8S"},
		typed("layoff"): {"cards", "8H", "meld", "1"}, typed("discard"): {"card", "2S"},
		typed("settings announce"):     {"on", "true"},
		typed("settings pings"):        {"where", "dm", "opens", "true", "nudges", "true"},
		typed("settings calls"):        {"where", "dm"},
		typed("settings server"):       {"rules", "brisk"},
		typed("settings tips"):         {"on", "true"},
		typed("settings quiet"):        {"from", "22", "to", "7", "zone", "UTC"},
		typed("settings cards"):        {"letters", "own"},
		typed("settings view"):         {"as", "words"},
		button(render.VerbRemoveSure):  {"2"},
		button(render.VerbDraw):        {"stock"},
		button(render.VerbShare):       {"1"},
		button(render.VerbReplay):      {"1/0n"},
		choice(render.VerbReplay):      {"1", "1"},
		button(render.VerbMoment):      {"1/1"},
		button(render.VerbReview):      {"1"},
		button(render.VerbShareReview): {"1"},
		button(render.VerbInstead):     {"easy,brisk,3"},
		button(render.VerbRemarks):     {"off"},
		button(render.VerbHabit):       {"view words"},
		button(render.VerbPlay):        {"draw stock"},
		choice(render.VerbTab):         {"", "pguest"},
		button(render.VerbEntry):       {"hand:1:0:tbl"},
		choice(render.VerbEntry):       {"", "12"}, typed("tab hand"): {"id", "#12"},
		button(render.VerbDo):          {"draw stock"},
		choice(render.VerbPlay):        {"m", "discard 2S"},
		choice(render.VerbAddComputer): {"", "moby"},
		choice(render.VerbRemove):      {"", "2"},
		choice(render.VerbSet):         {"seats", "6"},
		choice(render.VerbInvite):      {"", "4001"}, typed("rum invite"): {"person", "4001"},
		form(render.VerbChosen): {""},
		typed("tab settle"):     {"friend", "4001"}, typed("tab forgive"): {"friend", "4001"},
		typed("tab reverse"): {"friend", "4001", "entry", "1", "reason", "oars"},
		typed("tab void"):    {"hand", "hand:1:0:k3mxq2ab", "reason", "oars"},
	}
}

// interaction is a person's way to ask by a handle; click names the table.
func (m *matrix) interaction(h handle, who role, click render.Click) string {
	m.asked++
	with := given()[h]
	fields := map[string]any{
		"id": fmt.Sprint(1_000_000 + m.asked), "token": "tok", "guild_id": "2", "channel_id": "3", "locale": "en-US", "guild_locale": "en-US",
		"channel": map[string]any{"id": "3", "type": 0}, "message": map[string]any{"id": "900"},
		"member": map[string]any{"user": map[string]any{"id": who.user, "username": "x"}, "permissions": map[bool]string{true: "32", false: "0"}[who.manager]},
	}
	data := map[string]any{}
	if h.kind == byName {
		var options []any
		for i := 0; i+1 < len(with); i += 2 {
			options = append(options, map[string]any{"type": 3, "name": with[i], "value": with[i+1]})
		}
		name, sub, _ := strings.Cut(h.name, " ")
		if sub != "" {
			options = []any{map[string]any{"type": 1, "name": sub, "options": options}}
		}
		fields["type"], data["name"], data["options"] = 2, name, options
	} else {
		click.Verb = h.verb
		if len(with) > 0 {
			click.Arg = with[0]
		}
		fields["type"], data["custom_id"] = 3, m.codec.Encode(click)
		switch {
		case h.kind == byForm:
			fields["type"] = 5
			data["components"] = []any{
				map[string]any{"component": map[string]any{"custom_id": "S", "values": []string{"2S"}}},
				map[string]any{"component": map[string]any{"custom_id": "to", "values": []string{"meld"}}},
				map[string]any{"component": map[string]any{"custom_id": "twists", "values": []string{"pay"}}},
				map[string]any{"component": map[string]any{"custom_id": "blocked_after", "values": []string{"9"}}},
				map[string]any{"component": map[string]any{"custom_id": "rummy_multiplier", "value": "1"}},
				map[string]any{"component": map[string]any{"custom_id": "seats", "values": []string{"6"}}},
				map[string]any{"component": map[string]any{"custom_id": "level", "values": []string{"easy"}}},
				map[string]any{"component": map[string]any{"custom_id": "language", "values": []string{"nl"}}},
				map[string]any{"component": map[string]any{"custom_id": "extras", "values": []string{}}},
			}
		case h.kind == bySelect && len(with) > 1:
			data["values"] = with[1:]
		}
	}
	data["resolved"] = map[string]any{"users": map[string]any{"4001": map[string]any{"id": "4001", "username": "guest"}}, "members": map[string]any{"4001": map[string]any{}}}
	fields["data"] = data
	text, err := json.Marshal(fields)
	if err != nil {
		m.t.Fatal(err)
	}
	return string(text)
}

// says tells whether an answer holds a sentence up to its first gap.
func (m *matrix) says(answer string, keys ...lang.Key) bool {
	return slices.ContainsFunc(keys, func(k lang.Key) bool {
		words, _, _ := strings.Cut(m.words.Say(k, lang.Name("|"), lang.Seat(99)), "|")
		text, err := json.Marshal(words)
		return err == nil && strings.Contains(answer, strings.Trim(string(text), `"`))
	})
}

// rightful says whether somebody has a right, as the table knows them.
func rightful(who right, s sitting.Sight, p sitting.Person, manager bool) bool {
	waits := slices.ContainsFunc(s.Waiting, func(t sitting.Sitter) bool { return t.Person == p })
	sits := slices.ContainsFunc(s.Seats, func(t sitting.Sitter) bool { return t.Person == p })
	switch who {
	case anyone:
		return true
	case newcomer:
		return !sits && !waits
	case seated, sat:
		return sits || waits
	case player:
		return sits
	case keeper:
		return manager
	case host, deputy: // here no host is ever gone for long
		return manager || s.Host == p
	case hostSeated:
		return (sits || waits) && (manager || s.Host == p)
	}
	return false
}

// timely says whether a stage has what is needed of it. A click is on a table
// whatever it needs, but for the tab's.
func timely(needs need, at string, click bool) bool {
	table, open := at != "no table", at != "no table" && at != "closed"
	playing := slices.Contains([]string{"draw", "play", "asked", "paused", "ending"}, at)
	switch needs {
	case noTable:
		return true
	case maybeTable:
		return table || !click
	case freeChannel:
		return !open
	case anyTable:
		return table
	case closedTable:
		return at == "closed"
	case openTable:
		return open
	case handDealt:
		return playing || at == "between"
	case handOver:
		return at == "between"
	case noHand:
		return at == "lobby" || at == "between"
	case handOn:
		return playing
	case ownTable: // no stage is at one
	}
	return false
}

// ask has somebody ask for a row at a stage, stale or not, and gives what was wrong
// with what came of it; nothing when all was well.
func (m *matrix) ask(r *row, h handle, who role, at stage, stale bool) (wrong []string) {
	if who.user == "" {
		who.user = fmt.Sprint(10_000_000 + m.asked)
	} else {
		m.known[who.user] = true
	}
	m.show(at)
	before := m.sees(who.user)
	click := render.Click{Table: string(before.ID), Version: before.Version}
	if lasts(h) {
		click.Arg = "1"
	}
	if before.Ending != nil && lasts(h) {
		click.Arg = strconv.FormatInt(before.Ending.Number, 10)
	}
	if stale {
		click.Version += 1000
	}
	if r.needs == noTable {
		click.Table = ""
	}
	figures, wasKnown := m.door.Stats(), m.known[who.user]
	m.door.Handle(json.RawMessage(m.interaction(h, who, click)))
	m.door.work.Wait()
	heard := m.heard
	m.heard = nil
	now := m.door.Stats()
	refused := now.Refused > figures.Refused
	fail := func(format string, more ...any) {
		wrong = append(wrong, fmt.Sprintf("%s%s by %s at %s, stale %v: %s: %.120q", h.name, h.verb, who.name, at.name, stale, fmt.Sprintf(format, more...), heard))
	}
	if len(heard) != 1 || len(heard[0]) < len(`{"type":6}`) || now.Panics > figures.Panics || now.Faults > figures.Faults {
		fail("%d answers, or a fault", len(heard))
		return wrong
	}
	if registered := m.known[who.user] && !wasKnown; registered && r.ask == nil && !r.signs {
		fail("leaves a trace")
	}
	p := person(who.user)
	has, can := rightful(r.who, before, p, who.manager), timely(r.needs, at.name, h.kind != byName)
	isStale := m.says(heard[0], lang.TroubleStale)
	old := stale && (ages(r, h) || names(h) && before.Phase != sitting.Playing)
	switch {
	case !has || !can:
		if !refused || m.stored > 0 {
			fail("is done, %d stored", m.stored)
		}
	case m.says(heard[0], lang.TroubleNothost, lang.TroubleUnseated, lang.TroubleSeated, lang.TroubleNotmine,
		lang.TroubleNotable, lang.TroubleClosed, lang.TroubleTaken, lang.TroubleLobby, lang.TroubleNohand, lang.TroubleUnderway, lang.TroubleNotshared, lang.TroubleManager):
		fail("may not be had")
	case old:
		if !isStale || m.stored > 0 {
			fail("an old one is done, %d stored", m.stored)
		}
	case isStale && !unready(h):
		fail("is called old")
	}
	// What holds whatever the row says.
	if at.name == "closed" && m.stored > 0 && m.sees("").ID == before.ID {
		fail("stirs a closed table")
	}
	_, yours, _ := strings.Cut(m.words.Say(lang.HandTitle, lang.Hand(7)), "7")
	hands := strings.Contains(heard[0], yours)
	if hands && !rightful(player, m.sees(who.user), p, false) || hands && !timely(handDealt, at.name, true) && m.stored == 0 {
		fail("shows a hand where there is none")
	}
	if r.ask == nil && r.stands == onHand && before.Phase != 0 && before.Phase != sitting.Ended && before.Me == engine.Nobody &&
		!m.says(heard[0], lang.TroubleUnseated, lang.TroubleLater) {
		fail("is for those with a hand")
	}
	return wrong
}

// ages says whether what a click asks depends on how the hand stands, so that an
// old one is refused whatever the row says.
func ages(r *row, h handle) bool {
	return h.kind != byName && !lasts(h) && (r.needs == handOn || r.needs == handOver) && (r.ask != nil || h.verb == render.VerbChoose)
}

// lasts says whether a click is about a hand as a whole, which play doesn't change.
func lasts(h handle) bool {
	return slices.Contains([]render.Verb{render.VerbEnd, render.VerbEndSure, render.VerbEndYes, render.VerbEndNo}, h.verb)
}

// names says whether a click names a seat by its number, which others get at rest.
func names(h handle) bool { return h.verb == render.VerbRemove || h.verb == render.VerbRemoveSure }

// unready tells the clicks that call a hand old that can't do it: it isn't at its
// turn, or holds nothing to lay.
func unready(h handle) bool { return h.verb == render.VerbLayAll || h.verb == render.VerbChoose }

// A posed is a way to ask for a row.
type posed struct {
	at    stage
	who   role
	stale bool
}

// ways are a handle's: every role at every stage and, where clicks are versioned, drawn for the present and for the past.
func (m *matrix) ways(h handle) (all []posed) {
	for _, at := range m.stages {
		for _, who := range roles() {
			all = append(all, posed{at, who, false})
			if h.kind != byName {
				all = append(all, posed{at, who, true})
			}
		}
	}
	return all
}

// parts is how many parts the ways are in: each part has every role, every stage and both ages.
const parts = 11

// walk asks for rows in so many parts of their ways, and gives what is wrong as it comes.
func (m *matrix) walk(some int, of func(*row) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		n := 0
		for i := range m.rows {
			r := &m.rows[i]
			if !of(r) {
				continue
			}
			for _, h := range r.by {
				for _, w := range m.ways(h) {
					if n++; n%parts >= some {
						continue
					}
					for _, wrong := range m.ask(r, h, w.who, w.at, w.stale) {
						if !yield(wrong) {
							return
						}
					}
				}
			}
		}
	}
}

func TestEveryRowKeepsItsWordInEveryRoleAndState(t *testing.T) {
	t.Parallel()
	start := time.Now()
	m := newMatrix(t)
	for wrong := range m.walk(underRace(t, parts, 1), func(*row) bool { return true }) {
		t.Error(wrong)
	}
	for i := range m.rows {
		for _, h := range m.rows[i].by {
			if counts := m.rows[i].counts != ignored; h.kind != byName && counts != (ages(&m.rows[i], h) || names(h)) {
				t.Errorf("%v counts its version: %v", h, counts)
			}
		}
	}
	t.Logf("%d asked in %v", m.asked, time.Since(start).Round(time.Millisecond))
}

// TestARowThatSaysLessThanIsSoIsNoticed is the control: each row loses what it says
// of who may, of what must be and of the version, one after the other.
func TestARowThatSaysLessThanIsSoIsNoticed(t *testing.T) {
	t.Parallel()
	m := newMatrix(t)
	for i := range m.rows {
		for what, take := range map[string]func(*row) bool{
			"right":   func(r *row) bool { had := r.who != anyone && does(r); r.who = anyone; return had },
			"need":    func(r *row) bool { had := r.needs > anyTable && does(r); r.needs = anyTable; return had },
			"version": func(r *row) bool { had := r.counts != ignored; r.counts = ignored; return had },
		} {
			altered := rows()
			if !take(&altered[i]) || what != "version" && unready(altered[i].by[0]) {
				continue
			}
			m.rows, m.door.rows = altered, byHandle(altered)
			noticed := false
			for range m.walk(parts, func(r *row) bool { return r == &m.rows[i] }) {
				noticed = true
				break
			}
			if !noticed {
				t.Errorf("nobody notices that %v lost its %s", altered[i].by, what)
			}
		}
	}
	whole := rows()
	m.rows, m.door.rows = whole, byHandle(whole)
	for wrong := range m.walk(1, func(*row) bool { return true }) {
		t.Errorf("with nothing lost: %s", wrong)
	}
}

// does says whether a row brings something about or shows cards; of one that only
// reads what all may know nobody could notice that it says less.
func does(r *row) bool { return r.ask != nil || r.posts || r.stands == onHand }

// TestRowsAreWhatIsRegisteredAndDrawn holds the lists together: each command that
// Discord is told of and each verb that a component can have is in one row.
func TestRowsAreWhatIsRegisteredAndDrawn(t *testing.T) {
	words, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	inRow := make(map[handle]int)
	var verbs []render.Verb
	for _, r := range rows() {
		if (r.ask == nil) == (r.do == nil) || (r.ask == nil) != (r.then == nil) {
			t.Errorf("%v: either a table is asked and the outcome told, or something done", r.by)
		}
		for _, h := range r.by {
			inRow[h]++
			verbs = append(verbs, h.verb)
		}
	}
	for h, n := range inRow {
		if n != 1 {
			t.Errorf("%v is in %d rows", h, n)
		}
	}
	for _, verb := range render.Verbs() {
		if !slices.Contains(verbs, verb) {
			t.Errorf("%q is in no row", verb)
		}
	}
	registered := make(map[string][]string) // those of its options that are completed
	for _, c := range render.Commands(words, levels(), levelWords(advisers())) {
		subs := 0
		for _, o := range c.Options {
			if o.Type == 1 {
				subs++
				registered[c.Name+" "+o.Name] = completed(o.Options)
			}
		}
		if subs == 0 {
			registered[c.Name] = completed(c.Options)
		}
	}
	for name, completes := range registered {
		if inRow[typed(name)] == 0 {
			t.Errorf("/%s is in no row", name)
			continue
		}
		r := byHandle(rows())[typed(name)]
		for _, option := range completes {
			if r.completes[option] == nil {
				t.Errorf("/%s: nothing completes %s", name, option)
			}
		}
		if len(completes) != len(r.completes) {
			t.Errorf("/%s completes %d options, and %d are to be", name, len(r.completes), len(completes))
		}
	}
	// An app that hasn't heard of a command's new name yet sends the former one.
	former := map[string]bool{"settings calls": true}
	for h := range inRow {
		if _, known := registered[h.name]; h.kind == byName && !known && !former[h.name] {
			t.Errorf("/%s is not registered", h.name)
		}
	}
}

func completed(options []render.CommandOption) (names []string) {
	for _, o := range options {
		if o.Autocomplete {
			names = append(names, o.Name)
		}
	}
	return names
}
