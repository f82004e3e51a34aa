package discordsim

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// schemaURL is the name under which the OpenAPI file is known to the schema compiler.
const schemaURL = "discord.json"

// schema holds requests and answers against Discord's official OpenAPI file. It sees shape only.
type schema struct {
	document map[string]any

	mu       sync.Mutex // guards what follows
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
}

func loadSchema(path string) (*schema, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("discordsim: OpenAPI file: %w", err)
	}
	document, err := jsonschema.UnmarshalJSON(file)
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, fmt.Errorf("discordsim: OpenAPI file %s: %w", path, err)
	}
	root, isObject := document.(map[string]any)
	if !isObject || root["paths"] == nil {
		return nil, fmt.Errorf("discordsim: OpenAPI file %s: no paths in it", path)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(schemaURL, document); err != nil {
		return nil, fmt.Errorf("discordsim: OpenAPI file %s: %w", path, err)
	}
	return &schema{document: root, compiler: compiler, compiled: map[string]*jsonschema.Schema{}}, nil
}

// check finds what is wrong with a request and its answer. Routes that are not in the file pass.
func (s *schema) check(c *call, status int, body []byte) []Violation {
	path := c.route.path
	if c.value("message_id") == "@original" {
		path = strings.Replace(path, "{message_id}", "@original", 1)
	}
	operation := []string{"paths", path, strings.ToLower(c.route.method)}
	if s.at(operation...) == nil {
		return nil
	}
	var out []Violation
	if c.body != nil && status < http.StatusBadRequest {
		kind := "application/json"
		if len(c.files) > 0 {
			kind = "multipart/form-data"
		}
		if detail := s.validate(c.body, append(operation, "requestBody", "content", kind, "schema")); detail != "" {
			out = append(out, Violation{Kind: RequestSchema, Detail: detail})
		}
	}
	if detail := s.checkAnswer(operation, status, body); detail != "" {
		out = append(out, Violation{Kind: AnswerSchema, Status: status, Detail: detail})
	}
	return out
}

func (s *schema) checkAnswer(operation []string, status int, body []byte) string {
	answers := append(operation, "responses", strconv.Itoa(status))
	switch {
	case status >= http.StatusInternalServerError:
		return ""
	case status == http.StatusTooManyRequests:
		answers = []string{"components", "responses", "ClientRatelimitedResponse"}
	case status >= http.StatusBadRequest:
		answers = []string{"components", "responses", "ClientErrorResponse"}
	}
	if s.at(answers...) == nil {
		return fmt.Sprintf("status %d is not foreseen", status)
	}
	content := append(answers, "content", "application/json", "schema")
	if s.at(content...) == nil {
		if len(body) > 0 {
			return fmt.Sprintf("status %d has no body", status)
		}
		return ""
	}
	v, err := rules.ParseBody(body)
	if err != nil {
		return "the body is no JSON: " + err.Error()
	}
	if fields, isObject := v.(map[string]any); isObject && status >= http.StatusBadRequest {
		// The file wants numbers as the codes in the tree of a form's errors. Discord's documentation shows words
		// there, and so does Discord.
		delete(fields, "errors")
	}
	return s.validate(v, content)
}

// at walks the file; nil when there is nothing.
func (s *schema) at(steps ...string) any {
	var node any = s.document
	for _, step := range steps {
		object, isObject := node.(map[string]any)
		if !isObject {
			return nil
		}
		node = object[step]
	}
	return node
}

// validate holds a value against the schema at a place of the file; "" is no complaint. Where the file wants an integer
// and the value has its digits in a string, as clients write 53-bit numbers, the string counts as the integer.
func (s *schema) validate(v any, steps []string) string {
	if s.at(steps...) == nil {
		return ""
	}
	compiled, err := s.compile(steps)
	if err != nil {
		return err.Error()
	}
	first := compiled.Validate(v)
	if first == nil {
		return ""
	}
	var wrong *jsonschema.ValidationError
	for last := first; errors.As(last, &wrong); {
		changed := false
		v = coerced(v, wrong, &changed)
		if !changed {
			break
		}
		if last = compiled.Validate(v); last == nil {
			return ""
		}
	}
	return first.Error()
}

func (s *schema) compile(steps []string) (*jsonschema.Schema, error) {
	var pointer strings.Builder
	for _, step := range steps {
		step = strings.ReplaceAll(strings.ReplaceAll(step, "~", "~0"), "/", "~1")
		pointer.WriteString("/" + strings.NewReplacer("{", "%7B", "}", "%7D").Replace(step))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if done, there := s.compiled[pointer.String()]; there {
		return done, nil
	}
	done, err := s.compiler.Compile(schemaURL + "#" + pointer.String())
	if err != nil {
		return nil, fmt.Errorf("discordsim: OpenAPI file: %w", err)
	}
	s.compiled[pointer.String()] = done
	return done, nil
}

// coerced is a copy of a value in which digit strings are integers wherever an error says that one was wanted, and
// numbers are strings where a snowflake was.
func coerced(v any, wrong *jsonschema.ValidationError, changed *bool) any {
	for _, cause := range wrong.Causes {
		v = coerced(v, cause, changed)
	}
	mismatch, isType := wrong.ErrorKind.(*kind.Type)
	if !isType {
		return v
	}
	return replaced(v, wrong.InstanceLocation, func(leaf any) any {
		switch leaf := leaf.(type) {
		case string:
			if _, isID := discord.ParseID(leaf); isID && slices.Contains(mismatch.Want, "integer") && !slices.Contains(mismatch.Want, "string") {
				*changed = true
				return json.Number(leaf)
			}
		case json.Number:
			if _, isID := discord.ParseID(leaf.String()); isID && slices.Equal(mismatch.Want, []string{"string"}) && wrong.InstanceLocation[len(wrong.InstanceLocation)-1] == "id" {
				*changed = true
				return leaf.String()
			}
		}
		return leaf
	})
}

// replaced copies a value along the way to one place and changes that.
func replaced(v any, steps []string, change func(any) any) any {
	if len(steps) == 0 {
		return change(v)
	}
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v {
			out[key] = value
		}
		out[steps[0]] = replaced(v[steps[0]], steps[1:], change)
		return out
	case []any:
		i, err := strconv.Atoi(steps[0])
		if err != nil || i < 0 || i >= len(v) {
			return v
		}
		out := slices.Clone(v)
		out[i] = replaced(v[i], steps[1:], change)
		return out
	}
	return v
}
