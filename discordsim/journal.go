package discordsim

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// record says what a line of the journal is about.
type record string

const (
	recordSettled     record = "settled"
	recordPerson      record = "person"
	recordChannel     record = "channel"
	recordMessage     record = "message"
	recordCommand     record = "command"
	recordInteraction record = "interaction"
	recordFile        record = "file"
	recordEmoji       record = "emoji"
)

// entry is one line: a thing as it now is, or, without a value, a thing that is no more.
type entry struct {
	Kind  record          `json:"k"`
	ID    discord.ID      `json:"id,omitzero"`
	Value json.RawMessage `json:"v,omitempty"`
}

// rewriteAt is how many bytes a journal may grow before it is rewritten without what is overtaken.
const rewriteAt = 64 << 20

// journal keeps the world on disk: a file of lines, each the newest state of one thing. A change is handed to the
// operating system before anybody hears of it, so a killed process loses nothing; the disk is asked to keep it about
// once a second. A line cut short by a crash is the last one and is left out.
type journal struct {
	path    string
	lock    *os.File // held while the state is this server's
	file    *os.File // nil keeps nothing
	buffer  []byte
	written int64
	log     *slog.Logger
	broken  bool // the file's end may be half a line, so nothing can be added to it
	syncing atomic.Bool
}

func (j *journal) put(kind record, id discord.ID, v any) {
	if j.path == "" {
		return
	}
	j.line(entry{kind, id, discord.Encode(v)})
}

func (j *journal) drop(kind record, id discord.ID) {
	if j.path == "" {
		return
	}
	j.line(entry{Kind: kind, ID: id})
}

func (j *journal) line(e entry) {
	j.buffer = append(append(j.buffer, discord.Encode(e)...), '\n')
}

// flush writes what has changed since the last time.
func (j *journal) flush(w *world) {
	if j.file == nil || len(j.buffer) == 0 {
		return
	}
	if !j.broken {
		n, err := j.file.Write(j.buffer)
		j.buffer = j.buffer[:0]
		j.written += int64(n)
		if err != nil {
			j.broken = true
			j.log.Error("discordsim: state not written", "err", err)
		}
	}
	if file := j.file; j.syncing.CompareAndSwap(false, true) {
		time.AfterFunc(time.Second, func() {
			j.syncing.Store(false)
			_ = file.Sync() // a file that was replaced or closed meanwhile has been synced
		})
	}
	if j.broken || j.written > rewriteAt {
		if err := j.rewrite(w); err != nil {
			j.log.Error("discordsim: state not rewritten", "err", err)
		}
	}
}

// close lets the next server have the state.
func (j *journal) close() error {
	var errs []error
	if j.file != nil {
		errs = append(errs, j.file.Sync(), j.file.Close())
	}
	if j.lock != nil {
		errs = append(errs, j.lock.Close())
	}
	return errors.Join(errs...)
}

// ErrStateInUse says that another server, in this process or another, keeps its state in the same file.
var ErrStateInUse = errors.New("another simulator uses it") //nolint:gochecknoglobals // an error value

// openJournal reads the state at path into the world; false means that there was none. The journal must be closed even
// after an error.
func (w *world) openJournal(path string, log *slog.Logger) (found bool, err error) {
	w.journal = &journal{path: path, log: log}
	if path == "" {
		return false, nil
	}
	lock, free, err := openLocked(path + ".lock")
	if err != nil {
		return false, fmt.Errorf("discordsim: state: %w", err)
	}
	if !free {
		return false, fmt.Errorf("discordsim: state %s: %w", path, ErrStateInUse)
	}
	w.journal.lock = lock
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("discordsim: state: %w", err)
	}
	err = w.load(bufio.NewReaderSize(file, 1<<20))
	err = errors.Join(err, file.Close())
	if err != nil {
		return false, fmt.Errorf("discordsim: state %s: %w", path, err)
	}
	w.settleIn()
	return w.Application != 0, nil
}

// load folds the lines; the newest of each thing stays.
func (w *world) load(r *bufio.Reader) error {
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

func (w *world) fold(e entry) error {
	w.ids.high = max(w.ids.high, e.ID) // also of what is no more
	switch e.Kind {
	case recordSettled:
		return json.Unmarshal(e.Value, &w.settled)
	case recordPerson:
		return foldInto(w.people, e)
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
func (w *world) settleIn() {
	w.ids.high = max(w.ids.high, w.High)
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
func (w *world) settleInteractions() {
	for _, id := range inOrder(w.interactions) {
		in := w.interactions[id]
		if in.Progress == pending {
			in.Progress = failed
		}
		w.tokens[in.Token] = in
		w.aging = append(w.aging, id)
	}
}

// settleFiles moves the addresses of files to where the server now is, and lets go of those that nobody lists.
func (w *world) settleFiles() {
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

func inOrder[T any](things map[discord.ID]*T) []discord.ID {
	ids := make([]discord.ID, 0, len(things))
	for id := range things {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// rewrite puts the whole world into a new file that takes the old one's place.
func (j *journal) rewrite(w *world) error {
	if j.path == "" {
		return nil
	}
	j.buffer = j.buffer[:0]
	w.High = w.ids.high
	j.put(recordSettled, 0, w.settled)
	putAll(j, recordPerson, w.people)
	putAll(j, recordChannel, w.channels)
	putAll(j, recordMessage, w.messages)
	putAll(j, recordCommand, w.commands)
	putAll(j, recordInteraction, w.interactions)
	putAll(j, recordFile, w.files)
	putAll(j, recordEmoji, w.emojis)
	whole := j.buffer
	j.buffer = j.buffer[:0]
	if err := writeWhole(j.path+".new", whole); err != nil {
		return fmt.Errorf("discordsim: state: %w", err)
	}
	var errs []error
	if j.file != nil {
		errs = append(errs, j.file.Close()) // some systems don't replace a file that is open
	}
	replaced := os.Rename(j.path+".new", j.path)
	file, err := os.OpenFile(j.path, os.O_WRONLY|os.O_APPEND, 0o600)
	if err = errors.Join(append(errs, replaced, err)...); err != nil {
		err = fmt.Errorf("discordsim: state: %w", err)
	}
	if replaced == nil {
		j.written, j.broken = 0, false
	}
	j.file = file
	return err
}

// writeWhole makes a file and has the disk keep it.
func writeWhole(name string, text []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Sync(), file.Close())
}

func putAll[T any](j *journal, kind record, things map[discord.ID]*T) {
	for _, id := range inOrder(things) {
		j.put(kind, id, things[id])
	}
}
