package world

import (
	"slices"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// Account is one of the people, or the bot.
type Account struct {
	ID     discord.ID `json:"id"`
	Name   string     `json:"name"`
	Token  string     `json:"token"`
	Locale string     `json:"locale"`
	Bot    bool       `json:"bot,omitempty"`
	Joined time.Time  `json:"joined"`
	Closed bool       `json:"closed,omitempty"` // takes no direct messages from bots of the server
}

// accounts are all who have one.
type accounts struct {
	ground
	people  map[discord.ID]*Account
	byName  map[string]*Account // people alone
	byToken map[string]*Account
}

func (w *accounts) newPerson(name, locale string) *Account {
	id := w.ids.next()
	p := &Account{ID: id, Name: name, Token: secret(9) + "." + secret(4) + "." + secret(28), Locale: locale, Joined: w.Now()}
	w.addPerson(p)
	return p
}

func (w *accounts) addPerson(p *Account) {
	w.people[p.ID] = p
	w.byToken[p.Token] = p
	if !p.Bot {
		w.byName[p.Name] = p
	}
	w.journal.put(recordPerson, p.ID, p)
}

// User is the account as others see it.
func (p *Account) User() discord.User {
	name := p.Name
	u := discord.User{ID: p.ID, Username: Username(name), Discriminator: "0", Bot: p.Bot, GlobalName: &name}
	if p.Bot {
		u.Discriminator, u.GlobalName, u.Username = "0001", nil, name
	}
	return u
}

// Self is the account as it sees itself.
func (p *Account) Self() discord.Self {
	return discord.Self{User: p.User(), Locale: p.Locale, Verified: true}
}

// Player is a person as those who may act as them need it.
func (p *Account) Player() discord.Player {
	return discord.Player{ID: p.ID, Name: p.Name, Token: p.Token, Locale: p.Locale}
}

// Username makes a name of Discord's handle: lower case, no spaces.
func Username(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(name), "_"))
}

// Member is an account's part in the server.
func (w *accounts) Member(p *Account) discord.Member {
	u := p.User()
	m := w.bareMember(p)
	m.User = &u
	return m
}

// bareMember is Member without the account itself.
func (w *accounts) bareMember(p *Account) discord.Member {
	m := discord.Member{Roles: []discord.ID{}, Joined: p.Joined}
	if p.Bot {
		m.Roles = []discord.ID{w.BotRole}
	}
	return m
}

// Account finds one by its id; nil for none.
func (w *accounts) Account(id discord.ID) *Account { return w.people[id] }

// ByToken finds the account of a token, as it stands behind "Bot " or alone; nil for none.
func (w *accounts) ByToken(token string) *Account { return w.byToken[token] }

// IsMember says whether an account is in the server; the bot can be removed from it.
func (w *accounts) IsMember(p *Account) bool { return p != nil && !(p.Bot && w.Removed) }

// Accounts lists everybody in the server by age of their id, the bot first.
func (w *accounts) Accounts() []*Account {
	out := make([]*Account, 0, len(w.people))
	for _, id := range inOrder(w.people) {
		if w.IsMember(w.people[id]) {
			out = append(out, w.people[id])
		}
	}
	return out
}

// Join adds somebody to the server.
func (w *accounts) Join(f rules.Form) (*Account, *rules.Refusal) {
	name, locale := strings.TrimSpace(f.NeedText("name", 1, 32)), rules.ReadLocale(f, 0)
	if locale == "" {
		locale = "en-US"
	}
	if _, taken := w.byName[name]; taken || name == "" {
		f.Complain("name", "NAME_TAKEN", "Somebody has that name, or it is empty")
	}
	if r := f.Refusal(); r != nil {
		return nil, r
	}
	p := w.newPerson(name, locale)
	w.tellMember(p)
	return p, nil
}

// tellMember tells that an account has come into the server.
func (w *accounts) tellMember(p *Account) {
	w.tell(Event{Name: "GUILD_MEMBER_ADD", Intent: discord.IntentMembers, Data: discord.Encode(struct {
		discord.Member
		Guild discord.ID `json:"guild_id"`
	}{w.Member(p), w.Guild})})
}

// Set changes the language of a person's client, and whether they take direct messages
// from the server, as far as the form says so.
func (w *accounts) Set(p *Account, f rules.Form) *rules.Refusal {
	locale, closed := rules.ReadLocale(f, 2), f.Has("restricted_guilds")
	restricted := f.IDs("restricted_guilds", 100)
	if r := f.Refusal(); r != nil || locale == "" && !closed {
		return r
	}
	if locale != "" {
		p.Locale = locale
	}
	if closed {
		p.Closed = slices.Contains(restricted, w.Guild)
	}
	w.journal.put(recordPerson, p.ID, p)
	w.tell(Event{Name: "USER_UPDATE", Only: p.ID, Data: discord.Encode(p.Self())})
	return nil
}
