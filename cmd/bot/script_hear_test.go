package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// expects is a line about a person: where they go, and what they see.
func (g *game) expects(ctx context.Context, name string, words []word) error {
	p, err := g.person(name)
	if err != nil {
		return err
	}
	if rest, ok := is(words, "sees privately"); ok {
		_, err := g.find(ctx, p, func(m discord.Message) bool { return m.Ephemeral() && holds(m, g.sentences(name, rest)) })
		return err
	}
	if rest, ok := is(words, "sees one"); ok {
		return g.seesOne(ctx, p, g.sentences(name, rest))
	}
	if rest, ok := is(words, "sees lit"); ok {
		return g.seesLit(ctx, p, rest)
	}
	if rest, ok := is(words, "sees below"); ok && len(rest) > 0 {
		return g.seesBelow(ctx, p, g.sentences(name, rest[:1]), g.sentences(name, rest[1:]))
	}
	if rest, ok := is(words, "sees unchanged"); ok {
		_, err := g.find(ctx, p, func(m discord.Message) bool { return m.Edited == nil && holds(m, g.sentences(name, rest)) })
		return err
	}
	if rest, ok := is(words, "sees"); ok {
		_, err := g.find(ctx, p, func(m discord.Message) bool { return holds(m, g.sentences(name, rest)) })
		return err
	}
	if rest, ok := is(words, "doesn't see"); ok {
		return g.blind(p, g.sentences(name, rest))
	}
	if rest, ok := is(words, "no longer sees"); ok {
		return p.Wait(ctx, func([]discord.Message) bool { return g.blind(p, g.sentences(name, rest)) == nil })
	}
	if rest, ok := is(words, "is told"); ok {
		return g.told(ctx, name, g.sentences(name, rest))
	}
	if rest, ok := is(words, "isn't told"); ok {
		return g.untold(name, g.sentences(name, rest))
	}
	if rest, ok := is(words, "is given"); ok && len(rest) > 0 {
		return g.given(ctx, name, rest)
	}
	if rest, ok := is(words, "is pushed"); ok && len(rest) > 1 {
		return g.pushed(ctx, p, rest[0].text, g.sentences(name, rest[1:]))
	}
	if rest, ok := is(words, "is offered"); ok {
		return g.offered(ctx, p, rest)
	}
	if rest, ok := is(words, "counts"); ok && len(rest) == 2 {
		return g.counts(ctx, p, rest[0].text, rest[1].text)
	}
	if _, ok := is(words, "proves what is shown"); ok {
		return g.provesShown(ctx, p, nil, func(discord.Message) bool { return true })
	}
	if rest, ok := is(words, "proves hand"); ok {
		return g.proves(ctx, name, rest)
	}
	if rest, ok := is(words, "goes to"); ok {
		room, ok := g.room[joined(rest)]
		if joined(rest) == "DM" {
			room, err = p.Direct(ctx)
		} else if !ok {
			err = fmt.Errorf("there is no channel %q", joined(rest))
		}
		if err == nil {
			g.where[name] = room
		}
		return err
	}
	if _, ok := is(words, "restarts Discord"); ok {
		return p.Restart(ctx)
	}
	if _, ok := is(words, "caches forms"); ok {
		return p.CacheModals(ctx)
	}
	if _, ok := is(words, "is answered late"); ok {
		g.late = true
		return p.AnswerLate(ctx, 1)
	}
	if _, ok := is(words, "closes DMs"); ok {
		return p.CloseDirect(ctx, true)
	}
	if _, ok := is(words, "opens DMs"); ok {
		return p.CloseDirect(ctx, false)
	}
	if rest, ok := is(words, "speaks"); ok {
		g.speaks[name] = joined(rest)
		return p.SetLocale(ctx, joined(rest))
	}
	if done, err := g.membership(ctx, p, words); done {
		return err
	}
	return fmt.Errorf("%s … what?", name)
}

// all is "everyone sees" or "nobody sees"; sentences are in the server's language.
func (g *game) all(ctx context.Context, who string, words []word) error {
	rest, ok := is(words, "sees")
	if !ok {
		return fmt.Errorf("%s … what?", who)
	}
	for _, known := range g.sim.Handshake().People {
		if !slices.Contains(known.Servers, g.sim.Handshake().Guild) {
			continue // who has left
		}
		var err error
		p := g.sim.Person(known.Name)
		if who == "nobody" {
			err = g.blind(p, g.sentences("", rest))
		} else {
			_, err = g.find(ctx, p, func(m discord.Message) bool { return holds(m, g.sentences("", rest)) })
		}
		if err != nil {
			return fmt.Errorf("%s: %w", known.Name, err)
		}
	}
	return nil
}

// sentences gives the texts of words. A word without quotes can be the key of a
// sentence: then the fixed parts of that sentence count, in the person's language.
func (g *game) sentences(name string, words []word) []string {
	var list []string
	for _, w := range words {
		sentence, known := g.sentence(name, w)
		if !known {
			list = append(list, w.text)
			continue
		}
		for part := range strings.SplitSeq(sentence, "{") {
			_, fixed, filled := strings.Cut(part, "}")
			if !filled {
				fixed = part
			}
			list = append(list, fixed)
		}
	}
	return list
}

// sentence gives the sentence that a word is the key of, its placeholders open but for the
// first, or a number of things, where a colon and that follow. Labels that it quotes are those of a
// table that speaks as the server does.
func (g *game) sentence(name string, w word) (string, bool) {
	l := g.words.For(g.speaks[name]).Beside(g.words.For(g.speaks[""]))
	text, value, filled := strings.Cut(w.text, ":")
	key := lang.Key(text)
	if w.quoted || !l.Has(key) {
		return "", false
	}
	sentence := l.Say(key)
	if sentence == text { // it counts something
		n, err := strconv.Atoi(value)
		if err != nil {
			n = 2
		}
		return l.Count(key, n), true
	}
	if before, rest, open := strings.Cut(sentence, "{"); open && filled {
		_, after, _ := strings.Cut(rest, "}")
		sentence = before + value + after
	}
	return sentence, true
}

// find waits for a message that is as wanted in the channel that the person
// looks at, and gives the newest.
func (g *game) find(ctx context.Context, p *people.Person, want func(discord.Message) bool) (discord.Message, error) {
	var found discord.Message
	room := g.at(p.Name())
	err := p.Wait(ctx, func(all []discord.Message) bool {
		for _, m := range slices.Backward(all) {
			if m.Channel == room && want(m) {
				found = m
				return true
			}
		}
		return false
	})
	if err != nil {
		err = fmt.Errorf("%w; %s", err, g.last(p))
	}
	return found, err
}

// last tells of the last messages that a person sees.
func (g *game) last(p *people.Person) string {
	var list []string
	for _, m := range p.Sees(g.at(p.Name())) {
		list = append(list, readable(m))
	}
	return fmt.Sprintf("the last that %s sees:\n%s", p.Name(), strings.Join(list[max(0, len(list)-3):], "\n---\n"))
}

// seesOne waits until the person sees the texts in one message and in no other.
func (g *game) seesOne(ctx context.Context, p *people.Person, want []string) error {
	err := p.Wait(ctx, func(all []discord.Message) bool {
		n := 0
		for _, m := range all {
			if m.Channel == g.at(p.Name()) && holds(m, want) {
				n++
			}
		}
		return n == 1
	})
	if err != nil {
		return fmt.Errorf("not once: %w; %s", err, g.last(p))
	}
	return nil
}

// seesLit waits until the one button of that label is lit that the newest message with it has.
func (g *game) seesLit(ctx context.Context, p *people.Person, words []word) error {
	label := joined(words)
	if named, known := g.sentence(p.Name(), words[0]); known {
		label = named
	}
	return p.Wait(ctx, func(all []discord.Message) bool {
		for _, m := range slices.Backward(all) {
			if c, has := m.Find(label); has && m.Channel == g.at(p.Name()) {
				return c.Style == render.StylePrimary
			}
		}
		return false
	})
}

// seesBelow waits until a private message with the texts stands below the newest public
// one with others.
func (g *game) seesBelow(ctx context.Context, p *people.Person, above, want []string) error {
	_, err := g.find(ctx, p, func(m discord.Message) bool {
		public, has := discord.ID(0), false
		for _, other := range p.Sees(m.Channel) {
			if !other.Ephemeral() && holds(other, above) {
				public, has = max(public, other.ID), true
			}
		}
		return m.Ephemeral() && holds(m, want) && has && m.ID > public
	})
	return err
}

// blind says whether no message that the person sees now holds the texts.
func (g *game) blind(p *people.Person, want []string) error {
	for _, m := range p.Sees(g.at(p.Name())) {
		if holds(m, want) {
			return fmt.Errorf("%s sees:\n%s", p.Name(), readable(m))
		}
	}
	return nil
}

// answers says whether a message answers what a person did last.
func (g *game) answers(name string, m discord.Message) bool {
	last := g.did[name]
	return last.message != 0 && m.ID == last.message || m.Cause != nil && m.Cause.ID == last.interaction
}

// told waits until the answer to what a person did last holds the texts.
func (g *game) told(ctx context.Context, name string, want []string) error {
	p := g.sim.Person(name)
	_, err := g.find(ctx, p, func(m discord.Message) bool { return g.answers(name, m) && holds(m, want) })
	return err
}

// untold says whether no answer to what a person did last holds the texts.
func (g *game) untold(name string, want []string) error {
	for _, m := range g.sim.Person(name).Sees(g.at(name)) {
		if g.answers(name, m) && holds(m, want) {
			return fmt.Errorf("%s is told so:\n%s", name, readable(m))
		}
	}
	return nil
}

// pushed waits until a person's phone has told of so many messages with the texts.
func (g *game) pushed(ctx context.Context, p *people.Person, want string, texts []string) error {
	n := 0
	err := p.Wait(ctx, func([]discord.Message) bool {
		n = 0
		for _, m := range p.Pushes(g.at(p.Name())) {
			if holds(m, texts) {
				n++
			}
		}
		return strconv.Itoa(n) == want
	})
	if err != nil {
		err = fmt.Errorf("%w: %d pushes", err, n)
	}
	return err
}

// offered is `is offered "A" "B" for /meld cards`: what completion lists, in
// order; "nothing" for none.
func (g *game) offered(ctx context.Context, p *people.Person, words []word) error {
	want, words, ok := split(words, "for")
	if !ok || len(words) < 2 {
		return errors.New(`say is offered "…" for /COMMAND OPTION`)
	}
	options := make(map[string]any)
	var path []string
	for _, w := range words[:len(words)-1] {
		if name, value, isOption := strings.Cut(w.text, "="); isOption {
			options[name] = value
		} else {
			path = append(path, strings.TrimPrefix(w.text, "/"))
		}
	}
	choices, err := p.Complete(ctx, g.at(p.Name()), strings.Join(path, " "), options, words[len(words)-1].text)
	if err != nil {
		return err
	}
	names := []string{}
	for _, c := range choices {
		names = append(names, c.Name)
	}
	if _, none := is(want, "nothing"); none {
		want = nil
	}
	if !slices.Equal(names, texts(want)) {
		return fmt.Errorf("%s is offered %q", p.Name(), names)
	}
	return nil
}

// counts is `counts 26 "Discard"`: how many options the selects of that name
// have together in the newest message with one.
func (g *game) counts(ctx context.Context, p *people.Person, want, name string) error {
	m, err := g.find(ctx, p, func(m discord.Message) bool { return holds(m, []string{"<" + name}) })
	n := 0
	for _, c := range inside(m.Components) {
		if strings.HasPrefix(c.Placeholder, name) {
			n += len(c.Options)
		}
	}
	if err == nil && strconv.Itoa(n) != want {
		err = fmt.Errorf("%s counts %d options", p.Name(), n)
	}
	return err
}

// proves checks the deal of a hand that is over, from what /proof shows and what
// the channel saw beforehand, here and in another language. Words given must be among
// the cuts.
func (g *game) proves(ctx context.Context, name string, words []word) error {
	number := words[0].text
	if err := g.acts(ctx, name, []word{{text: "/proof"}, {text: "hand=" + number}}); err != nil {
		return err
	}
	return g.provesShown(ctx, g.sim.Person(name), words[1:], func(m discord.Message) bool { return !m.Ephemeral() })
}

// provesShown checks the deal that the answer to what a person did last shows. The seal is
// held against the first message that said it, of those by which it counts.
func (g *game) provesShown(ctx context.Context, p *people.Person, words []word, counts func(discord.Message) bool) error {
	m, err := g.find(ctx, p, func(m discord.Message) bool { return g.answers(p.Name(), m) && holds(m, []string{"```json"}) })
	if err != nil {
		return err
	}
	_, line, _ := strings.Cut(m.Text(), "```json")
	line, _, _ = strings.Cut(line, "```")
	var proof deal.Proof
	if err := json.Unmarshal([]byte(line), &proof); err != nil {
		return err
	}
	if err := deal.Verify(proof); err != nil {
		return err
	}
	for _, w := range words {
		if !slices.Contains(proof.Cuts, w.text) {
			return fmt.Errorf("%q isn't among the cuts %q", w.text, proof.Cuts)
		}
	}
	sealed := func(m discord.Message) bool { return counts(m) && holds(m, []string{deal.SealLine(proof.Commitment)}) }
	carrier, err := g.find(ctx, p, sealed)
	if err != nil {
		return err
	}
	for _, m := range p.Sees(carrier.Channel) {
		if m.ID < carrier.ID && sealed(m) {
			carrier = m // which said it first
		}
	}
	own, err := ownMessage(p, carrier, proof)
	if err != nil {
		return err
	}
	return recomputed(ctx, proof, carrier, own)
}

// ownMessage is the last cut of a hand that isn't the first: a message that stands in the channel,
// below the one with the seal. 0: the seal's message is the last cut itself.
func ownMessage(p *people.Person, carrier discord.Message, proof deal.Proof) (discord.ID, error) {
	last := proof.Cuts[len(proof.Cuts)-1]
	if last == carrier.ID.String() {
		return 0, nil
	}
	for _, m := range p.Sees(carrier.Channel) {
		if m.ID.String() == last && m.ID > carrier.ID && !m.Ephemeral() {
			return m.ID, nil
		}
	}
	return 0, fmt.Errorf("no message %s stands below the seal", last)
}

// holds says whether a message holds all of the texts.
func holds(m discord.Message, want []string) bool {
	text := readable(m)
	for _, w := range want {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// readable is all that a person reads in a message: its text with the names of
// those whom it pings, [its buttons], <its selects> and their options, "+" for
// what is chosen.
func readable(m discord.Message) string {
	text := m.Text()
	for _, u := range m.Mentions {
		text = strings.ReplaceAll(text, "<@"+u.ID.String()+">", "@"+u.Name())
	}
	lines := []string{text}
	for _, c := range inside(m.Components) {
		if c.Label != "" {
			sign := ""
			if c.Emoji != nil && c.Emoji.ID != 0 {
				sign = ":" + c.Emoji.Name + ":"
			}
			lines = append(lines, sign+"["+c.Label+"]")
		}
		if c.Placeholder != "" {
			lines = append(lines, "<"+c.Placeholder+">")
		}
		for _, o := range c.Options {
			mark := "- "
			if o.Default {
				mark = "+ "
			}
			lines = append(lines, mark+o.Label+" ("+o.Description+")")
		}
	}
	return strings.Join(lines, "\n")
}

// inside lists components with those inside them.
func inside(list []discord.Component) []discord.Component {
	var all []discord.Component
	for _, c := range list {
		all = append(append(all, c), inside(c.Components)...)
	}
	return all
}
