package discordsim_test

import (
	"testing"

	"github.com/bwmarrin/discordgo"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
)

// TestBotAnswersEveryKindOfInteraction plays the whole of a bot's life with discordgo: commands registered, a slash
// command, a completion, a button that updates, a button that opens a modal, its submit, a deferred answer, an edit and
// a follow-up.
func TestBotAnswersEveryKindOfInteraction(t *testing.T) {
	s := start(t, discordsim.Options{})
	h := s.Handshake()
	d := bot(t, s, answerAll(t))
	command := &discordgo.ApplicationCommand{Name: "rum", Description: "A table", Options: []*discordgo.ApplicationCommandOption{{
		Type: discordgo.ApplicationCommandOptionSubCommand, Name: "new", Description: "Open one", Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionString, Name: "rules", Description: "Which", Autocomplete: true},
		},
	}}}
	if _, err := d.ApplicationCommandBulkOverwrite(h.Application.String(), "", []*discordgo.ApplicationCommand{command}); err != nil {
		t.Fatal(err)
	}
	ada, ben := s.Person("Ada"), s.Person("Ben")
	ctx := soon(t)

	choices, err := ada.Complete(ctx, h.Channel, "rum new", map[string]any{"rules": "br"}, "rules")
	if err != nil || len(choices) != 1 || choices[0].Name != "brisk" {
		t.Fatalf("choices %v, %v", choices, err)
	}
	out, err := ada.Slash(ctx, h.Channel, "rum new", map[string]any{"rules": "brisk"})
	if err != nil || out.Failed {
		t.Fatalf("slash: %+v, %v", out, err)
	}
	lobby := last(t, ada, h.Channel)
	if lobby.Content != "rules: brisk" || lobby.Author.ID != h.Application {
		t.Fatalf("lobby %+v", lobby)
	}
	if err := ben.Wait(ctx, func(all []discord.Message) bool { return len(all) == 1 }); err != nil {
		t.Fatal(err)
	}
	if out, err = ben.Click(ctx, lobby.ID, "Join"); err != nil || out.Failed {
		t.Fatalf("click: %+v, %v", out, err)
	}
	if got := last(t, ben, h.Channel); got.Content != "joined: ben" || got.Edited == nil {
		t.Fatalf("after the click %+v", got)
	}
	if out, err = ben.Click(ctx, lobby.ID, "Ask"); err != nil || out.Modal == nil {
		t.Fatalf("modal: %+v, %v", out, err)
	}
	if out, err = ben.Submit(ctx, *out.Modal, map[string]any{"word": "oar"}); err != nil || out.Failed {
		t.Fatalf("submit: %+v, %v", out, err)
	}
	wanted := func(all []discord.Message) bool {
		return len(all) == 3 && all[1].Content == "you said oar" && all[2].Content == "and more"
	}
	if err := ben.Wait(ctx, wanted); err != nil {
		t.Fatalf("%v: sees %+v", err, ben.Sees(h.Channel))
	}
	if got := last(t, ben, h.Channel); !got.Ephemeral() {
		t.Fatalf("the follow-up is public: %+v", got)
	}
	if got := ada.Sees(h.Channel); len(got) != 1 {
		t.Fatalf("Ada sees Ben's private messages: %+v", got)
	}
}

func last(tb testing.TB, p *people.Person, channel discord.ID) discord.Message {
	tb.Helper()
	list := p.Sees(channel)
	if len(list) == 0 {
		tb.Fatal("nothing to see")
	}
	return list[len(list)-1]
}

func answerAll(t *testing.T) func(*discordgo.Session, *discordgo.InteractionCreate) {
	button := func(label string) discordgo.MessageComponent {
		return discordgo.Button{Label: label, Style: discordgo.PrimaryButton, CustomID: "do-" + label}
	}
	row := []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{button("Join"), button("Ask")}}}
	respond := func(d *discordgo.Session, i *discordgo.InteractionCreate, kind discordgo.InteractionResponseType, data *discordgo.InteractionResponseData) {
		if err := d.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: kind, Data: data}); err != nil {
			t.Error(err)
		}
	}
	return func(d *discordgo.Session, i *discordgo.InteractionCreate) {
		switch i.Type {
		case discordgo.InteractionApplicationCommandAutocomplete:
			respond(d, i, discordgo.InteractionApplicationCommandAutocompleteResult, &discordgo.InteractionResponseData{
				Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "brisk", Value: "brisk"}},
			})
		case discordgo.InteractionApplicationCommand:
			rules := i.ApplicationCommandData().Options[0].Options[0].StringValue()
			respond(d, i, discordgo.InteractionResponseChannelMessageWithSource, &discordgo.InteractionResponseData{
				Content: "rules: " + rules, Components: row,
			})
		case discordgo.InteractionMessageComponent:
			if i.MessageComponentData().CustomID == "do-Join" {
				respond(d, i, discordgo.InteractionResponseUpdateMessage, &discordgo.InteractionResponseData{
					Content: "joined: " + i.Member.User.Username, Components: row,
				})
				return
			}
			respond(d, i, discordgo.InteractionResponseModal, &discordgo.InteractionResponseData{
				CustomID: "modal", Title: "Say a word", Components: []discordgo.MessageComponent{discordgo.ActionsRow{
					Components: []discordgo.MessageComponent{discordgo.TextInput{CustomID: "word", Label: "Word", Style: discordgo.TextInputShort, Required: true}},
				}},
			})
		case discordgo.InteractionModalSubmit:
			word := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow).Components[0].(*discordgo.TextInput).Value
			respond(d, i, discordgo.InteractionResponseDeferredChannelMessageWithSource, &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral})
			content := "you said " + word
			if _, err := d.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{Content: &content}); err != nil {
				t.Error(err)
			}
			if _, err := d.FollowupMessageCreate(i.Interaction, true, &discordgo.WebhookParams{Content: "and more", Flags: discordgo.MessageFlagsEphemeral}); err != nil {
				t.Error(err)
			}
		case discordgo.InteractionPing:
			t.Error("a ping over the gateway")
		}
	}
}
