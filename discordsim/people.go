package discordsim

import (
	"strings"
	"time"
)

// person is an account: one of the people, or the bot.
type person struct {
	ID     ID        `json:"id"`
	Name   string    `json:"name"`
	Token  string    `json:"token"`
	Locale string    `json:"locale"`
	Bot    bool      `json:"bot,omitempty"`
	Joined time.Time `json:"joined"`
}

// User is an account as others see it.
type User struct {
	ID            ID      `json:"id"`
	Username      string  `json:"username"`
	Avatar        *string `json:"avatar"`
	Discriminator string  `json:"discriminator"`
	PublicFlags   int     `json:"public_flags"`
	Flags         int     `json:"flags"`
	Bot           bool    `json:"bot,omitempty"`
	GlobalName    *string `json:"global_name"`
	PrimaryGuild  *string `json:"primary_guild"`
}

// Name is what clients show: the display name, else the user name.
func (u User) Name() string {
	if u.GlobalName != nil {
		return *u.GlobalName
	}
	return u.Username
}

type selfUser struct {
	User
	MFA      bool    `json:"mfa_enabled"`
	Locale   string  `json:"locale"`
	Premium  int     `json:"premium_type"`
	Email    *string `json:"email"`
	Verified bool    `json:"verified"`
}

// member is an account's part in the server.
type member struct {
	User        *User     `json:"user,omitempty"`
	Nick        *string   `json:"nick"`
	Avatar      *string   `json:"avatar"`
	Banner      *string   `json:"banner"`
	Roles       []ID      `json:"roles"`
	Joined      time.Time `json:"joined_at"`
	Premium     *string   `json:"premium_since"`
	Deaf        bool      `json:"deaf"`
	Mute        bool      `json:"mute"`
	Flags       int       `json:"flags"`
	Pending     bool      `json:"pending"`
	Timeout     *string   `json:"communication_disabled_until"`
	Permissions string    `json:"permissions,omitempty"` // only in interactions
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

func (p *person) user() User {
	name := p.Name
	u := User{ID: p.ID, Username: username(name), Discriminator: "0", Bot: p.Bot, GlobalName: &name}
	if p.Bot {
		u.Discriminator, u.GlobalName, u.Username = "0001", nil, name
	}
	return u
}

func (p *person) self() selfUser {
	return selfUser{User: p.user(), Locale: p.Locale, Verified: true}
}

// username makes a name of Discord's handle: lower case, no spaces.
func username(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(name), "_"))
}

func (w *world) member(p *person) member {
	u := p.user()
	m := w.bareMember(p)
	m.User = &u
	return m
}

func (w *world) bareMember(p *person) member {
	m := member{Roles: []ID{}, Joined: p.Joined}
	if p.Bot {
		m.Roles = []ID{w.BotRole}
	}
	return m
}
