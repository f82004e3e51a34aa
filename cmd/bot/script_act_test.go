package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A deed is what a person did last: the interaction, and the message clicked on.
type deed struct{ interaction, message discord.ID }

// A keepsake is a rendering of a button, select or form that somebody saw.
type keepsake struct {
	message   discord.Message
	component discord.Component
	form      *discord.Modal
}

func (g *game) at(name string) discord.ID {
	if id, ok := g.where[name]; ok {
		return id
	}
	return g.room["main"]
}

// acts does what a person does, one thing after the other.
func (g *game) acts(ctx context.Context, name string, words []word) error {
	p, err := g.person(name)
	if err != nil {
		return err
	}
	for more := true; more; {
		var one []word
		one, words, more = split(words, "then")
		if len(one) == 0 {
			return errors.New("nothing is done")
		}
		if what, texts, again := split(one, "until"); again {
			err = g.slashUntil(ctx, p, what, g.sentences(name, texts))
		} else if strings.HasPrefix(one[0].text, "/") {
			err = g.slash(ctx, p, one)
		} else {
			err = g.hands(ctx, p, one[0].text, one[1:])
		}
		if err != nil {
			return err
		}
		if g.asksToDeal(name, one) {
			g.dealt(ctx, p)
		}
	}
	return nil
}

// asksToDeal says whether a person asks for a hand.
func (g *game) asksToDeal(name string, words []word) bool {
	if len(words) < 2 {
		return false
	}
	what := words[0].text + " " + words[1].text
	for _, key := range []lang.Key{lang.ButtonStart, lang.ButtonNext} {
		for _, speaks := range []string{"", g.speaks[name], g.speaks[""]} {
			if what == "click "+string(key) || what == "click "+g.words.For(speaks).Say(key) {
				return true
			}
		}
	}
	return what == "/rum start" || what == "/rum next"
}

// dealt waits for the answer to who asked for a hand, which comes with it: the next who acts may
// have cards in hand. Where it takes long, or none comes, the script goes on.
func (g *game) dealt(ctx context.Context, p *people.Person) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	last := g.did[p.Name()]
	_, _ = g.find(ctx, p, func(m discord.Message) bool {
		inPlace := m.ID == last.message && m.Ephemeral() // which is the answer, and isn't waited for
		return inPlace || m.Cause != nil && m.Cause.ID == last.interaction && m.Text() != ""
	})
}

func (g *game) person(name string) (*people.Person, error) {
	for _, known := range g.sim.Handshake().People {
		if known.Name == name {
			return g.sim.Person(name), nil
		}
	}
	return nil, fmt.Errorf("nobody here is called %q", name)
}

// answered notes what came of an interaction.
func (g *game) answered(p *people.Person, on discord.ID, out people.Outcome, err error) error {
	if err == nil && out.Failed {
		err = errors.New("the bot did not answer")
	}
	g.acted.Lock()
	defer g.acted.Unlock()
	g.did[p.Name()] = deed{out.Interaction, on}
	return err
}

// slash uses a command: "/rum new rules=brisk". A value of "?" is the first one
// that the bot offers there, "?2" the second; numbers, yes and no are what they say.
// KD is K♦ in every language; ~KD are the two letters.
func (g *game) slash(ctx context.Context, p *people.Person, words []word) error {
	var path []string
	options := make(map[string]any)
	for _, w := range words {
		name, value, isOption := strings.Cut(w.text, "=")
		switch {
		case !isOption:
			path = append(path, strings.TrimPrefix(w.text, "/"))
		case strings.HasPrefix(value, "?"):
			offered, err := p.Complete(ctx, g.at(p.Name()), strings.Join(path, " "), options, name)
			if err != nil {
				return err
			}
			i := 1
			if len(value) > 1 {
				i, _ = strconv.Atoi(value[1:])
			}
			if i < 1 || i > len(offered) {
				return fmt.Errorf("%s= is offered %d values", name, len(offered))
			}
			options[name] = offered[i-1].Value
		case strings.HasPrefix(value, "#"):
			options[name] = g.room[strings.TrimPrefix(value, "#")].String()
		case strings.HasPrefix(value, "@"):
			options[name] = g.idOf(strings.TrimPrefix(value, "@"))
		case strings.HasPrefix(value, "*"):
			options[name] = letters(value)
		case strings.HasPrefix(value, "~"):
			options[name] = value[1:]
		case name == "card" || name == "cards" || name == "discard":
			options[name] = inSuits(value)
		default:
			options[name] = value
			if value == "yes" || value == "no" {
				options[name] = value == "yes"
			}
			if n, err := strconv.Atoi(value); err == nil && !slices.Contains([]string{"word", "from", "to", "entry", "id"}, name) {
				options[name] = n
			}
		}
	}
	allReady(ctx)
	out, err := p.Slash(ctx, g.at(p.Name()), strings.Join(path, " "), options)
	return g.answered(p, 0, out, err)
}

// inSuits writes each card of a script, such as KD, with the sign of its suit, because its letters
// may mean another card in a person's language.
func inSuits(value string) string {
	signs := strings.NewReplacer("C", "♣", "D", "♦", "H", "♥", "S", "♠")
	written := regexp.MustCompile(`\b(10|[2-9TJQKA])[CDHS]\b`)
	return written.ReplaceAllStringFunc(value, signs.Replace)
}

// letters are as many as a value such as "*3000" says; any other value is itself.
func letters(value string) string {
	if n, err := strconv.Atoi(strings.TrimPrefix(value, "*")); err == nil && strings.HasPrefix(value, "*") {
		return strings.Repeat("o", n)
	}
	return value
}

// slashUntil uses a command over and over until its answer holds the texts.
func (g *game) slashUntil(ctx context.Context, p *people.Person, words []word, texts []string) error {
	for {
		if err := g.slash(ctx, p, words); err != nil {
			return err
		}
		m, err := g.find(ctx, p, func(m discord.Message) bool { return g.answers(p.Name(), m) })
		if err != nil || holds(m, texts) {
			return err
		}
	}
}

// emoji is "emoji NAME is deleted", by hand.
func (g *game) emoji(ctx context.Context, words []word) error {
	if _, ok := is(words[1:], "is deleted"); !ok {
		return errors.New(`say "emoji NAME is deleted"`)
	}
	hello := g.sim.Handshake()
	client := rest.New(rest.Options{API: hello.REST, Token: hello.Token})
	defer client.Close()
	all, err := client.Emojis(ctx, hello.Application.String())
	if err != nil {
		return err
	}
	for _, one := range all {
		if one.Name == words[0].text {
			return client.DeleteEmoji(ctx, hello.Application.String(), one.ID)
		}
	}
	return fmt.Errorf("there is no emoji %q", words[0].text)
}

// hands does anything else than a command.
func (g *game) hands(ctx context.Context, p *people.Person, verb string, words []word) error {
	words, on, _ := split(words, "in")
	in := g.sentences(p.Name(), on)
	for i, w := range words {
		if label, known := g.sentence(p.Name(), w); known {
			words = slices.Replace(slices.Clone(words), i, i+1, word{text: label})
		}
	}
	switch verb {
	case "click":
		return g.click(ctx, p, joined(words), in, 1)
	case "doubleclick":
		return g.click(ctx, p, joined(words), in, 2)
	case "pick":
		return g.pick(ctx, p, words, in)
	case "remember":
		label, name, ok := split(words, "as")
		if !ok {
			return errors.New(`say "remember LABEL as NAME"`)
		}
		var err error
		g.kept[joined(name)], err = g.part(ctx, p, joined(label), in)
		return err
	case "open":
		return g.openForm(ctx, p, joined(words))
	case "submit":
		return g.submit(ctx, p, words[0].text, words[1:])
	case "fill":
		return g.fill(ctx, p, words)
	case "choose":
		if err := g.openForm(ctx, p, "form"); err != nil {
			return err
		}
		return g.submit(ctx, p, "form", words)
	case "send":
		m, err := g.find(ctx, p, func(m discord.Message) bool { return holds(m, in) })
		if err != nil {
			return err
		}
		out, err := p.Click(ctx, m.ID, joined(words))
		return g.answered(p, m.ID, out, err)
	case "delete":
		m, err := g.find(ctx, p, func(m discord.Message) bool { return !m.Ephemeral() && holds(m, g.sentences("", on)) })
		if err != nil {
			return err
		}
		return p.Delete(ctx, g.at(p.Name()), m.ID)
	case "say":
		_, err := p.Say(ctx, g.at(p.Name()), joined(words))
		return err
	}
	return fmt.Errorf("nobody can %q", verb)
}

// part finds the newest rendering of a button or select by its label, or the
// remembered one that "@name" names. The message that it is on must hold the
// texts; a remembered part is then used on that message.
func (g *game) part(ctx context.Context, p *people.Person, label string, in []string) (keepsake, error) {
	if name, old := strings.CutPrefix(label, "@"); old {
		k, known := g.kept[name]
		if !known {
			return k, fmt.Errorf("nobody remembers %q", name)
		}
		if len(in) == 0 {
			allReady(ctx)
			return k, nil
		}
		var err error
		k.message, err = g.find(ctx, p, func(m discord.Message) bool { return holds(m, in) })
		return k, err
	}
	if err := g.upToDate(ctx, p); err != nil {
		return keepsake{}, err
	}
	m, err := g.find(ctx, p, func(m discord.Message) bool {
		_, there := m.Find(label)
		return there && holds(m, in)
	})
	if err != nil {
		return keepsake{}, fmt.Errorf("no %q to click: %w", label, err)
	}
	allReady(ctx)
	part, _ := m.Find(label)
	return keepsake{message: m, component: part}, nil
}

// upToDate waits until a person sees what was told, and what was promised to everybody has come: who clicks on what somebody has just asked for
// means that, and not what looks like it and stands above.
func (g *game) upToDate(ctx context.Context, p *people.Person) error {
	if err := g.sim.Shown(ctx); err != nil {
		return err
	}
	return p.Wait(ctx, func(all []discord.Message) bool {
		return !slices.ContainsFunc(all, func(m discord.Message) bool {
			return m.Channel == g.at(p.Name()) && !m.Ephemeral() && m.Flags&discord.FlagLoading != 0
		})
	})
}

// click presses a button; twice at once when times is 2. A person whose message
// is posted anew under their finger looks for the button again.
func (g *game) click(ctx context.Context, p *people.Person, label string, in []string, times int) error {
	for {
		err := g.clickOnce(ctx, p, label, in, times)
		var no *people.RefusedError
		if !errors.As(err, &no) || no.Code != unknownMessage || strings.HasPrefix(label, "@") {
			return err
		}
		if ctx.Value(together{}) != nil {
			return nil // another of those who act at once was first
		}
	}
}

func (g *game) clickOnce(ctx context.Context, p *people.Person, label string, in []string, times int) error {
	k, err := g.part(ctx, p, label, in)
	if err != nil {
		return err
	}
	type answer struct {
		out people.Outcome
		err error
	}
	answers := make(chan answer, times)
	for range times {
		go func() {
			out, err := p.Click(ctx, k.message.ID, k.component.CustomID)
			answers <- answer{out, err}
		}()
	}
	var gone error
	taken := false
	for range times {
		a := <-answers
		if no := (*people.RefusedError)(nil); errors.As(a.err, &no) && no.Code == unknownMessage {
			gone = a.err
			continue
		}
		taken = true
		err = errors.Join(err, g.answered(p, k.message.ID, a.out, a.err))
	}
	if taken { // the first click may have removed the message before the second
		return err
	}
	return gone
}

// idOf is the id of a person of a name, or of the bot.
func (g *game) idOf(name string) string {
	if name == "bot" {
		return g.sim.Handshake().Application.String()
	}
	return g.sim.Person(name).ID().String()
}

// pick picks an option, named by its label or its value, from a select; or people, with
// commas between, from a list of all.
func (g *game) pick(ctx context.Context, p *people.Person, words []word, in []string) error {
	if len(words) != 2 {
		return errors.New(`say pick "SELECT" "OPTION"`)
	}
	k, err := g.part(ctx, p, words[0].text, in)
	if err != nil {
		return err
	}
	if k.component.Type == discord.TypeUserSelect {
		var ids []string
		for name := range strings.SplitSeq(words[1].text, ",") {
			ids = append(ids, g.idOf(name))
		}
		out, err := p.Pick(ctx, k.message.ID, k.component.CustomID, ids...)
		return g.answered(p, k.message.ID, out, err)
	}
	for _, o := range k.component.Options {
		if o.Label == words[1].text || o.Value == words[1].text {
			out, err := p.Pick(ctx, k.message.ID, k.component.CustomID, o.Value)
			return g.answered(p, k.message.ID, out, err)
		}
	}
	return fmt.Errorf("%q isn't among the options %v", words[1].text, k.component.Options)
}

// fill opens the form of a button and submits it with what is named changed, as in
// fill "Table" seats=3 extras=hints: several values stand with commas between, and none is
// an empty one. Whatever isn't named is submitted as the form shows it.
func (g *game) fill(ctx context.Context, p *people.Person, words []word) error {
	k, err := g.part(ctx, p, words[0].text, nil)
	if err != nil {
		return err
	}
	out, err := p.Click(ctx, k.message.ID, k.component.CustomID)
	if err == nil && out.Modal == nil {
		err = errors.New("no form opens")
	}
	if err != nil {
		return g.answered(p, k.message.ID, out, err)
	}
	values := make(map[string]any)
	for _, w := range words[1:] {
		name, value, _ := strings.Cut(w.text, "=")
		given := strings.FieldsFunc(value, func(r rune) bool { return r == ',' })
		if values[name] = given; slices.ContainsFunc(out.Modal.Fields(), func(c discord.Component) bool {
			return c.CustomID == name && (c.Type == discord.TypeRadioGroup || c.Type == discord.TypeTextInput)
		}) {
			values[name] = letters(value)
		}
	}
	out, err = p.Submit(ctx, *out.Modal, values)
	return g.answered(p, k.message.ID, out, err)
}

// openForm opens the form to choose cards, whatever its button is called.
func (g *game) openForm(ctx context.Context, p *people.Person, as string) error {
	m, err := g.find(ctx, p, func(m discord.Message) bool { return chooser(m) != "" })
	if err != nil {
		return fmt.Errorf("no cards to choose from: %w", err)
	}
	out, err := p.Click(ctx, m.ID, chooser(m))
	if err == nil && out.Modal == nil {
		err = errors.New("no form opens")
	}
	g.kept[as] = keepsake{message: m, form: out.Modal}
	return g.answered(p, m.ID, out, err)
}

// chooser is the custom_id of a message's button to choose cards.
func chooser(m discord.Message) string {
	for _, c := range inside(m.Components) {
		if c.Type == discord.TypeButton && strings.HasPrefix(c.CustomID, "ch.") {
			return c.CustomID
		}
	}
	return ""
}

// submit fills a form in: cards, then "meld" or "on N".
func (g *game) submit(ctx context.Context, p *people.Person, name string, words []word) error {
	k := g.kept[name]
	if k.form == nil {
		return fmt.Errorf("no form %q is open", name)
	}
	values := make(map[string]any)
	cards, target, lays := split(words, "on")
	if lays {
		n, err := strconv.Atoi(joined(target))
		if err != nil {
			return err
		}
		values["to"] = []string{strconv.Itoa(n - 1)}
	} else if cards, _, lays = split(words, "meld"); lays {
		values["to"] = []string{"meld"}
	}
	if !lays {
		return errors.New(`say "CARDS meld" or "CARDS on N"`)
	}
	hand, err := engine.ParseHand(joined(cards))
	if err != nil {
		return err
	}
	for suit := engine.Clubs; suit <= engine.Spades; suit++ {
		list := []string{}
		for card := range hand.All() {
			if card.Suit() == suit {
				list = append(list, card.String())
			}
		}
		values[suit.String()] = list
	}
	if err := offers(*k.form, values); err != nil {
		return err
	}
	out, err := p.Submit(ctx, *k.form, values)
	return g.answered(p, k.message.ID, out, err)
}

// offers says whether a form, as it is shown, has what is to be picked in it.
func offers(form discord.Modal, values map[string]any) error {
	for _, field := range form.Fields() {
		for _, value := range list(values[field.CustomID]) {
			if len(field.Options) > 0 && !slices.ContainsFunc(field.Options, func(o discord.Option) bool { return o.Value == value }) {
				return fmt.Errorf("the form doesn't offer %q under %q", value, field.CustomID)
			}
		}
	}
	return nil
}

// list is one value or several.
func list(value any) []string {
	if one, ok := value.(string); ok {
		return []string{one}
	}
	several, _ := value.([]string)
	return several
}

// thread has Ada, who may archive it, open a thread in the first channel, "on" one of its messages
// where texts are named.
func (g *game) thread(ctx context.Context, rest []word) (err error) {
	named, texts, on := split(rest, "on")
	name, ada := joined(named), g.sim.Person("Ada")
	if !on {
		g.room[name], err = ada.Thread(ctx, g.room["main"], name)
		return err
	}
	m, err := g.find(ctx, ada, func(m discord.Message) bool {
		return m.Channel == g.room["main"] && !m.Ephemeral() && holds(m, g.sentences("", texts))
	})
	if err == nil {
		g.room[name], err = ada.ThreadFrom(ctx, g.room["main"], m.ID, name)
	}
	return err
}

// changeThread archives a thread, as Discord does by itself after an hour, or locks or
// unlocks it, as who manages threads can.
func (g *game) changeThread(ctx context.Context, name, change string) error {
	to := g.sim.Handshake().REST + "/v10/channels/" + g.room[name].String()
	request, err := http.NewRequestWithContext(ctx, http.MethodPatch, to, strings.NewReader(change))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", g.sim.Person("Ada").Token())
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err == nil {
		err = response.Body.Close()
	}
	if err == nil && response.StatusCode != http.StatusOK {
		err = errors.New(response.Status)
	}
	return err
}

// addRoom adds a channel to the server, over the page's own route.
func (g *game) addRoom(ctx context.Context, name string) error {
	body, err := json.Marshal(map[string]string{"name": name})
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, g.sim.Handshake().Page+"sim/channels", bytes.NewReader(body))
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	var made struct {
		ID discord.ID `json:"id"`
	}
	err = json.NewDecoder(response.Body).Decode(&made)
	g.room[name] = made.ID
	return err
}

// dropRoom has the owner of the server delete a channel.
func (g *game) dropRoom(ctx context.Context, name string) error {
	hello := g.sim.Handshake()
	return g.sim.Person(hello.People[0].Name).DeleteChannel(ctx, g.room[name])
}
