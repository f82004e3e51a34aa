package wirelog

import "slices"

// Violation is something that Discord would not have liked: a request that was refused, or a request or an answer of
// the simulator's own that breaks the OpenAPI file.
type Violation struct {
	Kind   ViolationKind
	Method string
	Path   string // with the interaction token left out
	Status int    // of the answer; 0 when the fault is in the request's shape
	Code   int    // Discord's, for refusals
	Detail string
}

// ViolationKind says what was wrong.
type ViolationKind string

// What can be wrong.
const (
	Refused       ViolationKind = "refused"        // a request got an error of Discord's
	RequestSchema ViolationKind = "request-schema" // a request breaks the OpenAPI file
	AnswerSchema  ViolationKind = "answer-schema"  // an answer of the simulator breaks it
)

// Violate notes a violation.
func (l *Log) Violate(v Violation) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.wrong = append(l.wrong, v)
}

// Violations lists every violation so far, oldest first.
func (l *Log) Violations() []Violation {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.wrong)
}
