package discord

// The operations of the gateway.
const (
	OpHeartbeat    = 1
	OpIdentify     = 2
	OpPresence     = 3
	OpVoice        = 4
	OpResume       = 6
	OpReconnect    = 7
	OpMembers      = 8
	OpInvalid      = 9
	OpHello        = 10
	OpHeartbeatAck = 11
)

// The bits by which a bot says what it wants to hear of.
const (
	IntentGuilds         = 1 << 0
	IntentMembers        = 1 << 1
	IntentPresences      = 1 << 8
	IntentGuildMessages  = 1 << 9
	IntentDirectMessages = 1 << 12
	IntentContent        = 1 << 15
	IntentsPrivileged    = IntentMembers | IntentPresences | IntentContent
	IntentsAll           = 1<<26 - 1
)
