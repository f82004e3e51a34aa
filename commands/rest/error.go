package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// Codes of Discord's that the bot acts on. Source: Discord's documentation, "JSON error codes".
const (
	CodeUnknownChannel      = 10003 // it was deleted
	CodeUnknownMessage      = 10008 // the message was deleted
	codeUnknownEmoji        = 10014
	CodeUnknownWebhook      = 10015 // the interaction's token is over
	CodeUnknownInteraction  = 10062 // not acknowledged within 3 s, or never was
	CodeMissingAccess       = 50001
	CodeNotAuthor           = 50005 // another's message, as of an earlier application of the bot's
	CodeCannotMessageUser   = 50007
	CodeMissingPermissions  = 50013
	CodeInvalidWebhookToken = 50027 // the interaction's token is over
	CodeInvalidForm         = 50035 // Error.Errors says where
	CodeTooManyEmojis       = 30008 // no room for one more
	CodeOldMessageEdits     = 30046 // too many edits of messages older than an hour
	CodeAlreadyAnswered     = 40060
	CodeThreadArchived      = 50083
	CodeThreadLocked        = 160005
	CodeBlockedByFilter     = 200000 // automatic moderation doesn't want the message
	CodeHarmfulLink         = 240000
)

var (
	// ErrTokenRefused says that Discord doesn't take the bot's token: at the first call, or when it was asked again
	// after one that worked. The client sends nothing more with it.
	ErrTokenRefused = errors.New("rest: Discord refused the bot's token") //nolint:gochecknoglobals // an error value

	// ErrTooManyInvalid says that too many requests of the last ten minutes were refused with 401, 403 or 429, so this
	// one wasn't sent. It passes by itself.
	ErrTooManyInvalid = errors.New("rest: too many refused requests in ten minutes, holding back") //nolint:gochecknoglobals // an error value

	// ErrNoRoom says that a spare call wasn't sent, since a limit is nearly reached or was reached just now.
	ErrNoRoom = errors.New("rest: limits leave no room to spare") //nolint:gochecknoglobals // an error value

	// ErrUnread says that Discord did what was asked, since its status was good, and that the answer's body doesn't tell
	// what it should. Only what the caller wanted to know is missing; the call must not be made again.
	ErrUnread = errors.New("rest: done, but the answer can't be read") //nolint:gochecknoglobals // an error value
)

// An Error is Discord's refusal of a call.
type Error struct {
	Route      string          // method and path with names for ids
	Status     int             // HTTP status
	Code       int             // Discord's code, 0 when it gave none
	Message    string          // Discord's words, tokens taken out
	Errors     json.RawMessage // for CodeInvalidForm: the tree that says what is wrong where, tokens taken out
	RetryAfter time.Duration   // for status 429
	Shared     bool            // for status 429: the limit is the place's, whoever has reached it

	tokenRefused bool // the bot's own token, not an interaction's
}

// Error names the route, the status, the code and Discord's words.
func (e *Error) Error() string {
	text := fmt.Sprintf("rest: %s: %d %s", e.Route, e.Status, http.StatusText(e.Status))
	if e.Code != 0 {
		text += ", code " + strconv.Itoa(e.Code)
	}
	if e.Message != "" {
		text += ": " + e.Message
	}
	if len(e.Errors) > 0 {
		text += " " + string(e.Errors)
	}
	return text
}

// Unwrap makes errors.Is(err, ErrTokenRefused) true for a refused bot token.
func (e *Error) Unwrap() error {
	if e.tokenRefused {
		return ErrTokenRefused
	}
	return nil
}

// HasCode tells whether err is a refusal by Discord with one of the codes.
func HasCode(err error, codes ...int) bool {
	var refusal *Error
	return errors.As(err, &refusal) && slices.Contains(codes, refusal.Code)
}

// NoSuchCall tells whether who answers at Discord's address doesn't know the call at all: it says so, or says 404 without
// any code of Discord's, by which that would name what isn't there.
func NoSuchCall(err error) bool {
	var refusal *Error
	if !errors.As(err, &refusal) {
		return false
	}
	switch refusal.Status {
	case http.StatusNotFound:
		return refusal.Code == 0
	case http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return true
	}
	return false
}

// A LostError says that no answer came. Sent tells whether Discord may have acted on the call all the same.
type LostError struct {
	Route string
	Sent  bool
	Err   error // what the network said
}

// Error names the route and what the network said.
func (e *LostError) Error() string {
	if e.Sent {
		return fmt.Sprintf("rest: %s: no answer: %v", e.Route, e.Err)
	}
	return fmt.Sprintf("rest: %s: not sent: %v", e.Route, e.Err)
}

// Acted tells whether Discord did what was asked, or may have, though the call failed: no answer came, or that of a
// server in trouble, or a good one that can't be read.
func Acted(err error) bool {
	var lost *LostError
	var refusal *Error
	return errors.As(err, &lost) && lost.Sent || errors.As(err, &refusal) && refusal.Status >= 500 || errors.Is(err, ErrUnread)
}

// Unwrap gives what the network said.
func (e *LostError) Unwrap() error { return e.Err }
