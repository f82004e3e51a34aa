package render

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A Trouble is why a command is not done, when the rules of the game have
// nothing against it: a table's refusals and the door's. The set is closed.
type Trouble uint8

// The troubles. In brackets: which field of [TroubleModel] they use.
const (
	NoTable           Trouble = iota + 1
	ChannelTaken              // the channel has an open table
	TableFull                 // all seats are taken
	AlreadySeated             // has a seat
	NotSeated                 // has no seat
	NotHost                   // (Host)
	TooFew                    // a hand needs two players
	HandUnderWay              // not in mid-hand
	NoHand                    // no hand is being played
	NoSuchHand                // to prove (Hand, Dealt)
	NotSure                   // is asked twice
	Stale                     // an old button
	IsClosed                  // the table is closed
	EmptySeat                 // (Seat)
	BadSettings               // a setting out of range
	NotStarted                // the first hand hasn't been dealt
	JoinsLater                // seated from the next hand on
	WordEmpty                 // a cut without a word
	WordLong                  // a cut of more than 40 characters
	WordSign                  // a cut with a sign that it can't hold
	OtherChannel              // a button of another channel
	Forged                    // a custom_id that is not ours
	NotInServer               // a command in a direct message
	UnknownCommand            // a command that this version doesn't know
	NoHints                   // the table plays without
	HintWaits                 // not the caller's turn
	NothingToTakeBack         // no play of the caller's
	TakebackOver              // the wish was answered
	NotAsked                  // others are
	NothingToRepeat           // no finished hand
	SeatsChanged              // since that hand
	NotOfThatTable            // whose rematch it would be
	NoQuiet                   // quiet hours without length
	TooQuick                  // one person, too much at once
	Crowded                   // all people together
	WordsFull                 // (Count) of a deal
	Restless                  // the caller changed this table again and again
	OwnTables                 // (Count, Channels) opened by the caller
	ServerTables              // (Count)
	LacksPermission           // (Permissions)
	Fault                     // ours (Word: the id in the log)
)

// A TroubleModel is a trouble with what its sentence names.
type TroubleModel struct {
	Trouble     Trouble
	Host        Player
	Seat        engine.Seat // from 0
	Hand        int         // that was asked for
	Dealt       int         // how many hands there were
	Permissions int64       // those missing, as Discord's bits
	Count       int         // the most there may be
	Channels    []string    // ids
	Word        string
}

// TroubleText says kindly what is wrong and what can be done instead.
func TroubleText(l lang.Lang, m TroubleModel) string {
	switch m.Trouble {
	case NotHost:
		return l.Say(lang.TroubleNothost, lang.Name(m.Host.safe(l, 0)))
	case EmptySeat:
		return l.Say(lang.TroubleEmptyseat, lang.Seat(int(m.Seat)+1))
	case NoSuchHand:
		if m.Dealt == 0 {
			return l.Say(lang.TroubleNodeal)
		}
		return l.Count(lang.TroubleNosuchhand, m.Dealt, lang.Hand(m.Hand))
	case LacksPermission:
		return l.Say(lang.TroublePermissions, lang.List(permissionNames(l, m.Permissions)))
	case Fault:
		return l.Say(lang.TroubleFault, lang.Word(code(m.Word)))
	case WordsFull:
		return l.Say(lang.TroubleWords, lang.N(m.Count))
	case OwnTables:
		return l.Say(lang.TroubleOwntables, lang.N(m.Count), lang.List(channelList(m.Channels)))
	case ServerTables:
		return l.Say(lang.TroubleServertables, lang.N(m.Count))
	case NoTable, ChannelTaken, TableFull, AlreadySeated, NotSeated, TooFew, HandUnderWay, NoHand, NotSure, Stale,
		IsClosed, BadSettings, NotStarted, JoinsLater, WordEmpty, WordLong, WordSign, OtherChannel, Forged,
		NotInServer, UnknownCommand, NoHints, HintWaits, NothingToTakeBack, TakebackOver, NotAsked, NothingToRepeat,
		SeatsChanged, NotOfThatTable, NoQuiet, TooQuick, Crowded, Restless:
		return l.Say(plainTroubles[m.Trouble])
	}
	return ""
}

// plainTroubles are the sentences that need nothing filled in.
//
//nolint:gochecknoglobals // constant table
var plainTroubles = [...]lang.Key{
	NoTable: lang.TroubleNotable, ChannelTaken: lang.TroubleTaken, TableFull: lang.TroubleFull,
	AlreadySeated: lang.TroubleSeated, NotSeated: lang.TroubleUnseated, TooFew: lang.TroubleFew,
	HandUnderWay: lang.TroubleUnderway, NoHand: lang.TroubleNohand, NotSure: lang.TroubleUnsure,
	Stale: lang.TroubleStale, IsClosed: lang.TroubleClosed, BadSettings: lang.TroubleSettings,
	NotStarted: lang.TroubleLobby, JoinsLater: lang.TroubleLater, WordEmpty: lang.WordEmpty,
	WordLong: lang.WordLong, WordSign: lang.WordSign,
	OtherChannel: lang.TroubleChannel, Forged: lang.TroubleForged, NotInServer: lang.TroubleDm,
	UnknownCommand: lang.TroubleUnknown, NoHints: lang.TroubleHintsoff, HintWaits: lang.TroubleHintwait,
	NothingToTakeBack: lang.TroubleNotakeback, TakebackOver: lang.TroubleTakebackover, NotAsked: lang.TroubleNotasked,
	NothingToRepeat: lang.TroubleNoagain, SeatsChanged: lang.TroubleSeatschanged, NotOfThatTable: lang.TroubleNotmine,
	NoQuiet: lang.TroubleQuiet, TooQuick: lang.TroubleRush, Crowded: lang.TroubleCrowded, Restless: lang.TroubleRestless,
}

// channelList links to channels.
func channelList(ids []string) string {
	links := make([]string, len(ids))
	for i, id := range ids {
		links[i] = "<#" + id + ">"
	}
	return strings.Join(links, ", ")
}

// A permission is one that the bot needs, by Discord's bit.
type permission struct {
	bit  int64
	name lang.Key
}

func permissions() []permission {
	return []permission{
		{1 << 10, lang.PermissionView}, {1 << 11, lang.PermissionSend}, {1 << 15, lang.PermissionAttach},
		{1 << 16, lang.PermissionHistory}, {1 << 38, lang.PermissionThreads},
	}
}

// Needed gives the permissions that the bot must have in a channel, as
// Discord's bits.
func Needed() int64 {
	var all int64
	for _, p := range permissions() {
		all |= p.bit
	}
	return all
}

// PermissionNames gives what Discord calls those of the needed permissions that
// are among missing, Discord's bits.
func PermissionNames(l lang.Lang, missing int64) []string {
	var names []string
	for _, p := range permissions() {
		if missing&p.bit != 0 {
			names = append(names, l.Say(p.name))
		}
	}
	return names
}

func permissionNames(l lang.Lang, missing int64) string {
	return "**" + strings.Join(PermissionNames(l, missing), "**, **") + "**"
}
