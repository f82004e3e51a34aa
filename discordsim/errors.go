package discordsim

import (
	"encoding/json"
	"math"
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

	RetryAfter float64 // seconds; only with status 429
	Global     bool
	Scope      string // of X-RateLimit-Scope
	Plain      bool   // answered as text, as the wall in front of Discord does it
}

// answers gives each code its HTTP status and message.
var answers = map[code]struct { //nolint:gochecknoglobals // a constant table
	status  int
	message string
}{
	codeGeneral:            {404, "404: Not Found"},
	codeUnknownApplication: {404, "Unknown Application"},
	codeUnknownChannel:     {404, "Unknown Channel"},
	codeUnknownGuild:       {404, "Unknown Guild"},
	codeUnknownMember:      {404, "Unknown Member"},
	codeUnknownMessage:     {404, "Unknown Message"},
	codeUnknownUser:        {404, "Unknown User"},
	codeUnknownEmoji:       {404, "Unknown Emoji"},
	codeUnknownWebhook:     {404, "Unknown Webhook"},
	codeUnknownInteraction: {404, "Unknown interaction"},
	codeUnknownCommand:     {404, "Unknown application command"},
	codeNotYourApplication: {403, "You are not authorized to perform this action on this application"},
	codeMaxEmojis:          {400, "Maximum number of emojis reached"},
	codeMaxCommands:        {400, "Maximum number of application commands reached (100)"},
	codeOldEdits:           {429, "Maximum number of edits to messages older than 1 hour reached. Try again later."},
	codeTooLarge:           {413, "Request entity too large"},
	codeAcknowledged:       {400, "Interaction has already been acknowledged."},
	codeMissingAccess:      {403, "Missing Access"},
	codeNotAuthor:          {403, "Cannot edit a message authored by another user"},
	codeEmptyMessage:       {400, "Cannot send an empty message"},
	codeMissingPermissions: {403, "Missing Permissions"},
	codeChannelType:        {400, "Cannot execute action on this channel type"},
	codeWebhookToken:       {401, "Invalid Webhook Token"},
	codeBulkRange:          {400, "Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete"},
	codeForm:               {400, "Invalid Form Body"},
	codeVersion:            {400, "Invalid API version"},
	codeSticker:            {400, "Invalid sticker sent"},
	codeThreadArchived:     {400, "Thread is archived"},
	codeBadJSON:            {400, "The request body contains invalid JSON."},
	codeThreadExists:       {400, "A thread has already been created for this message"},
	codeThreadLocked:       {403, "Thread is locked"},
}

func refuse(c code) *refusal {
	return &refusal{Status: answers[c].status, Code: c, Message: answers[c].message}
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
	if r.Status == 429 {
		body["retry_after"] = math.Round(r.RetryAfter*1000) / 1000
		body["global"] = r.Global
	}
	text, err := json.Marshal(body)
	if err != nil {
		return []byte(`{"code":0,"message":"500: Internal Server Error"}`)
	}
	return text
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
