package render_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestEverythingHasTheShapeOfDiscordsOwnFile validates each screen, the modal,
// the completions and the commands against Discord's OpenAPI file, where the
// environment says where that is.
func TestEverythingHasTheShapeOfDiscordsOwnFile(t *testing.T) {
	path := os.Getenv("DISCORD_OPENAPI")
	if path == "" {
		t.Skip("DISCORD_OPENAPI doesn't say where Discord's OpenAPI file is")
	}
	compile := schemas(t, path)
	message, modal := compile("CreateMessageInteractionCallbackRequest"), compile("ModalInteractionCallbackRequest")
	command, completion := compile("ApplicationCommandCreateRequest"), compile("ApplicationCommandAutocompleteCallbackRequest")
	catalogue := words(t)
	for _, c := range render.Commands(catalogue, levels(), levels()[1:]) {
		validate(t, command, c, c.Name)
	}
	for _, tag := range lang.Tags() {
		l := catalogue.For(tag)
		for _, s := range append(screens(t), largest(t)...) {
			validate(t, message, map[string]any{"type": 4, "data": s.draw(l)}, tag+" "+s.name)
		}
		hand := sight(full(t, engine.Boathouse.Rules(), engine.MaxMelds))
		validate(t, modal, map[string]any{"type": 9, "data": render.Choose(pen(l), reader(), hand)}, tag+" modal")
		for _, f := range forms(t) {
			validate(t, modal, map[string]any{"type": 9, "data": f.draw(l)}, tag+" "+f.name)
		}
		choices := render.CompleteMeld(l, render.CompleteModel{Sight: sight(engine.See(toPlay(t), 0))})
		validate(t, completion, map[string]any{"type": 8, "data": map[string]any{"choices": choices}}, tag+" completion")
	}
	if message.Validate(map[string]any{"type": "four"}) == nil {
		t.Error("what is no message passes")
	}
}

func schemas(t *testing.T, path string) func(name string) *jsonschema.Schema {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("file:///discord.json", document); err != nil {
		t.Fatal(err)
	}
	return func(name string) *jsonschema.Schema {
		schema, err := compiler.Compile("file:///discord.json#/components/schemas/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return schema
	}
}

func validate(t *testing.T, schema *jsonschema.Schema, value any, what string) {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(document); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}
