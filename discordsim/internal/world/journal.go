package world

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// record says what a line of the journal is about.
type record string

const (
	recordSettled     record = "settled"
	recordPerson      record = "person"
	recordServer      record = "server"
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

// flush writes what has changed since the last time; full says that the journal wants to be written anew.
func (j *journal) flush() (full bool) {
	if j.file == nil || len(j.buffer) == 0 {
		return false
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
	return j.broken || j.written > rewriteAt
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

// own takes the file's lock; it is this server's until the journal is closed.
func (j *journal) own() error {
	lock, free, err := openLocked(j.path + ".lock")
	if err != nil {
		return fmt.Errorf("discordsim: state: %w", err)
	}
	if !free {
		return fmt.Errorf("discordsim: state %s: %w", j.path, ErrInUse)
	}
	j.lock = lock
	return nil
}

// ErrInUse says that another server, in this process or another, keeps its state in the same file.
var ErrInUse = errors.New("another simulator uses it") //nolint:gochecknoglobals // an error value

// begin starts to write all anew: what is put from now on is the whole.
func (j *journal) begin() { j.buffer = j.buffer[:0] }

// replace puts what was written since begin into a new file that takes the old one's place.
func (j *journal) replace() error {
	if j.path == "" {
		return nil
	}
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
