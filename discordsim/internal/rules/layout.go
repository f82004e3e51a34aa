package rules

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// The limits of a message's or modal's components.
const (
	maxComponents  = 40   // nested ones counted
	maxText        = 4000 // code points of all text displays together
	maxRows        = 5    // of a message without Components V2, and parts of a modal
	MaxOptions     = 25
	maxBoxes       = 10 // options of a radio or checkbox group
	maxOptionText  = 100
	MaxCustomID    = 100
	maxButtonLabel = 80
	maxPlaceholder = 150
	maxGallery     = 10
)

// OwnEmoji finds one of the application's own emojis; nil knows none.
type OwnEmoji func(discord.ID) (discord.Emoji, bool)

// layout reads the components of one message or modal and keeps count over all of them. A picture keeps the address that
// the request gave it: whoever has the files gives it another.
type layout struct {
	emojis    OwnEmoji
	files     []MessageFile // that attachment:// may name
	modal     bool
	count     int
	text      int
	customIDs map[string]bool
	ids       map[int]bool
}

// readComponents reads a message's components.
func readComponents(f Form, files []MessageFile, emojis OwnEmoji, v2 bool) []discord.Component {
	l := layout{emojis: emojis, files: files, customIDs: map[string]bool{}, ids: map[int]bool{}}
	kinds, most := []int64{discord.TypeActionRow}, maxRows
	if v2 {
		kinds = []int64{discord.TypeActionRow, discord.TypeSection, discord.TypeTextDisplay, discord.TypeGallery, discord.TypeFile, discord.TypeSeparator, discord.TypeContainer}
		most = maxComponents
	}
	list := l.list(f, "components", 0, most, kinds...)
	l.totals(f)
	l.number(list)
	return list
}

func (l *layout) totals(f Form) {
	if l.count > maxComponents {
		f.Complain("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The total number of components cannot exceed %d.", maxComponents)
	}
	if l.text > maxText {
		f.Complain("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "The total displayable text size in a message cannot exceed %d.", maxText)
	}
}

// number gives each component without an id of its own the next free one.
func (l *layout) number(list []discord.Component) {
	next := 0
	var walk func(c *discord.Component)
	walk = func(c *discord.Component) {
		if c.ID == 0 {
			for next++; l.ids[next]; next++ {
				continue
			}
			c.ID = next
		}
		for i := range c.Components {
			walk(&c.Components[i])
		}
		for _, one := range []*discord.Component{c.Accessory, c.Component} {
			if one != nil {
				walk(one)
			}
		}
	}
	for i := range list {
		walk(&list[i])
	}
}

func (l *layout) list(f Form, key string, low, high int, kinds ...int64) []discord.Component {
	forms := f.Forms(key, low, high)
	out := make([]discord.Component, 0, len(forms))
	for _, part := range forms {
		out = append(out, l.component(part, kinds...))
	}
	return out
}

// component reads one that must be of one of some types.
func (l *layout) component(f Form, kinds ...int64) discord.Component {
	l.count++
	if !f.Need("type") {
		return discord.Component{}
	}
	kind, ok := wholeOf(f.fields["type"])
	if !ok || !slices.Contains(kinds, kind) {
		f.Complain("type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of %s.", listed(kinds))
		return discord.Component{}
	}
	c := discord.Component{Type: int(kind)}
	if id, ok := f.Whole("id", 0, 1<<31-1); ok && id != 0 {
		c.ID = int(id)
		if l.ids[c.ID] {
			f.Complain("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
		}
		l.ids[c.ID] = true
	}
	l.fill(f, &c)
	return c
}

// fill reads what a component of its type has.
func (l *layout) fill(f Form, c *discord.Component) {
	switch c.Type {
	case discord.TypeActionRow:
		l.row(f, c)
	case discord.TypeButton:
		l.button(f, c)
	case discord.TypeStringSelect, discord.TypeUserSelect, discord.TypeRoleSelect, discord.TypeMentionableSelect, discord.TypeChannelSelect:
		l.choose(f, c)
	case discord.TypeTextInput:
		l.input(f, c)
	case discord.TypeSection:
		l.section(f, c)
	case discord.TypeTextDisplay:
		c.Content = f.NeedText("content", 1, maxText)
		l.text += utf8.RuneCountInString(c.Content)
	case discord.TypeThumbnail:
		c.Description, c.Spoiler = readAlt(f), readSpoiler(f)
		media := l.media(f, "media")
		c.Media = &media
	case discord.TypeGallery:
		l.gallery(f, c)
	case discord.TypeFile:
		l.file(f, c)
	case discord.TypeSeparator:
		l.separator(f, c)
	case discord.TypeContainer:
		l.container(f, c)
	case discord.TypeLabel:
		l.label(f, c)
	case discord.TypeRadioGroup, discord.TypeCheckboxGroup:
		l.group(f, c)
	case discord.TypeCheckbox:
		c.CustomID = l.customID(f)
		c.Checked, _ = f.Flag("default")
	}
}

func (l *layout) section(f Form, c *discord.Component) {
	c.Components = l.list(f, "components", 1, 3, discord.TypeTextDisplay)
	if !f.Need("accessory") {
		return
	}
	if a, ok := f.Object("accessory"); ok {
		accessory := l.component(a, discord.TypeButton, discord.TypeThumbnail)
		c.Accessory = &accessory
	}
}

func (l *layout) separator(f Form, c *discord.Component) {
	divider, given := f.Flag("divider")
	divider = divider || !given
	c.Divider, c.Spacing = &divider, 1
	if spacing, ok := f.Choice("spacing", 1, 2); ok {
		c.Spacing = spacing
	}
}

func (l *layout) container(f Form, c *discord.Component) {
	c.Components = l.list(f, "components", 1, maxComponents, discord.TypeActionRow, discord.TypeSection, discord.TypeTextDisplay, discord.TypeGallery, discord.TypeFile, discord.TypeSeparator)
	c.Spoiler = readSpoiler(f)
	if colour, ok := f.Whole("accent_color", 0, 0xffffff); ok {
		n := int(colour)
		c.AccentColor = &n
	}
}

func (l *layout) row(f Form, c *discord.Component) {
	if !f.Need("components") {
		return
	}
	if l.modal {
		c.Components = l.list(f, "components", 1, 1, discord.TypeTextInput)
		return
	}
	c.Components = l.list(f, "components", 1, 5, discord.TypeButton, discord.TypeStringSelect, discord.TypeUserSelect, discord.TypeRoleSelect, discord.TypeMentionableSelect, discord.TypeChannelSelect)
	for i, part := range c.Components {
		if part.IsSelect() && len(c.Components) > 1 {
			f.Under("components").Complain(strconv.Itoa(i), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
		}
	}
}

func (l *layout) button(f Form, c *discord.Component) {
	if !f.Need("style") {
		return
	}
	style, ok := f.Choice("style", 1, 2, 3, 4, discord.ButtonLink, discord.ButtonPremium)
	if !ok {
		return
	}
	c.Style = style
	c.Label = f.Text("label", 0, maxButtonLabel)
	c.Disabled, _ = f.Flag("disabled")
	c.Emoji = l.emoji(f)
	switch style {
	case discord.ButtonLink:
		if f.Has("custom_id") {
			f.Complain("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		if f.Need("url") {
			c.URL = address(f, "url", 512, "http", "https", "discord")
		}
	case discord.ButtonPremium:
		if f.Need("sku_id") {
			c.SKU, _ = f.ID("sku_id")
		}
		refuseFields(f, "custom_id", "url", "label", "emoji")
	default:
		if f.Has("url") {
			f.Complain("url", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		refuseFields(f, "sku_id")
		c.CustomID = l.customID(f)
	}
	if style != discord.ButtonPremium && c.Label == "" && c.Emoji == nil {
		f.Complain("", "BUTTON_COMPONENT_REQUIRES_LABEL_OR_EMOJI", "A button must have a label or an emoji")
	}
}

// refuseFields complains about what a button of this style cannot have.
func refuseFields(f Form, keys ...string) {
	for _, key := range keys {
		if f.Has(key) {
			f.Complain(key, "BUTTON_COMPONENT_FIELD_NOT_ALLOWED", "A button of this style cannot have the field %q", key)
		}
	}
}

// label reads a modal's part that names and holds one field.
func (l *layout) label(f Form, c *discord.Component) {
	c.Label = f.NeedText("label", 1, maxModalTitle)
	if f.Has("description") {
		help := f.Text("description", 1, maxLabelHelp)
		c.Description = &help
	}
	if !f.Need("component") {
		return
	}
	if part, ok := f.Object("component"); ok {
		if part.Has("label") {
			part.Complain("label", "TEXT_INPUT_LABEL_IN_LABEL", "A text input in a label cannot have a label of its own")
		}
		field := l.component(part, discord.TypeTextInput, discord.TypeStringSelect, discord.TypeUserSelect, discord.TypeRoleSelect, discord.TypeMentionableSelect,
			discord.TypeChannelSelect, discord.TypeRadioGroup, discord.TypeCheckboxGroup, discord.TypeCheckbox)
		c.Component = &field
	}
}
