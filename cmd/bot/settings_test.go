package main

import (
	"os"
	"strings"
	"testing"
)

const someToken = "MTIz.secret.of-mine"

func TestABrokenDotenvTellsNoSecret(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, text := range []string{
		"DISCORD_TOKEN " + someToken + "\n",
		"DISCORD_TOKEN=\"" + someToken + "\n",
		someToken + "\n",
		`{"DISCORD_TOKEN":"` + someToken + `"}`,
	} {
		if err := os.WriteFile(".env", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got := typed(t, nil, "", "doctor")
		if got.code != exitConfig || !strings.Contains(got.err, ".env") || strings.Contains(got.err+got.out, "secret") {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

func TestAnAddressThatCantBeDiscordsIsRefused(t *testing.T) {
	for address, ok := range map[string]bool{
		"https://discord.com/api":            true,
		"http://127.0.0.1:8787/api/":         true,
		"https://rum.example/v/api":          true,
		"https://discord.com/api/v10":        false,
		"https://discord.com/api/v10/":       false,
		"https://ada:secret@rum.example/api": false,
		"https://rum.example/api?of=secret":  false,
		"https://rum.example/api#secret":     false,
		"discord.com/api":                    false,
		"ftp://discord.com/api":              false,
		"https://[secret/api":                false,
	} {
		_, err := readSettings(func(name string) string { return map[string]string{"DISCORD_API": address}[name] })
		if (err == nil) != ok || err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestAMissingTokenIsToldWithAllOtherFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	got := typed(t, map[string]string{"BOATHOUSE_LOG": "loud"}, "", "serve")
	if got.code != exitConfig || !strings.Contains(got.err, "DISCORD_TOKEN is missing") || !strings.Contains(got.err, "BOATHOUSE_LOG") {
		t.Errorf("%+v", got)
	}
}
