package world

import (
	"encoding/json"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// response is what with_response gives.
type response struct {
	Interaction responseInteraction `json:"interaction"`
	Resource    *responseResource   `json:"resource,omitempty"`
}

type responseInteraction struct {
	ID        discord.ID `json:"id"`
	Type      int        `json:"type"`
	Message   discord.ID `json:"response_message_id,omitzero"`
	Loading   *bool      `json:"response_message_loading,omitempty"`
	Ephemeral *bool      `json:"response_message_ephemeral,omitempty"`
	Channel   discord.ID `json:"channel_id,omitzero"`
	Guild     discord.ID `json:"guild_id,omitzero"`
}

type responseResource struct {
	Type    int             `json:"type"`
	Message json.RawMessage `json:"message,omitempty"`
}

func (w *desk) response(in *Interaction, kind int, m *Message) response {
	a := response{Interaction: responseInteraction{ID: in.ID, Type: in.Kind, Channel: in.Channel}}
	a.Interaction.Guild = w.channels[in.Channel].Guild
	if m == nil {
		return a
	}
	loading, ephemeral := m.Flags&discord.FlagLoading != 0, m.Ephemeral()
	a.Interaction.Message, a.Interaction.Loading, a.Interaction.Ephemeral = m.ID, &loading, &ephemeral
	if kind == callbackMessage || kind == callbackUpdate {
		a.Resource = &responseResource{kind, m.JSON()}
	}
	return a
}
