package ledger_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render/ledger"
	"github.com/google/go-cmp/cmp"
)

// names are what people call themselves, and what would do harm or be lost in a spreadsheet.
var names = []string{
	"=1+1", "+49 170", "-2", "@SUM(A1)", "\t=1", "\rx", "\nx", "'quoted", "''", "＝1", " =1+1", "\u200b=1", `=HYPERLINK("http://x","y")`, "=cmd|'/C calc'!A0",
	"", "Ann", "Bö, jr.", `Cy "the knife"`, "two\nlines", "two\r\nlines", " blanks ", "00123", "1e5", "3/4", "12:30", "1100000000000000001", "7up", "日本", "🛶", "a;b",
}

func TestNoCellIsTakenForAFormula(t *testing.T) {
	var b bytes.Buffer
	sheet := ledger.NewTable(&b, ledger.Comma)
	for _, n := range names {
		sheet.Row(ledger.Text(n), ledger.Whole(-152))
	}
	if err := sheet.Err(); err != nil {
		t.Fatal(err)
	}
	text, hasBOM := strings.CutPrefix(b.String(), "\uFEFF")
	if !hasBOM || strings.Count(b.String(), "\uFEFF") != 1 {
		t.Error("it doesn't begin with one byte order mark")
	}
	rows, err := csv.NewReader(strings.NewReader(strings.ReplaceAll(text, "\r\n", "\n"))).ReadAll()
	if err != nil || len(rows) != len(names) {
		t.Fatalf("%d rows of %d: %v", len(rows), len(names), err)
	}
	for i, row := range rows {
		if strings.ContainsAny(row[0][:min(1, len(row[0]))], "=+-@\t\r\n") || strings.HasPrefix(row[0], "＝") {
			t.Errorf("%q begins a formula", row[0])
		}
		if row[1] != "-152" {
			t.Errorf("row %d: %q is no number any more", i, row[1])
		}
	}
}

// TestAnotherProgramReadsWhatWasWritten has Node read the CSV by a reader of its own, and give the names back.
func TestAnotherProgramReadsWhatWasWritten(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node: nobody else reads the CSV")
	}
	var b bytes.Buffer
	sheet := ledger.NewTable(&b, ledger.Comma)
	for _, n := range names {
		sheet.Row(ledger.Text(n), ledger.Text("after"))
	}
	node := exec.CommandContext(t.Context(), "node", "testdata/read.mjs")
	node.Stdin = &b
	out, err := node.CombinedOutput()
	if err != nil {
		t.Fatalf("node: %v: %s", err, out)
	}
	var rows [][]string
	if err := json.Unmarshal(out, &rows); err != nil {
		t.Fatal(err)
	}
	var got, want [][]string
	for _, row := range rows {
		row[0] = strings.TrimPrefix(row[0], "'") // as docs/EXPORT.md says
		got = append(got, row)
	}
	for _, n := range names {
		want = append(want, []string{n, "after"})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// berlin is the clock of a server, an hour or two ahead.
var berlin = time.FixedZone("Berlin", 3600)

// books are random entries of a few people in two servers, of every kind, and what each owes each.
func books(n int) (entries map[string][]tab.Booked, sums map[string]int64) {
	dice := rand.New(rand.NewPCG(7, 7))
	people := []tab.Person{"pann", "pbob", "pcy", "pdov"}
	entries, sums = make(map[string][]tab.Booked), make(map[string]int64)
	at := time.Date(2026, 12, 30, 22, 0, 0, 0, time.UTC).UnixMilli()
	for i := range n {
		server := []string{"1100000000000000001", "22"}[dice.IntN(2)]
		a, b := dice.IntN(4), dice.IntN(3)
		if b >= a {
			b++
		}
		seq := int64(len(entries[server]) + 1)
		var from tab.Source
		switch i % 5 {
		case 0:
			from = tab.Hand{Table: "k3mxq2ab", Number: i + 1, Again: i % 2}
		case 1:
			from = tab.Settlement{Proposal: "9abc"}
		case 2:
			from = tab.Forgiveness{Proposal: "9abd"}
		case 3:
			from = tab.WriteOff{ID: "9abe"}
		default:
			from = tab.Reversal{Seq: seq}
		}
		at += dice.Int64N(50_000_000) - 5_000_000 // a clock is set back now and then
		pips := dice.Int64N(200) + 1
		for side, p := range [][2]tab.Person{{people[a], people[b]}, {people[b], people[a]}} {
			e := tab.Entry{Person: p[0], Other: p[1], Pips: pips * int64(1-2*side)}
			entries[server] = append(entries[server], tab.Booked{Line: tab.Line{Entry: e, Seq: seq + int64(side), From: from}, At: at})
			sums["tab:"+server+":"+string(e.Person)+":"+string(e.Other)] += e.Pips
		}
	}
	return entries, sums
}

func journal(t *testing.T, entries map[string][]tab.Booked) string {
	t.Helper()
	var b bytes.Buffer
	j := ledger.NewJournal(&b)
	for _, server := range []string{"1100000000000000001", "22"} {
		for _, p := range entries[server] {
			if err := j.Add(server, berlin, p); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func hledger(t *testing.T, text string, arguments ...string) (string, error) {
	t.Helper()
	if _, err := exec.LookPath("hledger"); err != nil {
		t.Skip("there is no hledger: its package is of that name in Debian")
	}
	file := filepath.Join(t.TempDir(), "tab.journal")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), "hledger", append([]string{"-f", file}, arguments...)...)
	c.Env = append(os.Environ(), "LANG=C.UTF-8")
	out, err := c.CombinedOutput()
	return string(out), err
}

// TestHledgerAcceptsTheJournalAndComesToTheSameSums has hledger check it as strictly as it can, and add it up. A
// pip that is changed in one place is refused.
func TestHledgerAcceptsTheJournalAndComesToTheSameSums(t *testing.T) {
	entries, sums := books(400)
	text := journal(t, entries)
	if out, err := hledger(t, text, "check", "--strict"); err != nil {
		t.Fatalf("hledger check: %v: %s", err, out)
	}
	out, err := hledger(t, text, "balance", "-N", "-E", "--flat", "-O", "csv")
	if err != nil {
		t.Fatalf("hledger balance: %v: %s", err, out)
	}
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]int64)
	for _, row := range rows[1:] {
		var n int64
		if _, err := fmt.Sscanf(row[1], "%d", &n); err != nil {
			t.Fatalf("%q: %v", row, err)
		}
		got[row[0]] = n
	}
	if diff := cmp.Diff(sums, got); diff != "" {
		t.Error(diff)
	}
	at := strings.LastIndex(text[:strings.Index(text, "\naccount ")], " pips")
	if out, err := hledger(t, text[:at]+"0"+text[at:], "check"); err == nil {
		t.Errorf("a changed journal is accepted: %s", out)
	}
	last := strings.TrimSuffix(text, " pips\n")
	if out, err := hledger(t, last+"0 pips\n", "check"); err == nil {
		t.Errorf("a journal with another balance is accepted: %s", out)
	}
}

func TestAJournalOfNothingIsOne(t *testing.T) {
	if out, err := hledger(t, journal(t, nil), "check", "--strict"); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

func TestHalfAnEntryIsNoJournal(t *testing.T) {
	entries, _ := books(1)
	for server, all := range entries {
		j := ledger.NewJournal(&bytes.Buffer{})
		if err := j.Add(server, berlin, all[0]); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err == nil {
			t.Error("one side alone is a journal")
		}
		if err := j.Add("another", berlin, all[0]); err == nil {
			t.Error("one side alone goes on in another server")
		}
	}
}

func TestWhatSomebodyTakesAlongAddsUp(t *testing.T) {
	at := time.Date(2026, 11, 23, 14, 0, 5, 120e6, time.UTC)
	entry := func(seq int64, other tab.Person, pips int64, from tab.Source, name, note string) ledger.Line {
		return ledger.Line{Booked: tab.Booked{Line: tab.Line{Entry: tab.Entry{Person: "pme", Other: other, Pips: pips}, Seq: seq, From: from}, At: at.UnixMilli(), Note: note}, Friend: name}
	}
	own := ledger.Own{Server: "11", In: berlin, Made: at, Entries: []ledger.Line{
		entry(1, "pann", 20, tab.Hand{Table: "k3mxq2ab", Number: 1}, "=Ann", ""),
		entry(4, "pgone", -7, tab.Hand{Table: "k3mxq2ab", Number: 1}, "", ""),
		entry(6, "pann", -20, tab.Settlement{Proposal: "9abc"}, "=Ann", "paid, \"really\""),
		entry(8, "ptwin", 3, tab.Reversal{Seq: 4}, "=Ann", ""),
	}}
	want := "\uFEFFentry,at_utc,at_server,kind,source,friend_no,friend,pips,balance,note\r\n" +
		"1,2026-11-23 14:00:05,2026-11-23 15:00:05,hand,hand:1:0:k3mxq2ab,1,'=Ann,20,20,\r\n" +
		"4,2026-11-23 14:00:05,2026-11-23 15:00:05,hand,hand:1:0:k3mxq2ab,2,,-7,-7,\r\n" +
		"6,2026-11-23 14:00:05,2026-11-23 15:00:05,settlement,settlement:9abc,1,'=Ann,-20,0,\"paid, \"\"really\"\"\"\r\n" +
		"8,2026-11-23 14:00:05,2026-11-23 15:00:05,reversal,reversal:4,3,'=Ann,3,3,\r\n"
	if diff := cmp.Diff(want, string(own.CSV(ledger.Comma))); diff != "" {
		t.Error(diff)
	}
	if by := strings.Split(string(own.CSV(ledger.Semicolon)), "\r\n")[3]; by != `6;2026-11-23 14:00:05;2026-11-23 15:00:05;settlement;settlement:9abc;1;'=Ann;-20;0;"paid, ""really"""` {
		t.Errorf("with semicolons: %s", by)
	}
	var got struct {
		Balances []struct {
			No   int    `json:"friend_no"`
			Name string `json:"friend"`
			Pips int64  `json:"pips"`
		}
	}
	text := own.JSON()
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if is, want := fmt.Sprint(got.Balances), "[{1 =Ann 0} {2  -7} {3 =Ann 3}]"; is != want {
		t.Errorf("%s and not %s", is, want)
	}
	if strings.Contains(string(text), "pann") || strings.Contains(string(own.CSV(ledger.Comma)), "pgone") {
		t.Error("a pseudonym leaves the file")
	}
}
