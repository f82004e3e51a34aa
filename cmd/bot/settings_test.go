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
		"https://discord.com":                false,
		"https://discord.com/api/v10":        false,
		"https://discord.com/api/v10/":       false,
		"https://ada:secret@rum.example/api": false,
		"https://rum.example/api?of=secret":  false,
		"https://rum.example/api#secret":     false,
		"discord.com/api":                    false,
		"ftp://discord.com/api":              false,
		"https://[secret/api":                false,
	} {
		_, err := readSettings(environment{"DISCORD_API": address})
		if (err == nil) != ok || err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestASettingIsWhatItsTextSays: what a library would read more than people write is a fault.
func TestASettingIsWhatItsTextSays(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, texts := range map[string]map[string]bool{
		"BOATHOUSE_LOG":      {"warn": true, "INFO": true, "debug+2": false, "error-8": false, "warning": false, "0": false},
		"BOATHOUSE_PACE":     {"4": true, " 4 ": true, "04": true, "+4": false, "-0": false, "4.0": false, "1e3": false, "0x10": false, "1_000": false, "４": false},
		"BOATHOUSE_MEMORY":   {"512": true, "512MB": false, "1G": false, "0.5": false, "1,024": false, "1.024": false},
		"BOATHOUSE_GUILD":    {"1576222781299752961": true, "0": false, "-1": false, "１２": false, "https://discord.com/channels/1/2": false},
		"BOATHOUSE_OPS":      {"off": true, ":9464": true, "9464": false, "OFF": false, "http://127.0.0.1:9464": false, "127.0.0.1:0x24f8": false},
		"BOATHOUSE_PICTURES": {"on": true, "off": true, "On": false, "true": false, "1": false},
		"BOATHOUSE_DB":       {"rum.db": true, ":memory:": false, "~/rum.db": false},
	} {
		for text, ok := range texts {
			if _, err := readSettings(environment{name: text}); (err == nil) != ok {
				t.Errorf("%s=%q: %v", name, text, err)
			}
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

func TestInteractionsOverHTTPWantAnAddressAndAKey(t *testing.T) {
	key := strings.Repeat("0a", 32)
	for name, c := range map[string]struct{ address, key, want string }{
		"both":            {"127.0.0.1:8080", key, ""},
		"in capitals":     {":8080", strings.ToUpper(key), ""},
		"neither":         {"", "", ""},
		"no key":          {"127.0.0.1:8080", "", "BOATHOUSE_INTERACTIONS is set without DISCORD_PUBLIC_KEY"},
		"no address":      {"", key, "DISCORD_PUBLIC_KEY is set without BOATHOUSE_INTERACTIONS"},
		"not an address":  {"8080", key, `BOATHOUSE_INTERACTIONS is "8080": host:port`},
		"no port":         {"127.0.0.1:", key, "host:port"},
		"a port's name":   {"127.0.0.1:abc", key, `BOATHOUSE_INTERACTIONS is "127.0.0.1:abc": host:port`},
		"too high":        {"127.0.0.1:99999", key, `BOATHOUSE_INTERACTIONS is "127.0.0.1:99999": host:port`},
		"that of OPS":     {defaultOps, key, `BOATHOUSE_OPS is "127.0.0.1:9464" and BOATHOUSE_INTERACTIONS "127.0.0.1:9464": each wants`},
		"every host":      {":9464", key, "each wants an address of its own"},
		"every IPv6":      {"[::]:9464", key, "each wants an address of its own"},
		"another host":    {"127.0.0.2:9464", key, ""},
		"a short key":     {":8080", key[2:], "DISCORD_PUBLIC_KEY isn't a public key"},
		"a long key":      {":8080", key + "0a", "DISCORD_PUBLIC_KEY isn't a public key"},
		"not hexadecimal": {":8080", strings.Repeat("zz", 32), "DISCORD_PUBLIC_KEY isn't a public key"},
		"a token":         {":8080", someToken, "DISCORD_PUBLIC_KEY isn't a public key"},
	} {
		s, err := readSettings(environment{"BOATHOUSE_INTERACTIONS": c.address, "DISCORD_PUBLIC_KEY": c.key})
		switch {
		case c.want == "" && (err != nil || (len(s.PublicKey) > 0) != (c.key != "")):
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "secret")):
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhereTheBotTellsHowItIsWantsAPort(t *testing.T) {
	for address, ok := range map[string]bool{
		"off": true, "127.0.0.1:9464": true, ":9464": true, "[::1]:9464": true, "9464": false, "127.0.0.1:": false, "127.0.0.1:abc": false, "127.0.0.1:99999": false, "127.0.0.1:0": false,
	} {
		_, err := readSettings(environment{"BOATHOUSE_OPS": address})
		if (err == nil) != ok || !ok && !strings.Contains(err.Error(), `BOATHOUSE_OPS is "`+address+`": host:port, or off`) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestAWorkerWantsADatabaseAndAnAddress(t *testing.T) {
	const database, here = "postgres://boathouse:pass@db.example/boathouse", "127.0.0.1:8480"
	for name, c := range map[string]struct{ worker, interactions, db, want string }{
		"all":            {"10.0.0.1:8480", here, database, ""},
		"alone":          {"", here, database, ""},
		"on a file":      {"10.0.0.1:8480", here, "boathouse.db", "BOATHOUSE_DB is a file"},
		"by the gateway": {"10.0.0.1:8480", "", database, "BOATHOUSE_WORKER is set without BOATHOUSE_INTERACTIONS"},
		"not an address": {"8480", here, database, `BOATHOUSE_WORKER is "8480": host:port`},
		"no host":        {":8480", here, database, `BOATHOUSE_WORKER is ":8480": host:port`},
		"by name":        {"rum-1.internal:8480", here, database, ""},
		"by IPv6":        {"[fd00::1]:8480", here, database, ""},
		"every host":     {"0.0.0.0:8480", here, database, `BOATHOUSE_WORKER is "0.0.0.0:8480": host:port`},
		"every IPv6":     {"[::]:8480", here, database, "host:port"},
		"a URL":          {"http://10.0.0.1:8480", here, database, "host:port"},
		"with a path":    {"10.0.0.1:8480/peers", here, database, "host:port"},
		"a path before":  {"rum/1:8480", here, database, "host:port"},
		"no port":        {"10.0.0.1:", here, database, "host:port"},
		"port 0":         {"10.0.0.1:0", here, database, "host:port"},
		"a port's name":  {"10.0.0.1:http", here, database, "host:port"},
		"too high":       {"10.0.0.1:65536", here, database, "host:port"},
		"IPv6 bare":      {"fd00::1:8480", here, database, "host:port"},
		"all wrong":      {"8480", "", "boathouse.db", "without BOATHOUSE_INTERACTIONS"},
	} {
		env := map[string]string{"BOATHOUSE_WORKER": c.worker, "BOATHOUSE_INTERACTIONS": c.interactions, "BOATHOUSE_DB": c.db}
		if c.interactions != "" {
			env["DISCORD_PUBLIC_KEY"] = strings.Repeat("0a", 32)
		}
		_, err := readSettings(env)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
