package discord

// Modal is a form that the bot shows to one person.
type Modal struct {
	ID         ID          `json:"id"` // of the interaction that it answered; a submit names it
	Nonce      string      `json:"nonce,omitempty"`
	Channel    ID          `json:"channel_id"`
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// Fields lists what can be filled in, top to bottom; the label of each is in Label.
func (m Modal) Fields() []Component {
	var out []Component
	for _, part := range m.Components {
		switch {
		case part.Type == TypeLabel && part.Component != nil:
			field := *part.Component
			field.Label = part.Label
			out = append(out, field)
		case part.Type == TypeActionRow:
			out = append(out, part.Components...)
		}
	}
	return out
}
