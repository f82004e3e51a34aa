package commands

import "github.com/bwmarrin/discordgo"

// inThreads is the permission that counts in threads in the place of Send Messages.
const inThreads = uint64(1 << 38)

// missing gives those of the needed permissions that the bot lacks here.
func (in *interaction) missing(needed int64) int64 {
	have := uint64(in.AppPermissions)
	if have&discordgo.PermissionAdministrator != 0 {
		return 0
	}
	lacks := uint64(needed) &^ have
	if in.thread() {
		return int64(lacks &^ discordgo.PermissionSendMessages)
	}
	return int64(lacks &^ inThreads)
}

// locked says whether the interaction came from a thread that is locked to the bot.
func (in *interaction) locked() bool {
	const past = discordgo.PermissionAdministrator | discordgo.PermissionManageThreads
	return in.Channel.Thread.Locked && uint64(in.AppPermissions)&past == 0
}

// outside says whether the interaction came from a private thread that the bot isn't in.
func (in *interaction) outside() bool {
	return in.Channel.Type == discordgo.ChannelTypeGuildPrivateThread && in.missing(discordgo.PermissionViewChannel) != 0
}

// thread says whether the interaction came from a thread.
func (in *interaction) thread() bool {
	t := in.Channel.Type
	return t == discordgo.ChannelTypeGuildNewsThread || t == discordgo.ChannelTypeGuildPublicThread || t == discordgo.ChannelTypeGuildPrivateThread
}
