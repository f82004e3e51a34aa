package ledger

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/boathouse-rum/boathouse/engine/tab"
)

// An Own is one person's side of the tab of a server.
type Own struct {
	Server  string
	In      *time.Location // the server's clock
	Made    time.Time
	Entries []Line // in order
}

// A Line is an entry of one person.
type Line struct {
	tab.Booked
	Friend string // what the other is called in that server; empty: a former player, or nobody knows
}

// A friend is another as an export tells them from each other: by a number in the order in which they come, since two may have one
// name and a former player none. No pseudonym leaves the file.
type friend struct {
	No   int    `json:"friend_no"`
	Name string `json:"friend"` // empty: a former player
}

type ownLine struct {
	Seq    int64  `json:"entry"`
	At     string `json:"at"` // UTC
	Local  string `json:"at_server"`
	Kind   string `json:"kind"`
	Source string `json:"source"`
	friend
	Pips    int64  `json:"pips"`    // above 0: the friend owes them
	Balance int64  `json:"balance"` // with the friend, after the entry
	Note    string `json:"note,omitempty"`
}

type ownBalance struct {
	friend
	Pips int64 `json:"pips"`
}

// instant is how moments are written in files for programs, and day in those for spreadsheets, which know it for a date.
const (
	instant = "2006-01-02T15:04:05.000Z"
	day     = "2006-01-02 15:04:05"
)

// lines are the entries as they are exported, and what they come to with each friend.
func (o *Own) lines() (lines []ownLine, balances []ownBalance) {
	numbers := make(map[tab.Person]int)
	for _, l := range o.Entries {
		no := numbers[l.Other]
		if no == 0 {
			no = len(numbers) + 1
			numbers[l.Other] = no
			balances = append(balances, ownBalance{friend: friend{no, l.Friend}})
		}
		balance := &balances[no-1]
		balance.Pips += l.Pips
		lines = append(lines, ownLine{
			Seq: l.Seq, At: time.UnixMilli(l.At).UTC().Format(instant), Local: time.UnixMilli(l.At).In(o.In).Format(time.RFC3339), Kind: l.From.Kind().String(), Source: l.From.String(),
			friend: balance.friend, Pips: l.Pips, Balance: balance.Pips, Note: l.Note,
		})
	}
	return lines, balances
}

// CSV returns the entries, a row each.
func (o *Own) CSV(by Separator) []byte {
	var b bytes.Buffer
	t := NewTable(&b, by)
	t.Heads("entry", "at_utc", "at_server", "kind", "source", "friend_no", "friend", "pips", "balance", "note")
	lines, _ := o.lines()
	for i, l := range lines {
		at := time.UnixMilli(o.Entries[i].At)
		t.Row(Whole(l.Seq), Number(at.UTC().Format(day)), Number(at.In(o.In).Format(day)), Text(l.Kind), Text(l.Source), Whole(int64(l.No)), Text(l.Name), Whole(l.Pips), Whole(l.Balance), Text(l.Note))
	}
	return b.Bytes()
}

// JSON returns the entries and what they come to, as one object.
func (o *Own) JSON() []byte {
	lines, balances := o.lines()
	out, err := json.MarshalIndent(struct {
		Format   string       `json:"format"`
		Server   string       `json:"server"`
		Made     string       `json:"made"`
		Balances []ownBalance `json:"balances"`
		Entries  []ownLine    `json:"entries"`
	}{"boathouse-tab-1", o.Server, o.Made.UTC().Format(instant), append([]ownBalance{}, balances...), append([]ownLine{}, lines...)}, "", " ")
	if err != nil {
		panic(fmt.Sprintf("ledger: %v", err)) // texts and numbers always marshal
	}
	return append(out, '\n')
}

// Whole is a number without a fraction.
func Whole(n int64) Number { return Number(strconv.FormatInt(n, 10)) }
