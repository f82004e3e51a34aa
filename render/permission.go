package render

import "github.com/boathouse-rum/boathouse/render/lang"

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

// ReadHistory is the permission to read what stands in a channel, which posts do without.
const ReadHistory = 1 << 16

// attach is the permission that only pictures need.
const attach = 1 << 15

// NeededToPost gives those without which the bot can't play in a channel.
func NeededToPost() int64 { return Needed() &^ attach }

// PermissionNames gives what Discord calls those of the needed permissions that
// are among missing, Discord's bits.
func PermissionNames(l lang.Lang, missing int64) []string {
	var names []string
	for _, name := range lacking(missing) {
		names = append(names, l.Say(name))
	}
	return names
}

// bold are the names of permissions, each in bold.
type bold []lang.Key

func (b bold) tell(l lang.Lang, _ bool) string {
	names := make([]string, len(b))
	for i, name := range b {
		names[i] = "**" + l.Say(name) + "**"
	}
	return l.And(names)
}

func lacking(missing int64) bold {
	var names bold
	for _, p := range permissions() {
		if missing&p.bit != 0 {
			names = append(names, p.name)
		}
	}
	return names
}
