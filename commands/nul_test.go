package commands

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNoTextHasANUL has one wherever people write, and what only looks like one: a file would keep it, PostgreSQL keeps none.
func TestNoTextHasANUL(t *testing.T) {
	const raw = `{"id":"1","token":"t","member":{"nick":"A\u0000da\u0000","user":{"id":"7","username":"\u0000ada"}},
		"data":{"name":"cut","options":[{"name":"word","type":3,"value":"a\u0000b\\u0000c\\\u0000d"}],"custom_id":"v:1",
		"components":[{"component":{"custom_id":"note","value":"\u0000\u0000for \"lunch\"\u0000"}}],
		"resolved":{"users":{"8":{"id":"8","username":"B\u0000en"}},"members":{"8":{"nick":"\u0000"}}}}}`
	in, err := parseInteraction(json.RawMessage(raw))
	if err != nil {
		t.Fatal(err)
	}
	got := []string{in.name(), in.User.Name, parseCall(in.Data).text("word"), parsePress(in.Data).text("note"), in.resolved().Users["8"].Name, in.resolved().Members["8"].Nick}
	if diff := cmp.Diff([]string{"Ada", "ada", `ab\u0000c\d`, `for "lunch"`, "Ben", ""}, got); diff != "" {
		t.Error(diff)
	}
	if again := withoutNUL([]byte(`{"a":"\\`)); string(again) != `{"a":"\\` {
		t.Errorf("%s", again)
	}
}
