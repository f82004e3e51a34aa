package world

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// read takes what the journal's file has; false means that there was none.
func (w *State) read() (found bool, err error) {
	file, err := os.Open(w.journal.path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("discordsim: state: %w", err)
	}
	err = w.load(bufio.NewReaderSize(file, 1<<20))
	err = errors.Join(err, file.Close())
	if err != nil {
		return false, fmt.Errorf("discordsim: state %s: %w", w.journal.path, err)
	}
	w.settleIn()
	return w.Application != 0, nil
}

// load folds the lines; the newest of each thing stays.
func (w *State) load(r *bufio.Reader) error {
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil // without its end a line was never whole
		}
		if err != nil {
			return err
		}
		var e entry
		if err := json.Unmarshal(bytes.TrimSpace(line), &e); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if err := w.fold(e); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
}

func (w *State) fold(e entry) error {
	w.ids.high = max(w.ids.high, e.ID) // also of what is no more
	switch e.Kind {
	case recordSettled:
		return json.Unmarshal(e.Value, &w.settled)
	case recordPerson:
		return foldInto(w.people, e)
	case recordServer:
		return foldInto(w.servers, e)
	case recordChannel:
		return foldInto(w.channels, e)
	case recordMessage:
		return foldInto(w.messages, e)
	case recordCommand:
		return foldInto(w.commands, e)
	case recordInteraction:
		return foldInto(w.interactions, e)
	case recordFile:
		return foldInto(w.files, e)
	case recordEmoji:
		return foldInto(w.emojis, e)
	}
	return fmt.Errorf("unknown record %q", e.Kind)
}

func foldInto[T any](things map[discord.ID]*T, e entry) error {
	if e.Value == nil {
		delete(things, e.ID)
		return nil
	}
	thing := new(T)
	things[e.ID] = thing
	return json.Unmarshal(e.Value, thing)
}

// settleIn makes what is not written from what is.
func (w *State) settleIn() {
	w.ids.high = max(w.ids.high, w.High)
	w.inherit()
	for _, p := range w.people {
		w.byToken[p.Token] = p
		if !p.Bot {
			w.byName[p.Name] = p
		}
	}
	for _, id := range inOrder(w.messages) {
		m := w.messages[id]
		c, there := w.channels[m.Channel]
		if !there {
			delete(w.messages, id)
			continue
		}
		c.list = append(c.list, m)
		if m.Reader != 0 {
			w.fading = append(w.fading, id)
		} else {
			c.last = id
		}
		if nonce := strings.Trim(string(m.Nonce), `"`); nonce != "" {
			w.nonces[nonceKey{m.Author.ID, nonce}] = id
			w.nonceOrder = append(w.nonceOrder, nonceKey{m.Author.ID, nonce})
		}
	}
	w.settleInteractions()
	w.settleFiles()
}

// settleInteractions: whoever waited for an answer when the process ended has given up.
func (w *State) settleInteractions() {
	for _, id := range inOrder(w.interactions) {
		in := w.interactions[id]
		if in.Owners == nil && w.channels[in.Channel] != nil {
			in.Owners = w.ownersHere(w.channels[in.Channel]) // of an earlier state file
		}
		if in.Progress == pending {
			in.Progress = failed
		}
		w.tokens[in.Token] = in
		w.aging = append(w.aging, id)
	}
}

// settleFiles moves the addresses of files to where the server now is, and lets go of those that nobody lists.
func (w *State) settleFiles() {
	listed := map[discord.ID]bool{}
	for _, m := range w.messages {
		for _, id := range m.Owned {
			listed[id] = true
		}
	}
	for _, id := range inOrder(w.files) {
		f := w.files[id]
		f.URL = w.fileURL(f)
		f.ProxyURL = f.URL
		if !listed[id] {
			w.loose = append(w.loose, id)
		}
	}
	for _, m := range w.messages {
		w.readdress(m)
	}
}

// readdress gives a message's files the addresses that they have now; the server may have moved to another port.
func (w *shelf) readdress(m *Message) {
	if !m.v2() {
		m.Attachments = w.attachments(m.Owned)
	}
	for media := range discord.EveryMedia(m.Components) {
		if f := w.files[media.Attachment]; f != nil {
			*media = f.media()
		}
	}
}
