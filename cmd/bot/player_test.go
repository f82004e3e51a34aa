package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A clicker is a person who plays at one table, legally and quickly, from what stands on their own screen alone.
type clicker struct {
	*people.Person
	channel discord.ID
	dice    *rand.Rand
	clocked func(took time.Duration, failed bool) // hears how long each press waited for its first answer; may be nil
	again   int                                   // how often they were told to try again in a few seconds, and did
}

func newClicker(s *discordsim.Server, name string, channel discord.ID) *clicker {
	return &clicker{Person: s.Person(name), channel: channel, dice: rand.New(rand.NewPCG(uint64(channel), 0))}
}

// A press is one use of a component.
type press struct {
	message discord.ID
	id      string // the component's custom_id
	value   string // picked from a select; "" for a button
}

// A mark is what a custom_id says before its MAC: anybody can read that much.
type mark struct {
	verb, table string
	version     int64
	arg         string
}

func readMark(customID string) (m mark, ok bool) {
	parts := strings.SplitN(customID, ".", 6)
	if len(parts) != 6 {
		return m, false
	}
	var err error
	m.verb, m.table = parts[0], parts[1]
	m.version, err = strconv.ParseInt(parts[2], 36, 64)
	m.arg = parts[5][:max(strings.LastIndexByte(parts[5], '.'), 0)]
	return m, err == nil
}

func (p press) mark() mark {
	m, _ := readMark(p.id)
	return m
}

// move is the text of the move that a press asks for; "" when it asks for none, or for one that the bot finds.
func (p press) move() string {
	m := p.mark()
	switch {
	case p.value != "":
		return p.value
	case m.verb == "pl":
		return m.arg
	default:
		return ""
	}
}

// acts says whether a press asks for something that is done at most once.
func (p press) acts() bool {
	return slices.Contains([]string{"pl", "go", "la", "nx", "po", "st"}, p.mark().verb)
}

// marked goes through the components of a message that are ours.
func marked(m discord.Message) iter.Seq2[mark, discord.Component] {
	return func(yield func(mark, discord.Component) bool) {
		var walk func([]discord.Component) bool
		walk = func(list []discord.Component) bool {
			for _, c := range list {
				if k, ok := readMark(c.CustomID); ok && !yield(k, c) {
					return false
				}
				if !walk(c.Components) {
					return false
				}
			}
			return true
		}
		walk(m.Components)
	}
}

// component finds one by its verb.
func component(m discord.Message, verb string) (discord.Component, bool) {
	for k, c := range marked(m) {
		if k.verb == verb {
			return c, true
		}
	}
	return discord.Component{}, false
}

// version is the one that a message was drawn for; 0 when it has no buttons.
func version(m discord.Message) (v int64) {
	for k := range marked(m) {
		v = max(v, k.version)
	}
	return v
}

// shown is the newest message of the channel that carries one of the verbs, private or public.
func (c *clicker) shown(private bool, verbs ...string) (discord.Message, bool) {
	all := c.Sees(c.channel)
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Ephemeral() != private {
			continue
		}
		for k := range marked(all[i]) {
			if slices.Contains(verbs, k.verb) {
				return all[i], true
			}
		}
	}
	return discord.Message{}, false
}

// hand is the clicker's private hand, of whatever state.
func (c *clicker) hand() (discord.Message, bool) { return c.shown(true, "so", "rf", "nx", "po") }

// A need is what a hand on a screen asks of its reader.
type need int

const (
	toWait need = iota // another's turn
	toDraw
	toPlay
	toDeal // the hand is over
)

func needOf(hand discord.Message) need {
	for k := range marked(hand) {
		switch {
		case k.verb == "nx" || k.verb == "po":
			return toDeal
		case k.verb == "rf":
			return toWait
		case k.verb == "pl" && strings.HasPrefix(k.arg, "draw "):
			return toDraw
		case k.verb == "pl" && strings.HasPrefix(k.arg, "d"):
			return toPlay
		}
	}
	return toWait
}

// choose picks what to press on a hand.
func (c *clicker) choose(hand discord.Message) press {
	buttons, selects := map[string][]discord.Component{}, map[string]discord.Component{}
	for k, part := range marked(hand) {
		if part.Type == discord.TypeStringSelect {
			selects[k.arg[:1]] = part
		} else {
			buttons[k.verb] = append(buttons[k.verb], part)
		}
	}
	button := func(verb string) press {
		all := buttons[verb]
		return press{message: hand.ID, id: all[c.dice.IntN(len(all))].CustomID}
	}
	pick := func(name string, among int) press {
		part := selects[name]
		options := slices.DeleteFunc(slices.Clone(part.Options), func(o discord.Option) bool { return !isMove(o.Value) })
		return press{hand.ID, part.CustomID, options[c.dice.IntN(min(among, len(options)))].Value}
	}
	_, melds := selects["m"]
	_, layOffs := selects["l"]
	switch needOf(hand) {
	case toWait:
		return button("rf")
	case toDeal:
		if len(buttons["po"]) > 0 {
			return button("po")
		}
		return button("nx")
	case toDraw:
		return button("pl")
	case toPlay:
	}
	switch {
	case len(buttons["go"]) > 0 && c.dice.IntN(8) > 0:
		return button("go")
	case len(buttons["la"]) > 0 && c.dice.IntN(4) == 0:
		return button("la")
	case melds && c.dice.IntN(2) == 0:
		return pick("m", 25)
	case layOffs && c.dice.IntN(2) == 0:
		return pick("l", 25)
	}
	return pick("d", 3)
}

func isMove(text string) bool {
	_, err := engine.ParseMove(text)
	return err == nil
}

// answerWithin is how long a clicker waits for an answer that was promised.
const answerWithin = 20 * time.Second

var (
	errUnanswered = errors.New("the bot gave no answer that helps")
	errGone       = errors.New("the hand is not on the screen any more: a newer one is")
)

// use presses a component of the hand and returns when the answer stands on the screen: a deferral is none. With an
// error it isn't known what became of it.
func (c *clicker) use(ctx context.Context, p press) error {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	var out people.Outcome
	var err error
	begun := time.Now()
	if p.value == "" {
		out, err = c.Click(ctx, p.message, p.id)
	} else {
		out, err = c.Pick(ctx, p.message, p.id, p.value)
	}
	if c.clocked != nil && err == nil {
		c.clocked(time.Since(begun), out.Failed)
	}
	var answer discord.Message
	look := func() bool {
		all := c.Sees(c.channel)
		i := slices.IndexFunc(all, func(m discord.Message) bool { return m.ID == p.message })
		if i >= 0 {
			answer = all[i]
		}
		return i >= 0
	}
	if wentBefore(err) || !look() {
		return errGone
	}
	if err := heard(out, err); err != nil {
		return fmt.Errorf("%w: %s of %s, who sees %q: %w", errUnanswered, p.id, c.Name(), answer.Text(), err)
	}
	err = c.Wait(ctx, func([]discord.Message) bool {
		if !look() {
			return true
		}
		if asksAgain(answer) {
			return true
		}
		if p.mark().verb == "po" { // its message stays as it is: the next hand is another
			hand, ok := c.hand()
			return ok && version(hand) > p.mark().version
		}
		if p.acts() { // what is refused stays on the version that it was
			return version(answer) > p.mark().version
		}
		_, same := answer.Find(p.id)
		return !same
	})
	if !look() {
		return errGone
	}
	if err != nil {
		return fmt.Errorf("%w: %s of %s, who sees %q: %w", errUnanswered, p.id, c.Name(), answer.Text(), err)
	}
	if asksAgain(answer) {
		c.again++
		time.Sleep(time.Second)
		return c.useThere(ctx, p)
	}
	return nil
}

// asksAgain says whether somebody is told to try again in a few seconds: the post that has the next deal's seal isn't made yet.
func asksAgain(m discord.Message) bool {
	words, err := catalogue()
	return err == nil && strings.Contains(m.Text(), words.For("en-US").Say(lang.TroubleUnsealed))
}

// useThere is use, where a hand that has gone from the screen meanwhile is no error: whoever looks again sees the newer one.
func (c *clicker) useThere(ctx context.Context, p press) error {
	if err := c.use(ctx, p); !errors.Is(err, errGone) {
		return err
	}
	return nil
}

// goRound has each of those at a table look at their hand, and play while it is their turn. idle says that it was nobody's.
func goRound(ctx context.Context, clickers []*clicker, use func(context.Context, *clicker, press) error) (idle bool, err error) {
	idle = true
	for _, c := range clickers {
		hand, ok := c.hand()
		if !ok {
			if err := c.show(ctx); err != nil {
				return false, err
			}
			hand, _ = c.hand()
		}
		if needOf(hand) == toWait {
			if err := use(ctx, c, c.choose(hand)); err != nil {
				return false, err
			}
		}
		for hand, _ = c.hand(); needOf(hand) != toWait; hand, _ = c.hand() {
			idle = false
			if err := use(ctx, c, c.choose(hand)); err != nil {
				return false, err
			}
		}
	}
	return idle, nil
}

// show asks for the hand by the command.
func (c *clicker) show(ctx context.Context) error {
	out, err := c.Slash(ctx, c.channel, "hand", nil)
	if err != nil || out.Failed {
		return fmt.Errorf("%w: %w", errUnanswered, err)
	}
	return c.Wait(ctx, func([]discord.Message) bool {
		_, ok := c.hand()
		return ok
	})
}

// openTable has the first of the clickers open a table and the others join it.
func openTable(ctx context.Context, options map[string]any, computers int, all ...*clicker) error {
	host := all[0]
	if err := heard(host.Slash(ctx, host.channel, "rum new", options)); err != nil {
		return err
	}
	for _, c := range all[1:] {
		if err := c.tap(ctx, "jo"); err != nil {
			return err
		}
	}
	for range computers {
		if err := heard(host.Slash(ctx, host.channel, "rum add", nil)); err != nil {
			return err
		}
	}
	return nil
}

// wentBefore says that a message was gone before it was pressed: the bot heard of no press.
func wentBefore(err error) bool {
	var refused *people.RefusedError
	return errors.As(err, &refused) && refused.Code == unknownMessage
}

// tap presses a button of the newest public message that has the verb, as soon as there is one.
func (c *clicker) tap(ctx context.Context, verb string) error {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	for {
		var on discord.Message
		err := c.Wait(ctx, func([]discord.Message) (is bool) { on, is = c.shown(false, verb); return is })
		if err != nil {
			return fmt.Errorf("%s sees no %q: %w", c.Name(), verb, err)
		}
		part, _ := component(on, verb)
		if out, err := c.Click(ctx, on.ID, part.CustomID); !wentBefore(err) {
			return heard(out, err)
		}
	}
}

// heard is the error of what should have been answered.
func heard(out people.Outcome, err error) error {
	if err == nil && out.Failed {
		err = errUnanswered
	}
	return err
}

// addChannel adds a channel to the simulated server.
func addChannel(t testing.TB, s *discordsim.Server, name string) discord.ID {
	t.Helper()
	var made struct {
		ID discord.ID `json:"id"`
	}
	body, err := json.Marshal(map[string]string{"name": name})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Post(s.Handshake().Page+"sim/channels", "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if err := json.NewDecoder(answer.Body).Decode(&made); err != nil || made.ID == 0 {
		t.Fatalf("no channel: %s, %v", answer.Status, err)
	}
	return made.ID
}
