package discordsim

// routes is the table of REST. Bodies, answers and paths are as in Discord's documentation; what people's clients use
// besides stands at the end.
func routes() []route {
	const (
		channel  = "/channels/{channel_id}"
		messages = channel + "/messages"
		app      = "/applications/{application_id}"
		guild    = "/guilds/{guild_id}"
		hook     = "/webhooks/{webhook_id}/{webhook_token}"
		one      = "/{message_id}"
		cmd      = "/{command_id}"
	)
	list := []route{
		{"GET", "/gateway", anyone, limitDefault, (*Server).getGateway},
		{"GET", "/gateway/bot", botOnly, limitDefault, (*Server).getGatewayBot},
		{"GET", "/users/@me", accounts, limitDefault, (*Server).getSelf},
		{"GET", "/users/{user_id}", accounts, limitDefault, (*Server).getUser},
		{"GET", "/users/@me/guilds", accounts, limitDefault, (*Server).getSelfGuilds},
		{"POST", "/users/@me/channels", accounts, limitDefault, (*Server).openDirect},
		{"GET", "/applications/@me", botOnly, limitDefault, (*Server).getApplication},
		{"GET", "/oauth2/applications/@me", botOnly, limitDefault, (*Server).getApplication},
		{"GET", app, botOnly, limitDefault, (*Server).getApplication},

		{"GET", guild, accounts, limitDefault, (*Server).getGuild},
		{"GET", guild + "/channels", accounts, limitDefault, (*Server).getGuildChannels},
		{"GET", guild + "/roles", accounts, limitDefault, (*Server).getRoles},
		{"GET", guild + "/members/{user_id}", accounts, limitDefault, (*Server).getMember},
		{"GET", guild + "/threads/active", botOnly, limitDefault, (*Server).getActiveThreads},

		{"GET", channel, accounts, limitDefault, (*Server).getChannel},
		{"PATCH", channel, accounts, limitDefault, (*Server).patchChannel},
		{"DELETE", channel, accounts, limitDefault, (*Server).deleteChannel},
		{"POST", channel + "/typing", accounts, limitDefault, (*Server).typing},
		{"POST", channel + "/threads", accounts, limitDefault, (*Server).createThread},
		{"POST", messages + one + "/threads", accounts, limitDefault, (*Server).createThread},
		{"PUT", channel + "/thread-members/@me", accounts, limitDefault, (*Server).joinThread},
		{"DELETE", channel + "/thread-members/@me", accounts, limitDefault, (*Server).leaveThread},
		{"PUT", channel + "/thread-members/{user_id}", accounts, limitDefault, (*Server).joinThread},
		{"DELETE", channel + "/thread-members/{user_id}", accounts, limitDefault, (*Server).leaveThread},

		{"GET", messages, accounts, limitRead, (*Server).getMessages},
		{"POST", messages, accounts, limitSend, (*Server).postMessage},
		{"GET", messages + one, accounts, limitRead, (*Server).getMessage},
		{"PATCH", messages + one, accounts, limitEdit, (*Server).patchMessage},
		{"DELETE", messages + one, accounts, limitDelete, (*Server).deleteMessage},
		{"POST", messages + "/bulk-delete", botOnly, limitDefault, (*Server).bulkDelete},

		{"POST", "/interactions/{interaction_id}/{interaction_token}/callback", anyone, limitCallback, (*Server).callback},
		{"POST", hook, anyone, limitWebhook, (*Server).followUp},
		{"GET", hook + "/messages" + one, anyone, limitWebhook, (*Server).getHooked},
		{"PATCH", hook + "/messages" + one, anyone, limitWebhook, (*Server).editHooked},
		{"DELETE", hook + "/messages" + one, anyone, limitWebhook, (*Server).deleteHooked},

		{"GET", app + "/emojis", botOnly, limitDefault, (*Server).listEmojis},
		{"POST", app + "/emojis", botOnly, limitDefault, (*Server).createEmoji},
		{"GET", app + "/emojis/{emoji_id}", botOnly, limitDefault, (*Server).getEmoji},
		{"PATCH", app + "/emojis/{emoji_id}", botOnly, limitDefault, (*Server).patchEmoji},
		{"DELETE", app + "/emojis/{emoji_id}", botOnly, limitDefault, (*Server).deleteEmoji},

		{"GET", app + guild + "/commands/permissions", botOnly, limitDefault, (*Server).commandPermissions},

		{"POST", "/interactions", peopleOnly, limitNone, (*Server).act},
		{"GET", guild + "/application-command-index", peopleOnly, limitNone, (*Server).commandIndex},
		{"GET", channel + "/application-command-index", peopleOnly, limitNone, (*Server).commandIndex},
		{"PATCH", "/users/@me/settings", peopleOnly, limitNone, (*Server).patchSettings},
	}
	for _, scope := range []string{app, app + guild} {
		list = append(list,
			route{"GET", scope + "/commands", botOnly, limitDefault, (*Server).listCommands},
			route{"PUT", scope + "/commands", botOnly, limitDefault, (*Server).putCommands},
			route{"POST", scope + "/commands", botOnly, limitDefault, (*Server).createCommand},
			route{"GET", scope + "/commands" + cmd, botOnly, limitDefault, (*Server).getCommand},
			route{"PATCH", scope + "/commands" + cmd, botOnly, limitDefault, (*Server).patchCommand},
			route{"DELETE", scope + "/commands" + cmd, botOnly, limitDefault, (*Server).deleteCommand},
		)
	}
	return list
}
