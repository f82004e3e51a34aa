//go:build !scripted && !openapi

package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestABotDoesNotContainTheCheckerOfJSON whose library compiles its own schemas in every program
// that contains it, and says so to whoever asks for the check.
func TestABotDoesNotContainTheCheckerOfJSON(t *testing.T) {
	const library = "santhosh-tekuri/jsonschema"
	for tags, want := range map[string]bool{"": false, "openapi": true, "scripted": true} {
		list, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-tags", tags, ".").Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(list), library); got != want {
			t.Errorf("with the tag %q, %s is in the bot: %t", tags, library, got)
		}
	}
	env := map[string]string{"DISCORD_OPENAPI": "discord.json"}
	if got := typed(t, env, "", "sim"); got.code != exitConfig || !strings.Contains(got.err, "-tags openapi") || got.out != "" {
		t.Errorf("exit %d, %q, %q", got.code, got.out, got.err)
	}
}
