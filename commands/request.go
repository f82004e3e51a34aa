package commands

import (
	"github.com/boathouse-rum/boathouse/render"
	"github.com/bwmarrin/discordgo"
)

// A handle is what a person takes to ask for something.
type handle struct {
	kind kind
	name string      // of a command: its path, "rum add"
	verb render.Verb // of a component
}

type kind uint8

const (
	byName kind = iota + 1
	byButton
	bySelect
	byForm
)

func typed(name string) handle       { return handle{kind: byName, name: name} }
func button(verb render.Verb) handle { return handle{kind: byButton, verb: verb} }
func choice(verb render.Verb) handle { return handle{kind: bySelect, verb: verb} }
func form(verb render.Verb) handle   { return handle{kind: byForm, verb: verb} }
func takes(all ...handle) []handle   { return all }
func (h handle) isClick() bool       { return h.kind == byButton || h.kind == bySelect || h.kind == byForm }

// A request is what an interaction asks for, known from the interaction alone.
type request struct {
	in     *interaction
	handle handle
	call   call         // of a command
	press  press        // of a component or form
	key    render.Click // of press; zero where it is forged
	forged error        // why press names no key
}

// readRequest reads one. Nothing of a custom_id is believed before its MAC is.
func readRequest(in *interaction, c render.Codec) request {
	q := request{in: in}
	switch in.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		q.call = parseCall(in.Data)
		q.handle = typed(q.call.name)
	case discordgo.InteractionMessageComponent:
		q.readPress(c)
		q.handle = button(q.key.Verb)
		if len(q.press.values) > 0 {
			q.handle = choice(q.key.Verb)
		}
		if q.handle == choice(render.VerbPlay) && q.press.values[0] == render.ChooseValue {
			q.handle = button(render.VerbChoose)
		}
	case discordgo.InteractionModalSubmit:
		q.readPress(c)
		q.handle = form(q.key.Verb)
	case discordgo.InteractionPing:
	}
	return q
}

func (q *request) readPress(c render.Codec) {
	q.press = parsePress(q.in.Data)
	q.key, q.forged = c.Decode(q.press.customID)
}

// word is what the person said for an option: what they typed, what they picked, or
// what the button says that they pressed. False: nothing.
func (q *request) word(option string) (string, bool) {
	switch {
	case !q.handle.isClick():
		return q.call.text(option), q.call.has(option)
	case len(q.press.values) > 0:
		return q.press.values[0], true
	}
	return q.key.Arg, q.key.Arg != ""
}

// manner is how the answer should come where the row wants it so.
func (q *request) manner(wanted manner) manner {
	switch {
	case wanted == anew:
		return fresh
	case q.in.private():
		return over
	case wanted == silent && !q.handle.isClick():
		return fresh
	}
	return wanted
}
