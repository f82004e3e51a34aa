package wire

import (
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
)

// act is POST /interactions, of a person's client.
func act(w *world.State, c *call) (answer, *rules.Refusal) { return noContent, w.Act(c.who, c.form()) }

// callback is the bot's first answer to an interaction.
func callback(w *world.State, c *call) (answer, *rules.Refusal) {
	id, _ := c.id("interaction_id")
	response, r := w.Answer(id, c.value("interaction_token"), c.form(), c.files)
	if r != nil || !c.asks("with_response") {
		return noContent, r
	}
	return ok(response), nil
}

// hook finds the interaction of a webhook route.
func hook(w *world.State, c *call) (*world.Interaction, *rules.Refusal) {
	id, _ := c.id("webhook_id")
	return w.Hook(id, c.value("webhook_token"))
}

func followUp(w *world.State, c *call) (answer, *rules.Refusal) {
	in, r := hook(w, c)
	if r != nil {
		return answer{}, r
	}
	if r := c.rest.limits.takeFollowUp(in.Channel); r != nil {
		return answer{}, r
	}
	return message(w.FollowUp(in, c.form(), c.files))
}

// hooked finds a message that the token of a webhook route reaches.
func hooked(w *world.State, c *call) (*world.Message, *rules.Refusal) {
	in, r := hook(w, c)
	if r != nil {
		return nil, r
	}
	id := in.Original
	if c.value("message_id") != "@original" {
		if id, r = c.needID("message_id"); r != nil {
			return nil, r
		}
	}
	return w.Hooked(in, id)
}

func getHooked(w *world.State, c *call) (answer, *rules.Refusal) { return message(hooked(w, c)) }

func editHooked(w *world.State, c *call) (answer, *rules.Refusal) {
	m, r := hooked(w, c)
	if r != nil {
		return answer{}, r
	}
	return message(w.Edit(m, c.form(), c.files))
}

func deleteHooked(w *world.State, c *call) (answer, *rules.Refusal) {
	m, r := hooked(w, c)
	if r != nil {
		return answer{}, r
	}
	w.Retract(m)
	return noContent, nil
}
