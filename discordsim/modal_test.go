package discordsim_test

import (
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/people"
	"github.com/google/go-cmp/cmp"
)

const modalBody = `{"type":9,"data":{"custom_id":"settle","title":"Settle","components":[
	{"type":10,"content":"How much?"},
	{"type":18,"label":"Pips","description":"a number","component":{"type":4,"custom_id":"pips","style":1,"value":"24","min_length":1,"max_length":4}},
	{"type":18,"label":"Cards","component":{"type":3,"custom_id":"cards","min_values":0,"max_values":2,"required":false,"options":[{"label":"a","value":"a"},{"label":"b","value":"b","default":true}]}},
	{"type":18,"label":"Note","component":{"type":4,"custom_id":"note","style":2,"required":false}}]}}`

func TestAModalComesBackFilledIn(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	in, end := b.slash(ctx, ada, h.Channel)
	want(t, b.callback(in, modalBody), 204, 0)
	out := end(t)
	if out.Modal == nil || out.Modal.Title != "Settle" || len(out.Modal.Fields()) != 3 {
		t.Fatalf("%+v", out)
	}
	for _, wrong := range []map[string]any{{"pips": ""}, {"pips": "12345"}, {"cards": []string{"c"}}, {"cards": []string{"a", "a"}}} {
		if _, err := ada.Submit(ctx, *out.Modal, wrong); refusedCode(err) != 50035 {
			t.Errorf("%v: %v", wrong, err)
		}
	}
	end = async(func() (people.Outcome, error) {
		return ada.Submit(ctx, *out.Modal, map[string]any{"cards": []string{"a", "b"}, "note": "thanks"})
	})
	got := b.next()
	wanted := `{"custom_id":"settle","components":[{"type":10,"id":1},` +
		`{"type":18,"id":2,"component":{"type":4,"id":3,"custom_id":"pips","value":"24"}},` +
		`{"type":18,"id":4,"component":{"type":3,"id":5,"custom_id":"cards","values":["a","b"]}},` +
		`{"type":18,"id":6,"component":{"type":4,"id":7,"custom_id":"note","value":"thanks"}}]}`
	if diff := cmp.Diff(wanted, string(got.Data)); diff != "" {
		t.Error(diff)
	}
	want(t, b.callback(got, `{"type":7,"data":{"content":"x"}}`), 400, 50035) // there is no message to update
	want(t, b.callback(got, modalBody), 400, 50035)
	want(t, b.callback(got, `{"type":4,"data":{"content":"x"}}`), 204, 0)
	end(t)
	if _, err := ada.Submit(ctx, *out.Modal, nil); refusedCode(err) != 10062 {
		t.Errorf("submitted twice: %v", err)
	}
}

const boxesBody = `{"type":9,"data":{"custom_id":"boxes","title":"Boxes","components":[
	{"type":18,"label":"One","component":{"type":21,"custom_id":"one","options":[{"label":"a","value":"a"},{"label":"b","value":"b","default":true}]}},
	{"type":18,"label":"None","component":{"type":21,"custom_id":"none","required":false,"options":[{"label":"a","value":"a"},{"label":"b","value":"b"}]}},
	{"type":18,"label":"Some","component":{"type":22,"custom_id":"some","min_values":2,"options":[{"label":"a","value":"a"},{"label":"b","value":"b"},{"label":"c","value":"c"}]}},
	{"type":18,"label":"Who","component":{"type":5,"custom_id":"who","default_values":[{"id":"ADA","type":"user"}]}},
	{"type":18,"label":"Sure","component":{"type":23,"custom_id":"sure","default":true}}]}}`

func TestRadiosAndCheckboxesComeBackFilledIn(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	in, end := b.slash(ctx, ada, h.Channel)
	want(t, b.callback(in, strings.Replace(boxesBody, "ADA", ada.ID().String(), 1)), 204, 0)
	modal := end(t).Modal
	some := []string{"a", "c"}
	for _, wrong := range []map[string]any{
		{}, {"some": []string{"a"}}, {"some": []string{"a", "d"}}, {"some": some, "one": nil}, {"some": some, "one": "c"},
		{"some": some, "sure": "yes"}, {"some": some, "who": "7"},
	} {
		if _, err := ada.Submit(ctx, *modal, wrong); refusedCode(err) != 50035 {
			t.Errorf("%v: %v", wrong, err)
		}
	}
	end = async(func() (people.Outcome, error) {
		return ada.Submit(ctx, *modal, map[string]any{"some": some, "sure": false})
	})
	got := b.next()
	data, _, _ := strings.Cut(string(got.Data), `,"resolved"`)
	wanted := `{"custom_id":"boxes","components":[` +
		`{"type":18,"id":1,"component":{"type":21,"id":2,"custom_id":"one","value":"b"}},` +
		`{"type":18,"id":3,"component":{"type":21,"id":4,"custom_id":"none","value":null}},` +
		`{"type":18,"id":5,"component":{"type":22,"id":6,"custom_id":"some","values":["a","c"]}},` +
		`{"type":18,"id":7,"component":{"type":5,"id":8,"custom_id":"who","values":["` + ada.ID().String() + `"]}},` +
		`{"type":18,"id":9,"component":{"type":23,"id":10,"custom_id":"sure","value":false}}]`
	if diff := cmp.Diff(wanted, data); diff != "" {
		t.Error(diff)
	}
	want(t, b.callback(got, `{"type":4,"data":{"content":"x"}}`), 204, 0)
	end(t)
}

func TestModalsAreRefusedAsDiscordDoes(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, b, ctx, ada := s.Handshake(), bareBot(t, s), soon(t), s.Person("Ada")
	b.register()
	in, end := b.slash(ctx, ada, h.Channel)
	label := `{"type":18,"label":"x","component":{"type":4,"style":1,"custom_id":"c#"}}`
	for _, one := range []struct{ name, title, components, at, reason string }{
		{"no parts", "x", ``, "data.components", "BASE_TYPE_BAD_LENGTH"},
		{"six parts", "x", numbered(6, label), "data.components", "BASE_TYPE_BAD_LENGTH"},
		{"title too long", strings.Repeat("x", 46), label, "data.title", "BASE_TYPE_BAD_LENGTH"},
		{"button", "x", `{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"x"}]}`, "data.components.0.components.0.type", "UNION_TYPE_CHOICES"},
		{"bare input", "x", `{"type":4,"style":1,"custom_id":"x"}`, "data.components.0.type", "UNION_TYPE_CHOICES"},
		{"custom_id twice", "x", repeat(2, label), "data.components.1.component.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"},
		{"label too long", "x", strings.Replace(label, `"x"`, `"`+strings.Repeat("x", 46)+`"`, 1), "data.components.0.label", "BASE_TYPE_BAD_LENGTH"},
		{"required choice of none", "x", `{"type":18,"label":"x","component":{"type":3,"custom_id":"x","min_values":0,"options":[{"label":"o","value":"v"}]}}`, "data.components.0.component.min_values", "SELECT_COMPONENT_REQUIRED_MIN_VALUES"},
		{"one radio button", "x", `{"type":18,"label":"x","component":{"type":21,"custom_id":"x","options":[{"label":"o","value":"v"}]}}`, "data.components.0.component.options", "BASE_TYPE_BAD_LENGTH"},
		{"eleven checkboxes", "x", `{"type":18,"label":"x","component":{"type":22,"custom_id":"x","options":[` + numbered(11, `{"label":"o","value":"v#"}`) + `]}}`, "data.components.0.component.options", "BASE_TYPE_BAD_LENGTH"},
		{"checkbox in a row", "x", `{"type":1,"components":[{"type":23,"custom_id":"x"}]}`, "data.components.0.components.0.type", "UNION_TYPE_CHOICES"},
		{"disabled select", "x", `{"type":18,"label":"x","component":{"type":3,"custom_id":"x","disabled":true,"options":[{"label":"o","value":"v"}]}}`, "data.components.0.component.disabled", "COMPONENT_DISABLED_IN_MODAL"},
	} {
		got := b.callback(in, `{"type":9,"data":{"custom_id":"m","title":"`+one.title+`","components":[`+one.components+`]}}`)
		want(t, got, 400, 50035)
		if reason := reasonAt(t, got.body, one.at); reason != one.reason {
			t.Errorf("%s: %q in %s", one.name, reason, got.body)
		}
	}
	want(t, b.callback(in, `{"type":4,"data":{"content":"x"}}`), 204, 0)
	end(t)
}
