package world

import (
	"strconv"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// Remove takes an account out of the server: the bot, which is the only one that can be taken out here, by who may kick
// members, or by itself. Its role goes with it and so do the overwrites for that, and its commands are offered there no more; what it
// has posted stays.
func (w *register) Remove(by, who *Account) *rules.Refusal {
	switch {
	case !w.IsMember(who):
		return rules.Refuse(rules.UnknownMember)
	case !who.Bot, by != who && w.permissionsOf(by)&rules.PermKickMembers == 0:
		return rules.Refuse(rules.MissingPermissions)
	}
	w.tell(Event{Name: "GUILD_DELETE", Only: who.ID, Intent: discord.IntentGuilds, Data: discord.Encode(map[string]any{"id": w.Guild})})
	w.Removed = true
	for _, c := range w.where(func(c *Channel) bool { return c.BotPermissions != nil || c.hasMember(who.ID) }) {
		c.BotPermissions = nil
		c.Members = without(c.Members, []discord.ID{who.ID})
		w.saveChannel(c)
	}
	w.tell(Event{Name: "GUILD_MEMBER_REMOVE", Intent: discord.IntentMembers, Data: discord.Encode(map[string]any{"guild_id": w.Guild, "user": who.User()})})
	w.tell(Event{Name: "GUILD_ROLE_DELETE", Intent: discord.IntentGuilds, Data: discord.Encode(map[string]any{"guild_id": w.Guild, "role_id": w.BotRole})})
	w.reoffer()
	return nil
}

// Install takes the bot into the server again, as the one who follows its invitation wants it: with the permissions that are asked for
// there. It is told of the server as when it comes to know of it first.
func (w *register) Install(by *Account, application discord.ID, f rules.Form) *rules.Refusal {
	f.Need("guild_id")
	guild, _ := f.ID("guild_id")
	permissions, err := strconv.ParseUint(f.NeedText("permissions", 1, 20), 10, 64)
	if err != nil {
		f.Complain("permissions", "NUMBER_TYPE_COERCE", "Permissions are a number.")
	}
	switch r := f.Refusal(); {
	case r != nil:
		return r
	case application != w.Application:
		return rules.Refuse(rules.UnknownApplication)
	case guild != w.Guild:
		return rules.Refuse(rules.UnknownGuild)
	case w.permissionsOf(by)&rules.PermManageGuild == 0:
		return rules.Refuse(rules.MissingPermissions)
	}
	bot := w.people[w.Bot]
	w.Permissions = permissions
	if !w.Removed {
		w.settle()
		return nil
	}
	w.Removed, w.BotRole, bot.Joined = false, w.ids.next(), w.Now()
	w.journal.put(recordPerson, bot.ID, bot)
	w.tell(Event{Name: "GUILD_CREATE", Only: bot.ID, Intent: discord.IntentGuilds, Data: w.GuildCreate(bot)})
	w.tellMember(bot)
	w.tell(Event{Name: EventAdded, Web: true, Data: discord.Encode(map[string]any{
		"integration_type": 0, "scopes": []string{"applications.commands", "bot"}, "user": by.User(), "guild": w.GuildView(),
	})})
	w.reoffer()
	return nil
}

// Revoke has somebody take back what they allowed the application to do for their own account, which is no server's matter.
func (w *register) Revoke(who *Account) {
	w.tell(Event{Name: EventRevoked, Web: true, Data: discord.Encode(map[string]any{"user": who.User()})})
}

// Fail has Discord lose sight of the server, or find it again, as it does when it has trouble itself: the bot is told, and stays in it.
func (w *register) Fail(lost bool) {
	bot := w.people[w.Bot]
	if w.Removed {
		return
	}
	w.Lost = lost
	w.settle()
	news := Event{Name: "GUILD_CREATE", Only: bot.ID, Intent: discord.IntentGuilds, Data: w.GuildCreate(bot)}
	if lost {
		news.Name, news.Data = "GUILD_DELETE", discord.Encode(map[string]any{"id": w.Guild, "unavailable": true})
	}
	w.tell(news)
}

// reoffer has people's clients ask anew which commands there are.
func (w *register) reoffer() {
	w.Commands = w.ids.next()
	w.settle()
	for _, p := range w.Accounts() {
		if !p.Bot {
			w.tell(Event{Name: "GUILD_APPLICATION_COMMAND_INDEX_UPDATE", Only: p.ID, Data: discord.Encode(map[string]any{"guild_id": w.Guild, "version": w.Commands})})
		}
	}
}
