package rest

import (
	"net/http"
	"net/url"
	"strings"
	"time"
)

// A route is one kind of call with its ids filled in.
type route struct {
	name   string // the route for people and counters: method and template, no id and no token
	method string
	path   string // path with ids, and with tokens in clear: never shown
	query  string
	major  string // what rate limits of this route are counted by, beside the route
	token  string // the interaction's token in the path, if any
	answer bool   // addressed by an interaction's token: needs no authorisation, outside the bot's global limit
	again  bool   // a POST that does no more when it comes twice
	once   bool   // not repeated where the place's limit is reached
	last   bool   // gives way to all other calls: nobody waits for it
	spare  bool   // made only where there is room, and never repeated
	lost   func() // hears of attempts that Discord may have carried out, or may yet; nil: nobody does

	timeout time.Duration // of one attempt
}

// newRoute fills the {names} of template with ids in their order. The first id is the major parameter, and the second too
// when it is a token.
func newRoute(method, template string, ids ...string) route {
	r := route{name: method + " " + template, method: method, timeout: attemptTimeout}
	var path strings.Builder
	rest := template
	for _, id := range ids {
		before, after, _ := strings.Cut(rest, "{")
		name, tail, _ := strings.Cut(after, "}")
		path.WriteString(before)
		path.WriteString(url.PathEscape(id)) // leaves the @ of @original
		rest = tail
		if name == "token" {
			r.answer, r.token = true, id
			r.major += "/" + id
		}
		if r.major == "" {
			r.major = id
		}
	}
	path.WriteString(rest)
	r.path = path.String()
	return r
}

// repeatable tells whether the call may be sent again after an attempt whose outcome nobody knows.
func (r route) repeatable() bool { return r.method != http.MethodPost || r.again }

// harmless tells whether the call may be sent again though Discord has acted on it.
func (r route) harmless() bool { return r.method == http.MethodGet || r.again }

// redact takes the route's own token and the bot's out of text that came from elsewhere.
func (r route) redact(text string, botToken string) string {
	for _, s := range []string{r.token, botToken} {
		if s != "" {
			text = strings.ReplaceAll(text, s, "(secret)")
		}
	}
	return text
}
