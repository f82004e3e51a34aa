package wire

import (
	"bytes"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
)

// oldAge is from when on a message takes few edits.
const oldAge = time.Hour

// roomMessage finds the channel and the message of a call, both of which its caller must be allowed to see.
func roomMessage(w *world.State, c *call) (*world.Channel, *world.Message, *rules.Refusal) {
	in, r := room(w, c)
	if r != nil {
		return nil, nil, r
	}
	id, _ := c.id("message_id")
	m, r := w.Find(c.who, in, id)
	return in, m, r
}

func postMessage(w *world.State, c *call) (answer, *rules.Refusal) {
	in, r := room(w, c)
	if r != nil {
		return answer{}, r
	}
	return message(w.Post(c.who, in, c.form(), c.files))
}

func getMessages(w *world.State, c *call) (answer, *rules.Refusal) {
	in, r := room(w, c)
	if r != nil {
		return answer{}, r
	}
	list, r := w.List(c.who, in, rules.QueryForm(c.query))
	if r != nil {
		return answer{}, r
	}
	return raw(slices.Concat([]byte("["), bytes.Join(list, []byte(",")), []byte("]"))), nil
}

func getMessage(w *world.State, c *call) (answer, *rules.Refusal) {
	in, m, r := roomMessage(w, c)
	if r != nil {
		return answer{}, r
	}
	if r := w.Allow(c.who, in, rules.PermReadHistory); r != nil {
		return answer{}, r
	}
	return raw(w.Readable(m, c.who)), nil
}

func patchMessage(w *world.State, c *call) (answer, *rules.Refusal) {
	in, m, r := roomMessage(w, c)
	if r != nil {
		return answer{}, r
	}
	if r := w.AllowEdit(c.who, in, m, len(c.files) > 0); r != nil {
		return answer{}, r
	}
	if c.who.Bot && w.Now().Sub(m.Timestamp) > oldAge {
		if r := c.rest.limits.takeOldEdit(in.ID); r != nil {
			return answer{}, r
		}
	}
	return message(w.Edit(m, c.form(), c.files))
}

func getPins(w *world.State, c *call) (answer, *rules.Refusal) {
	in, r := room(w, c)
	if r != nil {
		return answer{}, r
	}
	return ok(w.Pins(c.who, in)), nil
}

func putPin(w *world.State, c *call) (answer, *rules.Refusal) { return pin(w, c, true) }

func dropPin(w *world.State, c *call) (answer, *rules.Refusal) { return pin(w, c, false) }

func pin(w *world.State, c *call, on bool) (answer, *rules.Refusal) {
	in, m, r := roomMessage(w, c)
	if r != nil {
		return answer{}, r
	}
	return noContent, w.Pin(c.who, in, m, on)
}

func deleteMessage(w *world.State, c *call) (answer, *rules.Refusal) {
	in, m, r := roomMessage(w, c)
	if r != nil {
		return answer{}, r
	}
	return noContent, w.Delete(c.who, in, m)
}

func bulkDelete(w *world.State, c *call) (answer, *rules.Refusal) {
	in, r := room(w, c)
	if r != nil {
		return answer{}, r
	}
	return noContent, w.DeleteMany(c.who, in, c.form())
}
