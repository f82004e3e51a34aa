package wire

import (
	"encoding/json"
	"net/http"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
)

func putOverwrite(w *world.State, c *call) (answer, *rules.Refusal) {
	f := c.form()
	return overwrite(w, c, &f)
}

func dropOverwrite(w *world.State, c *call) (answer, *rules.Refusal) { return overwrite(w, c, nil) }

func overwrite(w *world.State, c *call, f *rules.Form) (answer, *rules.Refusal) {
	in, r := room(w, c)
	if r != nil {
		return answer{}, r
	}
	id, _ := c.id("overwrite_id")
	return noContent, w.SetOverwrite(c.who, in, id, f)
}

// room finds the channel of a call, which its caller must be allowed to see.
func room(w *world.State, c *call) (*world.Channel, *rules.Refusal) {
	id, _ := c.id("channel_id")
	return w.Room(c.who, id)
}

func getChannel(w *world.State, c *call) (answer, *rules.Refusal) {
	in, r := room(w, c)
	if r != nil {
		return answer{}, r
	}
	return ok(w.ViewFor(in, c.who)), nil
}

func patchChannel(w *world.State, c *call) (answer, *rules.Refusal) {
	in, r := room(w, c)
	if r != nil {
		return answer{}, r
	}
	if r := w.ChangeRoom(c.who, in, c.form()); r != nil {
		return answer{}, r
	}
	return ok(w.View(in)), nil
}

func deleteChannel(w *world.State, c *call) (answer, *rules.Refusal) {
	in, r := room(w, c)
	if r != nil {
		return answer{}, r
	}
	gone, r := w.DeleteRoom(c.who, in)
	return okUnless(gone, r)
}

func typing(w *world.State, c *call) (answer, *rules.Refusal) {
	in, r := room(w, c)
	if r != nil {
		return answer{}, r
	}
	return noContent, w.AllowPost(c.who, in, false)
}

func createThread(w *world.State, c *call) (answer, *rules.Refusal) {
	in, r := room(w, c)
	if r != nil {
		return answer{}, r
	}
	from, _ := c.id("message_id") // 0 when the path has none
	thread, r := w.OpenThread(c.who, in, from, c.form(), c.files)
	if r != nil {
		return answer{}, r
	}
	view := w.View(thread)
	if in.Type != discord.ChannelForum {
		return answer{http.StatusCreated, discord.Encode(view)}, nil
	}
	first, r := w.Find(c.who, thread, thread.ID)
	if r != nil {
		return answer{}, r
	}
	return answer{http.StatusCreated, discord.Encode(struct {
		discord.Channel
		Message json.RawMessage `json:"message"`
	}{view, first.JSON()})}, nil
}

func createChannel(w *world.State, c *call) (answer, *rules.Refusal) {
	s, r := server(w, c)
	if r != nil {
		return answer{}, r
	}
	made, r := w.AddRoom(c.who, s, c.form())
	if r != nil {
		return answer{}, r
	}
	return answer{http.StatusCreated, discord.Encode(w.View(made))}, nil
}

func joinThread(w *world.State, c *call) (answer, *rules.Refusal) { return threadMember(w, c, true) }

func leaveThread(w *world.State, c *call) (answer, *rules.Refusal) { return threadMember(w, c, false) }

func threadMember(w *world.State, c *call, in bool) (answer, *rules.Refusal) {
	thread, r := room(w, c)
	if r != nil {
		return answer{}, r
	}
	who := c.who.ID
	if id, given := c.id("user_id"); given {
		who = id
	}
	return noContent, w.SetMember(thread, who, in)
}
