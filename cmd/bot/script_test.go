package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
)

// TestScripts plays whole games by the scripts in testdata/script, each with the
// real binary as a process of its own and a Discord of its own.
//
// A script is a game, a line for each thing that somebody does or sees:
//
//	deck Ada deals                          what is dealt from now on; "deck fair"
//	  Ada  9C 9D 9S                         a line a seat, then "up" and "stock"
//	Ada: /rum new rules=brisk               "=?" is the first value that is offered
//	Ada: /tab settle note=*3000             … so many letters, in forms too
//	Ben: click Join                         the newest button of that name
//	Ben: click Draw 2 in "turn to draw"     … on a message with that text
//	Ben: pick "Meld…" "9♣ 9♦ 9♠"
//	Ben: choose 9C 9D 9S meld               by the form; "choose 6D on 1" lays off
//	Ada: fill Table seats=3 extras=         the form of a button; what isn't named stays
//	Ben: remember Draw 2 as old             later "click @old", by anybody
//	Ada: delete in "turn to draw"           a public message
//	at once                                 the lines under it, each another person's
//	Ben is told "You drew"                  in answer to what Ben did last
//	Ada sees "9♣"                           within ten seconds, in their channel
//	Ada sees one "9♣"                       in one message and no other
//	Ben sees unchanged "9♣"                 in a message that was never edited
//	Ben sees below "turn to draw" "9♣"      privately, below a public message
//	Ada sees lit Start                      the button that a message wants to be pressed
//	Ada doesn't see "9♣"                    now
//	Ada is given tab.csv "9"               a file in answer to what she did last, with that in it
//	file forgets Ada "9"                    her id and the texts aren't in the bot's file, or a row; "knows": they are
//	channels forget Ben "9"                 no message of the bot's in any channel shows him or the texts; "know": one does
//	files of Ada agree                      those of her tab, as another program reads them
//	Ada is pushed 1 "9♣"                    so many messages with it were on her phone
//	tab Ada Ben 24                          /tab show says that Ben owes Ada 24
//	commands everywhere                     registered for all servers, and direct messages
//	channel corner is deleted               by the owner of the server
//	thread corner, archived corner          a thread in the first channel, and it is shut
//	thread corner on "turn to draw"         … that hangs on a message
//	Ben closes DMs, opens DMs               to the bots of the server
//	Ben restarts Discord                    and sees what was his alone no more
//	Ben caches forms                        as a phone does: by custom_id, the first of each
//	Ben is answered late                    what he does next, which fails for him
//	Ben: /hand until "9♣"                   over and over
//	emojis every 5ms                        are uploaded; before all else, like the next
//	room for emojis 60                      in all of the application
//	emoji 9_of_clubs is deleted             by hand
//	mark … posted 1                         the bot has made so many new messages
//	mark … costs 0                          … so many requests with its own token
//	mark … brought 1                        … and so many pictures
//	picture for Ada "9♣" as old             what a message that Ada sees shows
//	picture for Ada "9♣" is old             … it is that, and wasn't brought anew
//	picture for Ada "9♣" is new             … it is one that no name has
//	picture for Ada "9♣" is missing         … there is none
//	picture for Ada "9♣" is told            … with a description, or "untold" without
//	picture for Ada "9♣" tells "9 of clubs" … and that says so
//	picture for Ada "9♣" resembles old      … the same to look at, or "differs old"
//	Ada proves what is shown                the deal in the answer to what Ada did last
//	mark … nothing changed                  of all open tables, in the bot's file
//	later 2m30s                             the bot's clock has gone on while it ran
//	later 23:00                             … to the next 23:00 UTC
//	really 62s                              … by the machine's clock
//	gone 2h                                 … and it wasn't running meanwhile
//	commands everywhere                     … and not in the one server; before all else
//	people Ada "=1+1"                       who there is instead of Ada to Gus; before all else
//	languages de nl                         it is played in one of these, in the long run in each; before all else
//	bot is removed, bot is added            from the server, and to it again
//	bot lacks "Attach Files" in corner      by an overwrite; in the first channel where none is named
//	bot role lacks "Send Messages"          it and everybody, in the whole server; "lacks nothing" gives all back
//	bot is timed out 10m                    by a moderator; "bot may speak again"
//	Ben leaves, is kicked, comes back       the server
//	Ben is called Captain                   there
//	Ben is timed out 10m                    there
//	Ben manages the server                  by a role
//	Ben is kept out of main, is let into    a channel
//	voice quay                              a channel; stage, forum, announcement, category too
//	post boat in quay                       a thread in a forum
//	slowmode 30s in quay                    in the first channel where none is named
//	another server away                     with all people and the bot; Ada goes to away
//	Ben installs the bot                    for himself
//	server blocks rum, blocks links x       messages with the word; "server blocks nothing"
//	bot server is unavailable               for Discord's own reasons, or "available" again
//	bot stops, bot starts                   and what is between happens while it isn't there
//	bot misses the server                   once it has noted that it may be in it no more
//	bot left the server …                   once it has erased what it kept for it, with the bytes of these texts
//	restart, kill, fault …, bot is back
//
// A word without quotes can be the key of a sentence, as refuse.barred, and draw.stock:2 is
// one with its first placeholder filled, or the one of two things. A line after
// "! " must fail. At the end the bot must end well, its file be whole, its log
// without errors, and Discord have no objection.
func TestScripts(t *testing.T) {
	t.Parallel()
	playScripts(t, way{}, "*")
}

// TestScriptsOverHTTP plays scripts with a bot that holds no line to Discord: what people do comes to its address. In the long run
// all of them, as they are, but for those that are about the line itself.
func TestScriptsOverHTTP(t *testing.T) {
	t.Parallel()
	names := overHTTP
	if os.Getenv("BOATHOUSE_LONG") != "" {
		names = []string{"*", "web/*"}
	}
	playScripts(t, way{http: true}, names...)
}

// overHTTP are those that are played in CI too: a game, forms, what completes an option, kills and repeated events.
var overHTTP = []string{ //nolint:gochecknoglobals // a constant
	"autocomplete", "discarding", "melding", "menu", "play_killed", "restart", "seal_killed", "settle_killed", "evening", "deleted", "quick_fingers", "removed_away", "write_off_absent", "erase_shown", "web/*",
}

// TestScriptsOnPostgres plays scripts with a bot that keeps everything in a PostgreSQL database of its own. In the long run all of them, as
// they are.
func TestScriptsOnPostgres(t *testing.T) {
	t.Parallel()
	s := needPostgres(t)
	names := onPostgres
	if os.Getenv("BOATHOUSE_LONG") != "" {
		names = []string{"*"}
	}
	playScripts(t, way{on: s}, names...)
}

// onPostgres are those that are played in CI too: an evening with its tab, kills, who is erased, a record, a season, a server that is left.
var onPostgres = []string{ //nolint:gochecknoglobals // a constant
	"evening", "erase_shown", "erase_tab", "play_killed", "privacy", "record", "removed", "seal_killed", "season", "settle_at_once", "settle_killed",
	"write_off_absent", "write_off_lapses",
}

// A way is how a script is played: as it is, the bot hears of people over the gateway and keeps everything in a file.
type way struct {
	http bool           // they come to its address
	on   *pgtest.Server // everything is kept there
}

const untoldGone = "Discord tells over the gateway alone of a deleted channel; see web/gone.txt"

// ofTheLine are about the gateway, and have nothing to say without it: why.
var ofTheLine = map[string]string{ //nolint:gochecknoglobals // a constant
	"lost_lines":   "it loses lines of the gateway",
	"controls":     "it waits in vain for a line of the gateway that wasn't lost",
	"channel_gone": untoldGone,
	"season_gone":  untoldGone,
	"thread_gone":  untoldGone,
	"departed":     "Discord tells over the gateway alone that the bot is removed; removed_away.txt and web/departed.txt are without",
	"readded":      "Discord tells over the gateway alone that the bot is removed",
	"removed":      "Discord tells over the gateway alone that the bot is removed; removed_away.txt and web/departed.txt are without",
}

// playScripts plays those of some names.
func playScripts(t *testing.T, by way, names ...string) {
	t.Helper()
	program := scriptedBot(t)
	var files []string
	for _, name := range names {
		some, err := filepath.Glob("testdata/script/" + name + ".txt")
		if err != nil || len(some) == 0 {
			t.Fatalf("no script %s: %v", name, err)
		}
		files = append(files, some...)
	}
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, language := range inOne(languages(string(text)), i) {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt")+language, func(t *testing.T) {
				if why := ofTheLine[strings.TrimSuffix(filepath.Base(file), ".txt")]; by.http && why != "" {
					t.Skip(why)
				}
				t.Parallel()
				playScript(t, program, by, filepath.Base(file), strings.ReplaceAll(string(text), anyLanguage, language))
			})
		}
	}
}

// anyLanguage stands in a script that is played in any language of Discord's that has
// sentences of its own, or in any of those that its line "languages" names.
const anyLanguage = "LANGUAGE"

func languages(script string) []string {
	for line := range strings.Lines(script) {
		if named, ok := strings.CutPrefix(line, "languages "); ok {
			return strings.Fields(named)
		}
	}
	if strings.Contains(script, anyLanguage) {
		return []string{"en-US", "nl", "pt-BR", "de", "es-ES", "fr"}
	}
	return []string{""}
}

// inOne leaves of the languages in which a script is played one: its turn comes with the number of the script, so that all are
// heard. In the long run it leaves all.
func inOne(all []string, number int) []string {
	if os.Getenv("BOATHOUSE_LONG") != "" {
		return all
	}
	return all[number%len(all):][:1]
}

// playScript plays a script, which must succeed.
func playScript(t *testing.T, program string, by way, name, text string) {
	t.Helper()
	g, err := playGame(t, program, by, name, text)
	if err != nil {
		t.Errorf("%v\nthe bot's log ends:\n%s", err, g.tail())
	}
}

// playGame plays a script and gives the error that ended it.
func playGame(t *testing.T, program string, by way, name, text string) (*game, error) {
	t.Helper()
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	g := &game{
		stage: stage{program: program, dir: t.TempDir()}, words: words,
		where: make(map[string]discord.ID), speaks: make(map[string]string),
		did: make(map[string]deed), kept: make(map[string]keepsake), drawn: make(map[string]drawing),
		may: []int{oldMessageEdits}, // hours pass in a script, and then it plays faster than people do
	}
	if by.http {
		g.web = freePort(t)
	}
	if by.on != nil {
		g.address = by.on.Database(t)
	} else {
		newFile.Copy(t, g.dir)
	}
	g.options.Limits = roomy()
	steps, err := readScript(name, text)
	if err != nil {
		return g, err
	}
	return g, g.play(t.Context(), steps)
}
