package wire

const ownApplication = "/applications/@me"

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
		{"GET", "/gateway", anyone, limitDefault, getGateway},
		{"GET", "/gateway/bot", botOnly, limitDefault, getGatewayBot},
		{"GET", "/users/@me", accounts, limitDefault, getSelf},
		{"GET", "/users/{user_id}", accounts, limitDefault, getUser},
		{"GET", "/users/@me/guilds", accounts, limitDefault, getSelfGuilds},
		{"POST", "/users/@me/channels", accounts, limitDefault, openDirect},
		{"GET", ownApplication, botOnly, limitDefault, getApplication},
		{"PATCH", ownApplication, botOnly, limitDefault, getApplication},
		{"GET", "/oauth2/applications/@me", botOnly, limitDefault, getApplication},
		{"GET", app, botOnly, limitDefault, getApplication},

		{"GET", guild, accounts, limitDefault, getGuild},
		{"GET", guild + "/channels", accounts, limitDefault, getGuildChannels},
		{"POST", guild + "/channels", accounts, limitDefault, createChannel},
		{"GET", guild + "/roles", accounts, limitDefault, getRoles},
		{"POST", guild + "/roles", accounts, limitDefault, addRole},
		{"PATCH", guild + "/roles/{role_id}", accounts, limitDefault, patchRole},
		{"GET", guild + "/members", botOnly, limitDefault, listMembers},
		{"GET", guild + "/members/search", accounts, limitDefault, searchMembers},
		{"GET", guild + "/members/{user_id}", accounts, limitDefault, getMember},
		{"PATCH", guild + "/members/{user_id}", accounts, limitDefault, patchMember},
		{"PATCH", guild + "/members/@me", accounts, limitDefault, patchMember},
		{"PUT", guild + "/members/@me", peopleOnly, limitNone, joinGuild},
		{"DELETE", guild + "/members/{user_id}", accounts, limitDefault, removeMember},
		{"DELETE", "/users/@me/guilds/{guild_id}", accounts, limitDefault, leaveGuild},
		{"GET", guild + "/threads/active", botOnly, limitDefault, getActiveThreads},

		{"GET", channel, accounts, limitDefault, getChannel},
		{"PATCH", channel, accounts, limitDefault, patchChannel},
		{"DELETE", channel, accounts, limitDefault, deleteChannel},
		{"PUT", channel + "/permissions/{overwrite_id}", accounts, limitDefault, putOverwrite},
		{"DELETE", channel + "/permissions/{overwrite_id}", accounts, limitDefault, dropOverwrite},
		{"POST", channel + "/typing", accounts, limitDefault, typing},
		{"POST", channel + "/threads", accounts, limitDefault, createThread},
		{"POST", messages + one + "/threads", accounts, limitDefault, createThread},
		{"PUT", channel + "/thread-members/@me", accounts, limitDefault, joinThread},
		{"DELETE", channel + "/thread-members/@me", accounts, limitDefault, leaveThread},
		{"PUT", channel + "/thread-members/{user_id}", accounts, limitDefault, joinThread},
		{"DELETE", channel + "/thread-members/{user_id}", accounts, limitDefault, leaveThread},

		{"GET", messages, accounts, limitRead, getMessages},
		{"POST", messages, accounts, limitSend, postMessage},
		{"GET", messages + "/pins", accounts, limitDefault, getPins},
		{"PUT", messages + "/pins" + one, accounts, limitDefault, putPin},
		{"DELETE", messages + "/pins" + one, accounts, limitDefault, dropPin},
		{"GET", messages + one, accounts, limitRead, getMessage},
		{"PATCH", messages + one, accounts, limitEdit, patchMessage},
		{"DELETE", messages + one, accounts, limitDelete, deleteMessage},
		{"POST", messages + "/bulk-delete", botOnly, limitDefault, bulkDelete},

		{"POST", "/interactions/{interaction_id}/{interaction_token}/callback", anyone, limitCallback, callback},
		{"POST", hook, anyone, limitWebhook, followUp},
		{"GET", hook + "/messages" + one, anyone, limitWebhook, getHooked},
		{"PATCH", hook + "/messages" + one, anyone, limitWebhook, editHooked},
		{"DELETE", hook + "/messages" + one, anyone, limitWebhook, deleteHooked},

		{"GET", app + "/emojis", botOnly, limitDefault, listEmojis},
		{"POST", app + "/emojis", botOnly, limitDefault, createEmoji},
		{"GET", app + "/emojis/{emoji_id}", botOnly, limitDefault, getEmoji},
		{"PATCH", app + "/emojis/{emoji_id}", botOnly, limitDefault, patchEmoji},
		{"DELETE", app + "/emojis/{emoji_id}", botOnly, limitDefault, deleteEmoji},

		{"GET", app + guild + "/commands/permissions", botOnly, limitDefault, commandPermissions},

		{"POST", "/interactions", peopleOnly, limitNone, act},
		{"GET", guild + "/application-command-index", peopleOnly, limitNone, commandIndex},
		{"GET", channel + "/application-command-index", peopleOnly, limitNone, commandIndex},
		{"POST", "/guilds", peopleOnly, limitNone, createGuild},
		{"POST", "/oauth2/authorize", peopleOnly, limitNone, authorize},
		{"PATCH", "/users/@me/settings", peopleOnly, limitNone, patchSettings},
	}
	for _, scope := range []string{app, app + guild} {
		list = append(list,
			route{"GET", scope + "/commands", botOnly, limitDefault, listCommands},
			route{"PUT", scope + "/commands", botOnly, limitDefault, putCommands},
			route{"POST", scope + "/commands", botOnly, limitDefault, createCommand},
			route{"GET", scope + "/commands" + cmd, botOnly, limitDefault, getCommand},
			route{"PATCH", scope + "/commands" + cmd, botOnly, limitDefault, patchCommand},
			route{"DELETE", scope + "/commands" + cmd, botOnly, limitDefault, deleteCommand},
		)
	}
	return list
}
