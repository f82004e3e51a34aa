package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// channels is "channels know Ben …" or "channels forget Ben …": whether the messages of the bot's
// that everybody can see, in all channels of the server, show a person or texts. It waits until
// that is so.
func (g *game) channels(ctx context.Context, words []word) error {
	if len(words) < 2 || words[0].text != "know" && words[0].text != "forget" {
		return errors.New(`say channels know Ben "…", or "channels forget"`)
	}
	p, err := g.person("Ada")
	if err != nil {
		return err
	}
	all := append([]string{g.idOf(words[1].text)}, texts(words[1:])...)
	var known []string
	err = p.Wait(ctx, func(seen []discord.Message) bool {
		known = nil
		for _, m := range seen {
			known = append(known, g.shown(m, all)...)
		}
		return (len(known) > 0) == (words[0].text == "know")
	})
	if err != nil {
		err = fmt.Errorf("%w; these are shown: %s", err, strings.Join(known, "\n---\n"))
	}
	return err
}

// shown lists a message for each of some texts that it shows: also by what is said of its pictures.
// Who asked for it is Discord's to tell.
func (g *game) shown(m discord.Message, all []string) (known []string) {
	if m.Ephemeral() || m.Author.ID != g.sim.Handshake().Application || !slices.Contains(g.rooms(), m.Channel) {
		return nil
	}
	body, err := json.Marshal([]any{m.Content, m.Components, m.Embeds, m.Attachments, m.Mentions})
	if err != nil {
		return []string{err.Error()}
	}
	for _, text := range all {
		if strings.Contains(string(body), text) {
			known = append(known, text+" in "+readable(m))
		}
	}
	return known
}

// rooms lists the channels that a script knows.
func (g *game) rooms() (all []discord.ID) {
	for _, id := range g.room {
		all = append(all, id)
	}
	return all
}
