package discordsim

import (
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/people"
)

// DefaultPermissions are what an invitation asks for: View Channel, Send Messages, Attach Files, Read Message History,
// Send Messages in Threads, Create Public Threads.
const DefaultPermissions = rules.DefaultPermissions

//revive:disable:exported // the names of Discord's objects from before they had a package of their own
type (
	Choice    = discord.Choice
	Component = discord.Component
	Handshake = discord.Handshake
	ID        = discord.ID
	Message   = discord.Message
	Modal     = discord.Modal
	Option    = discord.Option

	Outcome      = people.Outcome
	Person       = people.Person
	RefusedError = people.RefusedError
)

// As above.
const (
	FlagComponentsV2 = discord.FlagComponentsV2
	FlagLoading      = discord.FlagLoading
	TypeButton       = discord.TypeButton
	TypeStringSelect = discord.TypeStringSelect
)
