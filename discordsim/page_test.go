package discordsim_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
)

// What only checks the page – its tests, its tools and what they drag in – is neither served nor in the binary.
func TestThePageServesItselfAlone(t *testing.T) {
	s := start(t, discordsim.Options{})
	for path, status := range map[string]int{
		"/": 200, "/page/main.js": 200, "/page/style.css": 200, "/page/world.js": 200,
		"/page/package.json": 404, "/page/package-lock.json": 404, "/page/tsconfig.json": 404, "/page/discord.d.ts": 404,
		"/page/test/": 404, "/page/test/dom.test.js": 404, "/page/node_modules/": 404, "/page/.npmrc": 404,
	} {
		answer := must[*http.Response](t)(http.Get(strings.TrimSuffix(s.Handshake().Page, "/") + path))
		_ = answer.Body.Close()
		if answer.StatusCode != status {
			t.Errorf("%s is answered with %d, want %d", path, answer.StatusCode, status)
		}
	}
}
