package wire

import (
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
)

// place is where a server listens, as host and port.
type place string

func (p place) gateway() string { return "ws://" + string(p) + "/gateway" }

// handshake tells where everything is, and who is there.
func (p place) handshake(w *world.State) discord.Handshake {
	h := discord.Handshake{
		REST: "http://" + string(p) + "/api", Gateway: p.gateway(), Page: "http://" + string(p) + "/",
		Token: w.BotToken, Application: w.Application, Guild: w.Home, Channel: w.Channel, People: []discord.Player{},
	}
	for _, one := range w.Accounts() {
		if !one.Bot {
			h.People = append(h.People, w.Player(one))
		}
	}
	return h
}
