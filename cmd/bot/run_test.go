package main

import (
	"strings"
	"testing"
)

func TestAWordThatACommandDoesntKnowIsRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	for call, says := range map[string]string{
		"deal":                `bot knows no "deal"; bot -h`,
		"serve now":           `bot serve knows no "now"; bot serve -h`,
		"export tabs":         `bot export knows no "tabs"; bot export -h`,
		"export tab csv":      `bot export tab knows no "csv"; bot export tab -h`,
		"doctor boathouse.db": `bot doctor knows no "boathouse.db"; bot doctor -h`,
		"demo 8787":           `bot demo knows no "8787"; bot demo -h`,
		"help nope":           `'nope'; bot -h`,
		"simulate 10":         `bot simulate knows no "10"; bot simulate -h`,
		"-cards":              "; bot -h",
		"export tab -cards":   "; bot export tab -h",
	} {
		got := typed(t, nil, "", strings.Fields(call)...)
		if got.code != exitUsage || got.out != "" || !strings.Contains(got.err, says) {
			t.Errorf("%s: %+v", call, got)
		}
	}
}
