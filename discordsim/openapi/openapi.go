package openapi

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// schemaURL is the name under which the OpenAPI file is known to the schema compiler. It is a whole one, since a mere name would be
// of the folder that the process is in, and that may change.
const schemaURL = "file:///discord.json"

// Schema holds requests and answers against Discord's official OpenAPI file. It sees shape only. Servers may share one, and
// then share what they compiled of it.
type Schema struct {
	document map[string]any

	mu       sync.Mutex // guards what follows
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
}

// Load reads the file at a path; "" is none, against which nothing is checked. An error says that
// there is no such file, or that it isn't one of OpenAPI.
func Load(path string) (wirelog.Checker, error) {
	if path == "" {
		return nil, nil
	}
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
	return &Schema{document: root, compiler: compiler, compiled: map[string]*jsonschema.Schema{}}, nil
}

// Check finds what is wrong with a request and its answer. Routes that are not in the file pass.
func (s *Schema) Check(r wirelog.Request) []wirelog.Violation {
	operation := []string{"paths", r.Route, strings.ToLower(r.Method)}
	if s.at(operation...) == nil {
		return nil
	}
	var out []wirelog.Violation
	if r.Body != nil && r.Status < http.StatusBadRequest {
		kind := "application/json"
		if r.Files {
			kind = "multipart/form-data"
		}
		if detail := s.validate(r.Body, append(operation, "requestBody", "content", kind, "schema")); detail != "" {
			out = append(out, wirelog.Violation{Kind: wirelog.RequestSchema, Detail: detail})
		}
	}
	if detail := s.checkAnswer(operation, r.Status, r.Answer); detail != "" {
		out = append(out, wirelog.Violation{Kind: wirelog.AnswerSchema, Status: r.Status, Detail: detail})
	}
	return out
}

func (s *Schema) checkAnswer(operation []string, status int, body []byte) string {
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
func (s *Schema) at(steps ...string) any {
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
func (s *Schema) validate(v any, steps []string) string {
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

func (s *Schema) compile(steps []string) (*jsonschema.Schema, error) {
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
