package wire

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// call is one request under way.
type call struct {
	rest    *rest
	route   *route
	request *http.Request
	query   url.Values
	body    any // the JSON, that of payload_json in a multipart request; nil without one
	text    []byte
	files   []rules.Upload
	who     *world.Account // nil when the path carries the secret
	cut     bool           // whoever asks hung up before the end of the body
	closed  bool           // there is no world any more
	garbled *string        // what is sent instead of the answer's body; nil for the body
}

// asks reads a flag of the query: true, in any case, or 1.
func (c *call) asks(name string) bool {
	v := c.query.Get(name)
	return v == "1" || strings.EqualFold(v, "true")
}

func (c *call) value(name string) string { return c.request.PathValue(name) }

// answered is the call with its answer, as the OpenAPI file knows it.
func (c *call) answered(status int, body []byte) wirelog.Request {
	path := c.route.path
	if c.value("message_id") == "@original" {
		path = strings.Replace(path, "{message_id}", "@original", 1)
	}
	return wirelog.Request{Method: c.route.method, Route: path, Body: c.body, Files: len(c.files) > 0, Status: status, Answer: body}
}

// id reads a snowflake of the path; false when the route has none of that name.
func (c *call) id(name string) (discord.ID, bool) { return discord.ParseID(c.value(name)) }

func (c *call) needID(name string) (discord.ID, *rules.Refusal) {
	id, good := c.id(name)
	if !good {
		return 0, rules.RefuseField("NUMBER_TYPE_COERCE", "Value \""+c.value(name)+"\" is not snowflake.", name)
	}
	return id, nil
}

// form is the body as a form.
func (c *call) form() rules.Form { return rules.NewForm(c.body) }

// pathIDs refuses a path whose ids are none; the message "@original" is one.
func (c *call) pathIDs() *rules.Refusal {
	for _, step := range strings.Split(c.route.path, "/") {
		if !strings.HasSuffix(step, "_id}") {
			continue
		}
		name := strings.Trim(step, "{}")
		if c.value(name) == "@original" && c.route.limit == limitWebhook || c.value(name) == "@me" {
			continue
		}
		if _, refused := c.needID(name); refused != nil {
			return refused
		}
	}
	return nil
}

// read takes the body: JSON, or multipart with payload_json and files[n].
func (c *call) read(w http.ResponseWriter) *rules.Refusal {
	if c.request.Method == http.MethodGet || c.request.Body == http.NoBody {
		return nil
	}
	kind, params, err := mime.ParseMediaType(c.request.Header.Get("Content-Type"))
	sent := &sentBody{ReadCloser: c.request.Body}
	defer func() { c.cut = sent.cut }()
	body := http.MaxBytesReader(w, sent, rules.MaxBody)
	if err == nil && kind == "multipart/form-data" {
		return c.readParts(multipart.NewReader(body, params["boundary"]))
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return refuseRead(err)
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	c.text = text
	if c.body, err = rules.ParseBody(text); err != nil {
		return rules.Refuse(rules.BadJSON)
	}
	return nil
}

// A sentBody knows whether whoever sent it was gone before its end.
type sentBody struct {
	io.ReadCloser
	cut bool
}

func (b *sentBody) Read(into []byte) (int, error) {
	n, err := b.ReadCloser.Read(into)
	b.cut = b.cut || err != nil && !errors.Is(err, io.EOF)
	return n, err
}

func refuseRead(err error) *rules.Refusal {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return rules.Refuse(rules.TooLarge)
	}
	return Status(http.StatusBadRequest)
}

func (c *call) readParts(parts *multipart.Reader) *rules.Refusal {
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return refuseRead(err)
		}
		content, err := io.ReadAll(part)
		if err != nil {
			return refuseRead(err)
		}
		name := part.FormName()
		inner, isNumbered := strings.CutPrefix(name, "files[")
		switch {
		case name == "payload_json":
			c.text = content
			if c.body, err = rules.ParseBody(content); err != nil {
				return rules.Refuse(rules.BadJSON)
			}
		case isNumbered:
			n, err := strconv.Atoi(strings.TrimSuffix(inner, "]"))
			if err != nil {
				return rules.RefuseField("MULTIPART_FILE_NUMBER", "A file's part is named files[n]", name)
			}
			c.files = append(c.files, upload(n, part.FileName(), content))
		case part.FileName() != "":
			c.files = append(c.files, upload(len(c.files), part.FileName(), content))
		}
		if len(content) > rules.MaxFile {
			return rules.Refuse(rules.TooLarge)
		}
	}
}

func upload(n int, name string, content []byte) rules.Upload {
	return rules.Upload{Number: n, Name: name, Kind: http.DetectContentType(content), Bytes: content}
}
