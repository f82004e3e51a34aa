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
