package discordsim

import (
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// person is an account: one of the people, or the bot.
type person struct {
	ID     discord.ID `json:"id"`
	Name   string     `json:"name"`
	Token  string     `json:"token"`
	Locale string     `json:"locale"`
	Bot    bool       `json:"bot,omitempty"`
	Joined time.Time  `json:"joined"`
}

func (w *world) newPerson(name, locale string) *person {
	id := w.ids.next()
	p := &person{ID: id, Name: name, Token: secret(9) + "." + secret(4) + "." + secret(28), Locale: locale, Joined: w.now()}
	w.addPerson(p)
	return p
}

func (w *world) addPerson(p *person) {
	w.people[p.ID] = p
	w.byToken[p.Token] = p
	if !p.Bot {
		w.byName[p.Name] = p
	}
	w.journal.put(recordPerson, p.ID, p)
}

func (p *person) user() discord.User {
	name := p.Name
	u := discord.User{ID: p.ID, Username: username(name), Discriminator: "0", Bot: p.Bot, GlobalName: &name}
	if p.Bot {
		u.Discriminator, u.GlobalName, u.Username = "0001", nil, name
	}
	return u
}

func (p *person) self() discord.Self {
	return discord.Self{User: p.user(), Locale: p.Locale, Verified: true}
}

// username makes a name of Discord's handle: lower case, no spaces.
func username(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(name), "_"))
}

func (w *world) member(p *person) discord.Member {
	u := p.user()
	m := w.bareMember(p)
	m.User = &u
	return m
}

func (w *world) bareMember(p *person) discord.Member {
	m := discord.Member{Roles: []discord.ID{}, Joined: p.Joined}
	if p.Bot {
		m.Roles = []discord.ID{w.BotRole}
	}
	return m
}
