package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

// TestDotenvMeansWhatIsWritten or says that it could be meant in two ways, and where; it never
// quotes a value.
func TestDotenvMeansWhatIsWritten(t *testing.T) {
	for line, want := range map[string]string{ // "!": a fault
		`=a`:                           "a",
		` = a b `:                      "a b",
		`=`:                            "",
		`=""`:                          "",
		`='pa$word'`:                   "pa$word",
		`='pa$$BOATHOUSE_LOG # 3'`:     "pa$$BOATHOUSE_LOG # 3",
		`=pa$word`:                     "pa$word",
		`=pa$$BOATHOUSE_LOG`:           "!line 2: something in the value",
		`=${BOATHOUSE_LOG}`:            "!line 2: something in the value",
		`="pa$WORD"`:                   "!line 2: something in the value",
		`=$(whoami)`:                   "$(whoami)",
		`=\$a`:                         "!line 2: something in the value",
		`="C:\new\$x"`:                 "!line 2: something in the value",
		`='C:\new\$x'`:                 `C:\new\$x`,
		`=C:\new\rum.db`:               `C:\new\rum.db`,
		`="Ada # Ben"`:                 "Ada # Ben",
		`='Ada # Ben' # a club`:        "!line 2: something in the value",
		`=Club#3`:                      "Club#3",
		`=#3`:                          "!line 2: something in the value",
		`=Club #3`:                     "!line 2: something in the value",
		"=Club\t# a club":              "!line 2: something in the value",
		"=Club\u00a0# a club":          "!line 2: something in the value",
		`= # none`:                     "!line 2: something in the value",
		`="Ada"#3`:                     "!line 2: something in the value",
		`="Ada "the" Ace"`:             "!line 2: something in the value",
		`="a\"b"`:                      "!line 2: something in the value",
		`='a\'b'`:                      `a\'b`,
		`='Ada "the" Ace'`:             `Ada "the" Ace`,
		`=Ada "the" Ace`:               `Ada "the" Ace`,
		`="Ada`:                        "!line 2: something in the value",
		`=Ada'`:                        `Ada'`,
		`='Ada' BOATHOUSE_GUILD='7'`:   "!line 2: something in the value",
		"=\"Ada\nBen\"":                "!line 2: something in the value",
		`=a=b==`:                       "a=b==",
		`: Ada`:                        "!line 2: it isn't NAME=value",
		` Ada`:                         "!line 2: it isn't NAME=value",
		"=Ada\nBOATHOUSE_OPERATOR=Ben": "!line 3: it sets again what line 2 set",
	} {
		for _, form := range []string{"# a comment\n%\nBOATHOUSE_LOG=warn\n", "\r\n%\r\nBOATHOUSE_LOG=warn", "\r%\r  export BOATHOUSE_LOG=warn"} {
			got, err := parseDotenv([]byte(strings.Replace(form, "%", "BOATHOUSE_OPERATOR"+line, 1)))
			why, faulty := strings.CutPrefix(want, "!")
			switch {
			case faulty && (err == nil || !strings.Contains(err.Error(), why) || strings.Contains(err.Error(), "Ada") || strings.Contains(err.Error(), "Club")):
				t.Errorf("%s: %v", line, err)
			case !faulty && (err != nil || cmp.Diff(environment{"BOATHOUSE_OPERATOR": want, "BOATHOUSE_LOG": "warn"}, got) != ""):
				t.Errorf("%s: %q, %v", line, got, err)
			}
		}
	}
}

// TestDotenvIsReadAsEditorsSaveIt or refused: never half read.
func TestDotenvIsReadAsEditorsSaveIt(t *testing.T) {
	const text = "BOATHOUSE_OPERATOR=Jörg 🃏\n"
	wide := utf16.Encode([]rune("\ufeff" + text))
	var little, big, unmarked []byte
	for i, unit := range wide {
		little, big = append(little, byte(unit), byte(unit>>8)), append(big, byte(unit>>8), byte(unit))
		if i > 0 {
			unmarked = append(unmarked, byte(unit), byte(unit>>8))
		}
	}
	for name, c := range map[string]struct {
		data []byte
		ok   bool
	}{
		"UTF-8":                 {[]byte(text), true},
		"UTF-8 with a mark":     {[]byte("\ufeff" + text), true},
		"UTF-16, little":        {little, true},
		"UTF-16, big":           {big, true},
		"UTF-16 without a mark": {unmarked, false},
		"UTF-16 that is cut":    {big[:len(big)-1], true}, // but for its last line's end
		"UTF-16, half a sign":   {append(append([]byte{}, big[:len(big)-4]...), 0, '\n'), false},
		"Latin-1":               {[]byte("BOATHOUSE_OPERATOR=J\xf6rg\n"), false},
		"two files in one":      {[]byte(text + "\ufeffBOATHOUSE_LOG=warn\n"), false},
		"a mark and nothing":    {[]byte("\ufeff"), true},
		"UTF-32":                {[]byte("\xff\xfe\x00\x00B\x00\x00\x00"), false},
	} {
		got, err := parseDotenv(c.data)
		if (err == nil) != c.ok || c.ok && len(got) > 0 && got["BOATHOUSE_OPERATOR"] != "Jörg 🃏" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// TestASettingThatThereIsntIsAFault, wherever it is set, and the nearest is named; what others set
// isn't one.
func TestASettingThatThereIsntIsAFault(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, nearest := range map[string]string{
		"BOATHOUSE_GUILDS": "BOATHOUSE_GUILD", "BOATHOUSE_DATABASE": "BOATHOUSE_DB", "BOATHOUSE_TOKEN": "DISCORD_TOKEN",
		"boathouse_db": "BOATHOUSE_DB", "BOATHOUSE_MAX_TABLE_PERSON": "BOATHOUSE_MAX_TABLES_PERSON", "BOATHOUSE_": "",
		"BOATHOUSE_API": "DISCORD_API", "Boathouse_Log": "BOATHOUSE_LOG", "BOATHOUSE_PORT": "",
	} {
		want := name + " is no setting; the nearest is " + nearest
		for _, inFile := range []bool{false, true} {
			env := environment{name: "secret", "DISCORD_TOKEN": someToken}
			if inFile {
				delete(env, name)
				write(t, dotenvFile, name+"=secret\n")
			}
			for _, command := range []string{"serve", "doctor", "demo"} {
				got := typed(t, env, "", command)
				if got.code == 0 || !strings.Contains(got.err+got.out, want) || strings.Contains(got.err+got.out, "secret") {
					t.Errorf("%s, in the file: %t: %s: %+v", name, inFile, command, got)
				}
			}
			write(t, dotenvFile, "")
		}
	}
	others := environment{
		"BOATHOUSE": "", "MY_BOATHOUSE_X": "", "BOAT": "", "DISCORD_GUILD_ID": "",
		"BOATHOUSE_SERVICE_HOST": "10.0.0.1", "BOATHOUSE_SERVICE_PORT_HTTP": "80", "BOATHOUSE_PORT": "tcp://10.0.0.1:80", "BOATHOUSE_PORT_80_TCP_ADDR": "10.0.0.1",
		"BOATHOUSE_RUM_SERVICE_HOST": "10.0.0.2", "BOATHOUSE_RUM_PORT_80_TCP": "tcp://10.0.0.2:80",
	}
	if _, err := readSettings(others); err != nil {
		t.Errorf("what others set: %v", err)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestTheRealBotHearsOfStrangeSettings in its own environment and in its file, in one go.
func TestTheRealBotHearsOfStrangeSettings(t *testing.T) {
	t.Parallel()
	bot := exec.CommandContext(t.Context(), buildBot(t), "serve")
	bot.Dir, bot.Env = t.TempDir(), []string{"BOATHOUSE_PLAYOUT=7", "DISCORD_TOKEN=" + someToken}
	write(t, bot.Dir+"/.env", "\ufeffBOATHOUSE_OPERATOR='Jörg # $HOME'\nBOATHOUSE_GILD=7\n")
	said, _ := bot.CombinedOutput()
	for _, want := range []string{"BOATHOUSE_PLAYOUT is no setting; the nearest is BOATHOUSE_PLAYOUTS", "BOATHOUSE_GILD is no setting; the nearest is BOATHOUSE_GUILD"} {
		if !strings.Contains(string(said), want) || bot.ProcessState.ExitCode() != exitConfig {
			t.Errorf("code %d: %s", bot.ProcessState.ExitCode(), said)
		}
	}
}
