package table

import "github.com/boathouse-rum/boathouse/engine/sitting"

// What has moved to package sitting, under its old name until all that use it follow.
//
//nolint:gochecknoglobals,revive // gone with the next commits
type (
	ID               = sitting.ID
	Person           = sitting.Person
	Server           = sitting.Server
	Channel          = sitting.Channel
	Phase            = sitting.Phase
	Sitter           = sitting.Sitter
	Takeback         = sitting.Takeback
	DealFacts        = sitting.DealFacts
	GivenCut         = sitting.GivenCut
	HandResult       = sitting.HandResult
	HandKey          = sitting.HandKey
	Command          = sitting.Command
	Action           = sitting.Action
	Open             = sitting.Open
	Join             = sitting.Join
	Leave            = sitting.Leave
	AddComputer      = sitting.AddComputer
	Remove           = sitting.Remove
	SetSettings      = sitting.SetSettings
	Start            = sitting.Start
	Next             = sitting.Next
	Again            = sitting.Again
	Cut              = sitting.Cut
	Play             = sitting.Play
	TakeBack         = sitting.TakeBack
	Agree            = sitting.Agree
	Close            = sitting.Close
	Away             = sitting.Away
	Back             = sitting.Back
	Event            = sitting.Event
	Opened           = sitting.Opened
	Joined           = sitting.Joined
	ComputerSat      = sitting.ComputerSat
	Left             = sitting.Left
	RulesSet         = sitting.RulesSet
	HostPassed       = sitting.HostPassed
	Committed        = sitting.Committed
	CutGiven         = sitting.CutGiven
	HandStarted      = sitting.HandStarted
	Played           = sitting.Played
	TakebackAsked    = sitting.TakebackAsked
	TakebackAnswered = sitting.TakebackAnswered
	TakebackLapsed   = sitting.TakebackLapsed
	TookBack         = sitting.TookBack
	WentAway         = sitting.WentAway
	CameBack         = sitting.CameBack
	Reminded         = sitting.Reminded
	Called           = sitting.Called
	TimeLost         = sitting.TimeLost
	Closed           = sitting.Closed
	Settings         = sitting.Settings
	Code             = sitting.Code
	Refusal          = sitting.Refusal
	Quiet            = sitting.Quiet
	Audit            = sitting.Audit
	Flaw             = sitting.Flaw
	FlawCode         = sitting.FlawCode
	Proof            = sitting.Proof
	Head             = sitting.Head
	Snapshot         = sitting.Sight
)

const (
	Lobby             = sitting.Lobby
	Playing           = sitting.Playing
	Between           = sitting.Between
	Ended             = sitting.Ended
	NoTable           = sitting.NoTable
	ChannelTaken      = sitting.ChannelTaken
	TableFull         = sitting.TableFull
	Seated            = sitting.Seated
	NotSeated         = sitting.NotSeated
	NotHost           = sitting.NotHost
	TooFew            = sitting.TooFew
	HandUnderWay      = sitting.HandUnderWay
	NoHand            = sitting.NoHand
	NotSure           = sitting.NotSure
	Stale             = sitting.Stale
	IsClosed          = sitting.IsClosed
	EmptySeat         = sitting.EmptySeat
	BadSettings       = sitting.BadSettings
	InLobby           = sitting.InLobby
	BadWord           = sitting.BadWord
	JoinsLater        = sitting.JoinsLater
	NothingToTakeBack = sitting.NothingToTakeBack
	TakebackOver      = sitting.TakebackOver
	NotAsked          = sitting.NotAsked
	NoSuchHand        = sitting.NoSuchHand
	SeatsChanged      = sitting.SeatsChanged
	BadQuiet          = sitting.BadQuiet
	WordsFull         = sitting.WordsFull
	Restless          = sitting.Restless
	OwnTables         = sitting.OwnTables
	ServerTables      = sitting.ServerTables
	MinSeats          = sitting.MinSeats
	MaxSeats          = sitting.MaxSeats
	MinTurn           = sitting.MinTurn
	MaxTurn           = sitting.MaxTurn
	OutOfPlace        = sitting.OutOfPlace
	OtherDeck         = sitting.OtherDeck
	OtherResult       = sitting.OtherResult
	BrokenOff         = sitting.BrokenOff
)

var (
	EncodeEvent = sitting.EncodeEvent
	DecodeEvent = sitting.DecodeEvent
	Named       = sitting.Named
	NewAudit    = sitting.NewAudit
)
