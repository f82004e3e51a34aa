package commands

// Payload is payload, for tests of what no screen shows yet.
var Payload = payload
