package rest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
)

func TestTheBotsServersAreListed(t *testing.T) {
	b := onSimulator(t, discordsim.Limits{})
	got, err := b.Guilds(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].ID != b.here.Guild.String() || got[0].Name == "" || got[0].Permissions&discordsim.DefaultPermissions != discordsim.DefaultPermissions {
		t.Errorf("%+v", got)
	}
}

func TestAllPagesOfServersAreRead(t *testing.T) {
	var want []rest.Guild
	for i := range 403 {
		want = append(want, rest.Guild{ID: fmt.Sprint(1000 + i), Name: "club", Permissions: uint64(i)})
	}
	c, d := onSocket(t, func(n int, w http.ResponseWriter, _ request) {
		page := want[200*(n-1) : min(200*n, len(want))]
		if err := json.NewEncoder(w).Encode(page); err != nil {
			t.Error(err)
		}
	})
	got, err := c.Guilds(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var asked []string
	for _, r := range d.requests() {
		asked = append(asked, r.Method+" "+r.Path+"?"+r.Query)
	}
	path := "GET /api/v10/users/@me/guilds?"
	if diff := cmp.Diff([]string{path, path + "after=1199", path + "after=1399"}, asked); diff != "" {
		t.Error(diff)
	}
}
