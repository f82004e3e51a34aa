package wirelog

// A Request is a request with its answer, as a [Checker] sees them.
type Request struct {
	Method string
	Route  string // as in the documentation: "/channels/{channel_id}/messages"
	Body   any    // the JSON, decoded; nil: none
	Files  bool   // the body came with files
	Status int
	Answer []byte
}

// A Checker holds requests against a description of the interface.
type Checker interface {
	Check(Request) []Violation
}
