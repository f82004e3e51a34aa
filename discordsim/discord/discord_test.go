package discord_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// FuzzID: whatever is read as an id is written as the same text, in JSON and alone.
func FuzzID(f *testing.F) {
	for _, seed := range []string{"0", "7", "18446744073709551615", "18446744073709551616", "007", "+1", "-1", "", "1 "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id, ok := discord.ParseID(text)
		if !ok {
			return
		}
		if id.String() != text {
			t.Errorf("%q became %q", text, id)
		}
		var back discord.ID
		if err := json.Unmarshal(discord.Encode(id), &back); err != nil || back != id {
			t.Errorf("%q became %s, %v", text, back, err)
		}
	})
}

func TestAnIDTellsItsTime(t *testing.T) {
	at := time.UnixMilli(1790000000123)
	if got := discord.IDAt(at).Time(); !got.Equal(at) {
		t.Errorf("%s, want %s", got, at)
	}
}

// TestEveryComponentIsWalked, parents before children, accessories and fields of labels too.
func TestEveryComponentIsWalked(t *testing.T) {
	tree := []discord.Component{
		{ID: 1, Components: []discord.Component{{ID: 2, Components: []discord.Component{{ID: 3}}, Accessory: &discord.Component{ID: 4}}}},
		{ID: 5, Component: &discord.Component{ID: 6}},
	}
	var ids []int
	for c := range discord.EveryComponent(tree) {
		ids = append(ids, c.ID)
	}
	if diff := cmp.Diff([]int{1, 2, 3, 4, 5, 6}, ids); diff != "" {
		t.Error(diff)
	}
	for c := range discord.EveryPart(tree) {
		if c.ID == 6 {
			c.Label = "changed"
			break
		}
	}
	if tree[1].Component.Label != "changed" {
		t.Error("a part can't be changed")
	}
}
