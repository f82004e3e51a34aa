package rules

// The bits of Discord's permissions that change what the simulator does.
const (
	PermKickMembers     uint64 = 1 << 1
	PermAdministrator   uint64 = 1 << 3
	PermManageChannels  uint64 = 1 << 4
	PermManageGuild     uint64 = 1 << 5
	PermViewChannel     uint64 = 1 << 10
	PermSendMessages    uint64 = 1 << 11
	PermManageMessages  uint64 = 1 << 13
	permEmbedLinks      uint64 = 1 << 14
	PermAttachFiles     uint64 = 1 << 15
	PermReadHistory     uint64 = 1 << 16
	PermMentionEveryone uint64 = 1 << 17
	permExternalEmojis  uint64 = 1 << 18
	PermChangeNickname  uint64 = 1 << 26
	PermManageNicknames uint64 = 1 << 27
	PermManageRoles     uint64 = 1 << 28
	PermConnect         uint64 = 1 << 20
	PermUseCommands     uint64 = 1 << 31
	PermManageThreads   uint64 = 1 << 34
	PermPublicThreads   uint64 = 1 << 35
	PermPrivateThreads  uint64 = 1 << 36
	PermSendInThreads   uint64 = 1 << 38
	PermModerateMembers uint64 = 1 << 40
	PermExternalApps    uint64 = 1 << 50
	PermPinMessages     uint64 = 1 << 51
	PermBypassSlowmode  uint64 = 1 << 52
	PermAll             uint64 = 1<<53 - 1
	permEveryone               = PermViewChannel | PermSendMessages | permEmbedLinks | PermAttachFiles | PermReadHistory | permExternalEmojis | PermConnect | PermExternalApps | PermChangeNickname | PermUseCommands | PermPublicThreads | PermPrivateThreads | PermSendInThreads
	PermExternalDirect         = PermAttachFiles | permEmbedLinks | PermMentionEveryone // an application's between two people
	PermDirect                 = PermViewChannel | PermSendMessages | permEmbedLinks | PermAttachFiles | PermReadHistory | PermMentionEveryone | permExternalEmojis | PermUseCommands
)

// DefaultPermissions are what an invitation asks for: View Channel, Send Messages, Attach Files, Read Message History,
// Send Messages in Threads, Create Public Threads.
const DefaultPermissions uint64 = 309237746688

// Everyone is what @everyone may in a server where the bot was given these. What an invitation asks for and the bot was
// not given, they have neither: the bot would have it with them.
func Everyone(granted uint64) uint64 { return permEveryone &^ (DefaultPermissions &^ granted) }
