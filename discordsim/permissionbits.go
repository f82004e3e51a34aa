package discordsim

// The bits of Discord's permissions that change what the simulator does.
const (
	permManageChannels  uint64 = 1 << 4
	permViewChannel     uint64 = 1 << 10
	permSendMessages    uint64 = 1 << 11
	permManageMessages  uint64 = 1 << 13
	permEmbedLinks      uint64 = 1 << 14
	permAttachFiles     uint64 = 1 << 15
	permReadHistory     uint64 = 1 << 16
	permMentionEveryone uint64 = 1 << 17
	permExternalEmojis  uint64 = 1 << 18
	permUseCommands     uint64 = 1 << 31
	permManageThreads   uint64 = 1 << 34
	permPublicThreads   uint64 = 1 << 35
	permPrivateThreads  uint64 = 1 << 36
	permSendInThreads   uint64 = 1 << 38
	permAll             uint64 = 1<<53 - 1
	permEveryone               = permViewChannel | permSendMessages | permEmbedLinks | permAttachFiles | permReadHistory | permExternalEmojis | permUseCommands | permPublicThreads | permPrivateThreads | permSendInThreads
	permDirect                 = permViewChannel | permSendMessages | permEmbedLinks | permAttachFiles | permReadHistory | permMentionEveryone | permExternalEmojis | permUseCommands
)

// DefaultPermissions are what an invitation asks for: View Channel, Send Messages, Attach Files, Read Message History,
// Send Messages in Threads, Create Public Threads.
const DefaultPermissions uint64 = 309237746688

// Everyone is what @everyone may in a server where the bot was given these. What an invitation asks for and the bot was
// not given, they have neither: the bot would have it with them.
func Everyone(granted uint64) uint64 { return permEveryone &^ (DefaultPermissions &^ granted) }
