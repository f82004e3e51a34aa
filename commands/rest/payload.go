package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"strconv"
)

// A Payload is what a call says.
type Payload struct {
	// Body is marshalled to a JSON object in Discord's form. Its "attachments" lists the files to keep; those of Files
	// are added to it.
	Body any
	// Files are uploaded with the message, at most 10.
	Files []File
	// Once has a call not repeated that Discord refuses for the limit of its place: the caller has something better to do
	// than to wait. Only creations and edits of messages heed it.
	Once bool
	// Spare has a call made only where limits leave room for others ([ErrNoRoom] else), and once, whatever becomes of it,
	// unless it is for an emoji alone: the caller has something lighter to send.
	Spare bool
	// Lost, if not nil, is called for each attempt that got no good answer and that Discord may have carried out, or may yet: also
	// where the call is repeated, and succeeds. Only creations and edits of messages heed it.
	Lost func()
}

// A File is uploaded with a message, which shows it as "attachment://" and its name.
type File struct {
	Name        string // letters, digits, dots, dashes and underscores, 1 to 100
	Description string // alt text, at most 1024 characters
	ContentType string // such as "image/png"
	Data        []byte
}

const maxFiles = 10

func isFileName(name string) bool {
	for i, c := range []byte(name) {
		letter := 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_'
		if !letter && (i == 0 || c != '.' && c != '-') {
			return false
		}
	}
	return 0 < len(name) && len(name) <= 100
}

// A body is a request's, ready to be sent any number of times.
type body struct {
	contentType string
	data        []byte
	// plain is a message without the emojis of its buttons and options; nil where there is none on them.
	plain func() (*body, error)
}

func encodeJSON(v any) (*body, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("rest: payload: %w", err)
	}
	return &body{contentType: "application/json", data: data}, nil
}

// encode makes the request of a payload that is a message.
func (p Payload) encode(more ...field) (*body, error) {
	object, err := p.object()
	if err != nil {
		return nil, err
	}
	object, err = p.dress(object, more...)
	if err != nil {
		return nil, err
	}
	return p.pack(object)
}

// Kinds of callback whose data is a message. Source: Discord's documentation, "interaction callback type".
const (
	callbackMessage = 4
	callbackUpdate  = 7
)

// encodeCallback makes the request of a payload whose data may be a message.
func (p Payload) encodeCallback() (*body, error) {
	object, err := p.object()
	if err != nil {
		return nil, err
	}
	kind, _ := strconv.Atoi(string(lookup(object, "type")))
	data := lookup(object, "data")
	if data == nil || kind != callbackMessage && kind != callbackUpdate {
		if len(p.Files) > 0 {
			return nil, fmt.Errorf("rest: a callback of type %d takes no files", kind)
		}
		return &body{contentType: "application/json", data: object}, nil
	}
	data, err = p.dress(data)
	if err != nil {
		return nil, err
	}
	return p.pack(replace(object, "data", data))
}

var errNoObject = errors.New("rest: a payload's body must be a JSON object") //nolint:gochecknoglobals // an error value

func (p Payload) object() ([]byte, error) {
	object, err := json.Marshal(p.Body)
	if err != nil {
		return nil, fmt.Errorf("rest: payload: %w", err)
	}
	if len(object) == 0 || object[0] != '{' {
		return nil, errNoObject
	}
	return object, nil
}

// dress gives a message object its allowed_mentions, the list of its new files, and more.
func (p Payload) dress(message []byte, more ...field) ([]byte, error) {
	if len(message) == 0 || message[0] != '{' {
		return nil, errNoObject
	}
	// A null would mean Discord's default, which mentions everybody named in the text.
	if mentions := lookup(message, "allowed_mentions"); mentions == nil || string(mentions) == "null" {
		message = replace(message, "allowed_mentions", []byte(`{"parse":[]}`))
	}
	if len(p.Files) > 0 {
		list, err := p.attachments(lookup(message, "attachments"))
		if err != nil {
			return nil, err
		}
		message = replace(message, "attachments", list)
	}
	for _, f := range more {
		value, err := json.Marshal(f.value)
		if err != nil {
			return nil, err
		}
		message = replace(message, f.key, value)
	}
	return message, nil
}

// attachments adds the payload's files to the list of those kept.
func (p Payload) attachments(kept []byte) ([]byte, error) {
	var list []any
	if kept != nil {
		var have []json.RawMessage
		if err := json.Unmarshal(kept, &have); err != nil {
			return nil, fmt.Errorf("rest: attachments: %w", err)
		}
		for _, h := range have {
			list = append(list, h)
		}
	}
	if len(list)+len(p.Files) > maxFiles {
		return nil, fmt.Errorf("rest: %d files, at most %d go with a message", len(list)+len(p.Files), maxFiles)
	}
	for i, f := range p.Files {
		if !isFileName(f.Name) {
			return nil, fmt.Errorf("rest: %q can't be the name of a file", f.Name)
		}
		list = append(list, struct {
			ID          string `json:"id"`
			Filename    string `json:"filename"`
			Description string `json:"description,omitempty"`
		}{strconv.Itoa(i), f.Name, f.Description})
	}
	return json.Marshal(list)
}

// pack puts an object and the payload's files into one request, which is known without the object's emojis too.
func (p Payload) pack(object []byte) (*body, error) {
	packed, err := p.wrap(object)
	if err == nil && bytes.Contains(object, []byte(`"emoji":{`)) {
		packed.plain = func() (*body, error) {
			bare, err := withoutEmojis(object)
			if err != nil {
				return nil, err
			}
			return p.wrap(bare)
		}
	}
	return packed, err
}

// wrap makes a request of an object and the payload's files.
func (p Payload) wrap(object []byte) (*body, error) {
	if len(p.Files) == 0 {
		return &body{contentType: "application/json", data: object}, nil
	}
	var buffer bytes.Buffer
	form := multipart.NewWriter(&buffer)
	part := func(name, fileName, contentType string, data []byte) error {
		disposition := fmt.Sprintf("form-data; name=%q", name)
		if fileName != "" {
			disposition += fmt.Sprintf("; filename=%q", fileName)
		}
		w, err := form.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {disposition},
			"Content-Type":        {contentType},
		})
		if err != nil {
			return err
		}
		_, err = w.Write(data)
		return err
	}
	if err := part("payload_json", "", "application/json", object); err != nil {
		return nil, err
	}
	for i, f := range p.Files {
		if err := part(fmt.Sprintf("files[%d]", i), f.Name, f.ContentType, f.Data); err != nil {
			return nil, err
		}
	}
	if err := form.Close(); err != nil {
		return nil, err
	}
	return &body{contentType: form.FormDataContentType(), data: buffer.Bytes()}, nil
}
