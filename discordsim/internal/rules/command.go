package rules

import (
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// The limits of commands.
const (
	MaxName         = 32
	maxDescription  = 100
	MaxChoices      = 25
	maxChoiceText   = 100
	maxCommandText  = 8000 // code points of names, descriptions and values of a whole command
	maxStringLength = 6000
)

// Locales are the ones that Discord knows.
var Locales = []string{ //nolint:gochecknoglobals // a constant table
	"id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR",
	"ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko", "ar", "he",
}

// ReadCommand reads a command to register for an application, in one server or (0) in all; what is wrong is left in the
// form.
func ReadCommand(f Form, application, guild discord.ID) *discord.Command {
	c := &discord.Command{Application: application, Guild: guild, Type: 1, DM: true, IntegrationTypes: []int{0}}
	if kind, ok := f.Choice("type", 1, 2, 3); ok {
		c.Type = kind
	}
	inMenu := c.Type != 1
	c.Name = readName(f, inMenu)
	c.NameLocalizations = readLocalized(f, "name_localizations", func(at Form, key, text string) { checkName(at, key, text, inMenu) })
	c.Description, c.DescriptionLocalizations = readDescription(f, c.Type == 1)
	if c.Type == 1 {
		c.Options = readOptions(f, 0)
	} else if f.Has("description") && c.Description != "" {
		f.Complain("description", "APPLICATION_COMMAND_INVALID_DESCRIPTION", "Only chat commands have a description")
	}
	if n, ok := f.Whole("default_member_permissions", 0, 1<<54-1); ok {
		text := strconv.FormatUint(uint64(n), 10)
		c.MemberPermissions = &text
	}
	if dm, ok := f.Flag("dm_permission"); ok {
		c.DM = dm
	}
	c.NSFW, _ = f.Flag("nsfw")
	c.Contexts = readFew(f, "contexts", 0, 1, 2)
	if types := readFew(f, "integration_types", 0, 1); types != nil {
		c.IntegrationTypes = types
	}
	if guild != 0 {
		c.Contexts = nil // only global commands have contexts; those of others are overlooked
	}
	if size := commandSize(*c); size > maxCommandText {
		f.Complain("", "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d)", maxCommandText)
	}
	return c
}

func readFew(f Form, key string, among ...int64) []int {
	if !f.Has(key) {
		return nil
	}
	out := []int{}
	for i, v := range f.Array(key, 1, len(among)) {
		n, ok := wholeOf(v)
		if !ok || !slices.Contains(among, n) || slices.Contains(out, int(n)) {
			f.Under(key).Complain(strconv.Itoa(i), "BASE_TYPE_CHOICES", "Value must be one of %s.", listed(among))
			continue
		}
		out = append(out, int(n))
	}
	return out
}
