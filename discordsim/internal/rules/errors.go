package rules

import (
	"encoding/json"
	"math"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// Code is a number of Discord's table of JSON error codes.
type Code int

// What Discord refuses.
const (
	NoRoute              Code = 0
	UnknownApplication   Code = 10002
	UnknownChannel       Code = 10003
	UnknownGuild         Code = 10004
	UnknownMember        Code = 10007
	UnknownMessage       Code = 10008
	UnknownRole          Code = 10011
	UnknownUser          Code = 10013
	UnknownEmoji         Code = 10014
	UnknownWebhook       Code = 10015
	UnknownInteraction   Code = 10062
	UnknownCommand       Code = 10063
	NotYourApplication   Code = 20012
	Slowmode             Code = 20016
	TooManyEmojis        Code = 30008
	TooManyCommands      Code = 30032
	TooManyOldEdits      Code = 30046
	TooLarge             Code = 40005
	Acknowledged         Code = 40060
	TooManyFollowUps     Code = 40094
	MissingAccess        Code = 50001
	NotAuthor            Code = 50005
	EmptyMessage         Code = 50006
	CannotMessageUser    Code = 50007
	NoTextChannel        Code = 50008
	MissingPermissions   Code = 50013
	WrongChannelType     Code = 50024
	BadWebhookToken      Code = 50027
	TooFewOrManyMessages Code = 50016
	InvalidForm          Code = 50035
	InvalidVersion       Code = 50041
	InvalidGuild         Code = 50055
	InvalidSticker       Code = 50081
	ThreadArchived       Code = 50083
	BadJSON              Code = 50109
	ThreadExists         Code = 160004
	ThreadLocked         Code = 160005
	UnreadableReference  Code = 160009
	AgeLimitedReference  Code = 160010
	MessageBlocked       Code = 200000
	TitleBlocked         Code = 200001
	LinkBlocked          Code = 240000
)

// Refusal is an answer that is not a success: the HTTP status and Discord's error object.
type Refusal struct {
	Status  int
	Code    Code
	Message string
	errors  *complaint // only of forms

	RetryAfter float64 // seconds; only with status 429
	Global     bool
	Scope      string // of X-RateLimit-Scope
	Plain      bool   // answered as text, as the wall in front of Discord does it
}

// answers gives each code its HTTP status and message.
var answers = map[Code]struct { //nolint:gochecknoglobals // a constant table
	status  int
	message string
}{
	NoRoute:              {404, "404: Not Found"},
	UnknownApplication:   {404, "Unknown Application"},
	UnknownChannel:       {404, "Unknown Channel"},
	UnknownGuild:         {404, "Unknown Guild"},
	UnknownMember:        {404, "Unknown Member"},
	UnknownMessage:       {404, "Unknown Message"},
	UnknownRole:          {404, "Unknown Role"},
	UnknownUser:          {404, "Unknown User"},
	UnknownEmoji:         {404, "Unknown Emoji"},
	UnknownWebhook:       {404, "Unknown Webhook"},
	UnknownInteraction:   {404, "Unknown interaction"},
	UnknownCommand:       {404, "Unknown application command"},
	NotYourApplication:   {403, "You are not authorized to perform this action on this application"},
	Slowmode:             {429, "This action cannot be performed due to slowmode rate limit"},
	TooManyEmojis:        {400, "Maximum number of emojis reached"},
	TooManyCommands:      {400, "Maximum number of application commands reached (100)"},
	TooManyOldEdits:      {429, "Maximum number of edits to messages older than 1 hour reached. Try again later."},
	TooLarge:             {413, "Request entity too large"},
	Acknowledged:         {400, "Interaction has already been acknowledged."},
	TooManyFollowUps:     {400, "This interaction has hit the maximum number of follow up messages"},
	MissingAccess:        {403, "Missing Access"},
	NotAuthor:            {403, "Cannot edit a message authored by another user"},
	EmptyMessage:         {400, "Cannot send an empty message"},
	CannotMessageUser:    {403, "Cannot send messages to this user"},
	NoTextChannel:        {400, "Cannot send messages in a non-text channel"},
	MissingPermissions:   {403, "Missing Permissions"},
	WrongChannelType:     {400, "Cannot execute action on this channel type"},
	BadWebhookToken:      {401, "Invalid Webhook Token"},
	TooFewOrManyMessages: {400, "Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete"},
	InvalidForm:          {400, "Invalid Form Body"},
	InvalidVersion:       {400, "Invalid API version"},
	InvalidGuild:         {400, "Invalid Guild"},
	InvalidSticker:       {400, "Invalid sticker sent"},
	ThreadArchived:       {400, "Thread is archived"},
	BadJSON:              {400, "The request body contains invalid JSON."},
	ThreadExists:         {400, "A thread has already been created for this message"},
	ThreadLocked:         {403, "Thread is locked"},
	UnreadableReference:  {403, "Cannot reference a message without permission to read message history"},
	AgeLimitedReference:  {400, "NSFW channel message reference not allowed"},
	MessageBlocked:       {400, "Message was blocked by automatic moderation"},
	TitleBlocked:         {400, "Title was blocked by automatic moderation"},
	LinkBlocked:          {400, "Message blocked by harmful links filter"},
}

// Refuse is the refusal of a code, with its HTTP status and message.
func Refuse(c Code) *Refusal {
	return &Refusal{Status: answers[c].status, Code: c, Message: answers[c].message}
}

func refuseForm(errs *complaint) *Refusal {
	r := Refuse(InvalidForm)
	r.errors = errs
	return r
}

// RefuseField is a form refused for one reason at one place of it.
func RefuseField(reason, message string, path ...string) *Refusal {
	root := &complaint{}
	node := root
	for _, key := range path {
		node = node.at(key)
	}
	node.add(reason, message)
	return refuseForm(root)
}

// Detail says what was wrong: the tree of a form's faults, else the message.
func (r *Refusal) Detail() string {
	if r.errors != nil {
		return string(discord.Encode(r.errors))
	}
	return r.Message
}

// Body is Discord's error object, or the text of a plain one.
func (r *Refusal) Body() []byte {
	if r.Plain {
		return []byte("error code: 1015")
	}
	body := map[string]any{"code": int(r.Code), "message": r.Message}
	if r.errors != nil {
		body["errors"] = r.errors
	}
	if r.Status == 429 {
		body["retry_after"] = math.Round(r.RetryAfter*1000) / 1000
		body["global"] = r.Global
	}
	return discord.Encode(body)
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
