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
	ID         discord.ID   `json:"id"`
	Name       string       `json:"name"`
	Token      string       `json:"token"`
	Locale     string       `json:"locale"`
	Bot        bool         `json:"bot,omitempty"`
	Minor      bool         `json:"minor,omitempty"`             // may not see what is age-restricted
	Installed  bool         `json:"installed,omitempty"`         // the application, for themselves
	Restricted []discord.ID `json:"restricted_guilds,omitempty"` // servers whose bots can't write to them

	legacyAccount
}

// accounts are all who have one, and the servers that they are in.
type accounts struct {
	ground
	people  map[discord.ID]*Account
	byName  map[string]*Account // people alone
	byToken map[string]*Account
	servers map[discord.ID]*Server
}

func (w *accounts) newPerson(name, locale string) *Account {
	id := w.ids.next()
	p := &Account{ID: id, Name: name, Token: secret(9) + "." + secret(4) + "." + secret(28), Locale: locale}
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
func (w *accounts) Player(p *Account) discord.Player {
	player := discord.Player{ID: p.ID, Name: p.Name, Token: p.Token, Locale: p.Locale, Servers: []discord.ID{}}
	for _, s := range w.ServersOf(p) {
		player.Servers = append(player.Servers, s.ID)
	}
	return player
}

// Username makes a name of Discord's handle: lower case, no spaces.
func Username(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(name), "_"))
}

// Account finds one by its id; nil for none.
func (w *accounts) Account(id discord.ID) *Account { return w.people[id] }

// ByToken finds the account of a token, as it stands behind "Bot " or alone; nil for none.
func (w *accounts) ByToken(token string) *Account { return w.byToken[token] }

// Accounts lists all accounts by age of their id, the bot first.
func (w *accounts) Accounts() []*Account {
	out := make([]*Account, 0, len(w.people))
	for _, id := range inOrder(w.people) {
		out = append(out, w.people[id])
	}
	return out
}

// Register makes an account for somebody new, who joins the server that was made first.
func (w *accounts) Register(f rules.Form) (*Account, *rules.Refusal) {
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
	w.admit(w.servers[w.Home], p)
	return p, nil
}

// Set changes the language of a person's client, the servers from whose bots they take no direct
// messages, and whether they are a minor, as far as the form says so.
func (w *accounts) Set(p *Account, f rules.Form) *rules.Refusal {
	locale, closed := rules.ReadLocale(f, 2), f.Has("restricted_guilds")
	restricted := f.IDs("restricted_guilds", 100)
	minor, aged := f.Flag("minor")
	if r := f.Refusal(); r != nil || locale == "" && !closed && !aged {
		return r
	}
	if aged {
		p.Minor = minor
	}
	if locale != "" {
		p.Locale = locale
	}
	if closed {
		p.Restricted = restricted
	}
	w.journal.put(recordPerson, p.ID, p)
	w.tell(Event{Name: "USER_UPDATE", Only: p.ID, Data: discord.Encode(p.Self())})
	return nil
}

// takesDirect says whether a bot can write to a person: both are in a server from whose bots the
// person takes direct messages.
func (w *accounts) takesDirect(bot, person *Account) bool {
	return slices.ContainsFunc(w.ServersOf(person), func(s *Server) bool {
		return w.IsMember(bot, s.ID) && !slices.Contains(person.Restricted, s.ID)
	})
}

// legacyAccount is what earlier state files say of an account.
type legacyAccount struct {
	Joined time.Time `json:"joined,omitzero"`
	Closed bool      `json:"closed,omitempty"`
}
