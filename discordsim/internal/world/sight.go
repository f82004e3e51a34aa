package world

import "github.com/boathouse-rum/boathouse/discordsim/discord"

// watched makes a change to a server and tells each member of the channels that come into their sight
// by it or leave it.
func (w *views) watched(s *Server, change func()) { w.watchedBut(s, nil, change) }

// watchedBut is watched without one channel, of which is told otherwise.
func (w *views) watchedBut(s *Server, but *Channel, change func()) {
	type sight struct{ who, channel discord.ID }
	before, all := map[sight]bool{}, w.where(func(c *Channel) bool { return c.Guild == s.ID && !c.IsThread() && c != but })
	for _, p := range w.MembersOf(s) {
		for _, c := range all {
			before[sight{p.ID, c.ID}] = w.Sees(p, c)
		}
	}
	change()
	for _, p := range w.MembersOf(s) {
		for _, c := range all {
			if w.channels[c.ID] == nil {
				continue
			}
			sees := w.Sees(p, c)
			if had, known := before[sight{p.ID, c.ID}]; !known || had == sees {
				continue
			}
			w.tell(Event{Name: "CHANNEL_UPDATE", Only: p.ID, Room: c, Intent: discord.IntentGuilds, Data: discord.Encode(w.View(c)), Hidden: discord.Encode(w.hiddenView(c))})
		}
	}
}
