package discordsim

import (
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

//revive:disable:exported // the names of Discord's objects from before they had a package of their own
type (
	Choice    = discord.Choice
	Component = discord.Component
	Handshake = discord.Handshake
	ID        = discord.ID
	Message   = discord.Message
	Modal     = discord.Modal
	Option    = discord.Option

	Exchange     = wirelog.Exchange
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
	Refused          = wirelog.Refused
)
