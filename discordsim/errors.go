package discordsim

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// code is a number of Discord's table of JSON error codes.
type code int

const (
	codeGeneral            code = 0
	codeUnknownApplication code = 10002
	codeUnknownChannel     code = 10003
	codeUnknownGuild       code = 10004
	codeUnknownMember      code = 10007
	codeUnknownMessage     code = 10008
	codeUnknownUser        code = 10013
	codeUnknownEmoji       code = 10014
	codeUnknownWebhook     code = 10015
	codeUnknownInteraction code = 10062
	codeUnknownCommand     code = 10063
	codeNotYourApplication code = 20012
	codeMaxEmojis          code = 30008
	codeMaxCommands        code = 30032
	codeOldEdits           code = 30046
	codeTooLarge           code = 40005
	codeAcknowledged       code = 40060
	codeMissingAccess      code = 50001
	codeNotAuthor          code = 50005
	codeEmptyMessage       code = 50006
	codeMissingPermissions code = 50013
	codeChannelType        code = 50024
	codeWebhookToken       code = 50027
	codeBulkRange          code = 50016
	codeForm               code = 50035
	codeVersion            code = 50041
	codeSticker            code = 50081
	codeThreadArchived     code = 50083
	codeBadJSON            code = 50109
	codeThreadExists       code = 160004
	codeThreadLocked       code = 160005
)

// refusal is an answer that is not a success: the HTTP status and Discord's error object.
type refusal struct {
	Status  int
	Code    code
	Message string
	Errors  *complaint // only with codeForm

	RetryAfter time.Duration // only with status 429
	Global     bool
	Scope      string // of X-RateLimit-Scope
	Plain      bool   // answered as text, as the wall in front of Discord does it
}

// answers gives each code its HTTP status and message.
var answers = map[code]struct { //nolint:gochecknoglobals // a constant table
	status  int
	message string
}{
	codeGeneral:            {http.StatusNotFound, "404: Not Found"},
	codeUnknownApplication: {http.StatusNotFound, "Unknown Application"},
	codeUnknownChannel:     {http.StatusNotFound, "Unknown Channel"},
	codeUnknownGuild:       {http.StatusNotFound, "Unknown Guild"},
	codeUnknownMember:      {http.StatusNotFound, "Unknown Member"},
	codeUnknownMessage:     {http.StatusNotFound, "Unknown Message"},
	codeUnknownUser:        {http.StatusNotFound, "Unknown User"},
	codeUnknownEmoji:       {http.StatusNotFound, "Unknown Emoji"},
	codeUnknownWebhook:     {http.StatusNotFound, "Unknown Webhook"},
	codeUnknownInteraction: {http.StatusNotFound, "Unknown interaction"},
	codeUnknownCommand:     {http.StatusNotFound, "Unknown application command"},
	codeNotYourApplication: {http.StatusForbidden, "You are not authorized to perform this action on this application"},
	codeMaxEmojis:          {http.StatusBadRequest, "Maximum number of emojis reached"},
	codeMaxCommands:        {http.StatusBadRequest, "Maximum number of application commands reached (100)"},
	codeOldEdits:           {http.StatusTooManyRequests, "Maximum number of edits to messages older than 1 hour reached. Try again later."},
	codeTooLarge:           {http.StatusRequestEntityTooLarge, "Request entity too large"},
	codeAcknowledged:       {http.StatusBadRequest, "Interaction has already been acknowledged."},
	codeMissingAccess:      {http.StatusForbidden, "Missing Access"},
	codeNotAuthor:          {http.StatusForbidden, "Cannot edit a message authored by another user"},
	codeEmptyMessage:       {http.StatusBadRequest, "Cannot send an empty message"},
	codeMissingPermissions: {http.StatusForbidden, "Missing Permissions"},
	codeChannelType:        {http.StatusBadRequest, "Cannot execute action on this channel type"},
	codeWebhookToken:       {http.StatusUnauthorized, "Invalid Webhook Token"},
	codeBulkRange:          {http.StatusBadRequest, "Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete"},
	codeForm:               {http.StatusBadRequest, "Invalid Form Body"},
	codeVersion:            {http.StatusBadRequest, "Invalid API version"},
	codeSticker:            {http.StatusBadRequest, "Invalid sticker sent"},
	codeThreadArchived:     {http.StatusBadRequest, "Thread is archived"},
	codeBadJSON:            {http.StatusBadRequest, "The request body contains invalid JSON."},
	codeThreadExists:       {http.StatusBadRequest, "A thread has already been created for this message"},
	codeThreadLocked:       {http.StatusForbidden, "Thread is locked"},
}

func refuse(c code) *refusal {
	return &refusal{Status: answers[c].status, Code: c, Message: answers[c].message}
}

func refuseStatus(status int) *refusal {
	return &refusal{Status: status, Message: fmt.Sprintf("%d: %s", status, http.StatusText(status))}
}

func refuseForm(errs *complaint) *refusal {
	r := refuse(codeForm)
	r.Errors = errs
	return r
}

// refuseField is a form refused for one reason at one place of it.
func refuseField(reason, message string, path ...string) *refusal {
	root := &complaint{}
	node := root
	for _, key := range path {
		node = node.at(key)
	}
	node.add(reason, message)
	return refuseForm(root)
}

func (r *refusal) body() []byte {
	if r.Plain {
		return []byte("error code: 1015")
	}
	body := map[string]any{"code": int(r.Code), "message": r.Message}
	if r.Errors != nil {
		body["errors"] = r.Errors
	}
	if r.Status == http.StatusTooManyRequests {
		body["retry_after"] = seconds(r.RetryAfter)
		body["global"] = r.Global
	}
	text, err := json.Marshal(body)
	if err != nil {
		return []byte(`{"code":0,"message":"500: Internal Server Error"}`)
	}
	return text
}

func seconds(d time.Duration) float64 {
	return float64(d.Round(time.Millisecond)) / float64(time.Second)
}

// complaint is a node of the tree in an error's "errors" member: the keys lead to the field, "_errors" lists what is wrong.
type complaint struct {
	reasons []reason
	fields  map[string]*complaint
}

type reason struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (c *complaint) at(key string) *complaint {
	if c.fields == nil {
		c.fields = map[string]*complaint{}
	}
	next, ok := c.fields[key]
	if !ok {
		next = &complaint{}
		c.fields[key] = next
	}
	return next
}

func (c *complaint) add(code, message string) {
	c.reasons = append(c.reasons, reason{code, message})
}

// MarshalJSON writes the tree as Discord does: a node with reasons of its own shows only these.
func (c *complaint) MarshalJSON() ([]byte, error) {
	if len(c.reasons) > 0 {
		return json.Marshal(map[string][]reason{"_errors": c.reasons})
	}
	return json.Marshal(c.fields)
}

func number(n int) string { return strconv.Itoa(n) }
