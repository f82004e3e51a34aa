package discordsim

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The limits of a message's or modal's components.
const (
	maxComponents  = 40   // nested ones counted
	maxText        = 4000 // code points of all text displays together
	maxRows        = 5    // of a message without Components V2, and parts of a modal
	maxOptions     = 25
	maxBoxes       = 10 // options of a radio or checkbox group
	maxOptionText  = 100
	maxCustomID    = 100
	maxButtonLabel = 80
	maxPlaceholder = 150
	maxGallery     = 10
)

// OwnEmoji finds one of the application's own emojis; nil knows none.
type OwnEmoji func(ID) (Emoji, bool)

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
func readComponents(f form, files []MessageFile, emojis OwnEmoji, v2 bool) []Component {
	l := layout{emojis: emojis, files: files, customIDs: map[string]bool{}, ids: map[int]bool{}}
	kinds, most := []int64{TypeActionRow}, maxRows
	if v2 {
		kinds = []int64{TypeActionRow, TypeSection, TypeTextDisplay, TypeGallery, TypeFile, TypeSeparator, TypeContainer}
		most = maxComponents
	}
	list := l.list(f, "components", 0, most, kinds...)
	l.totals(f)
	l.number(list)
	return list
}

func (l *layout) totals(f form) {
	if l.count > maxComponents {
		f.complain("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The total number of components cannot exceed %d.", maxComponents)
	}
	if l.text > maxText {
		f.complain("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "The total displayable text size in a message cannot exceed %d.", maxText)
	}
}

// number gives each component without an id of its own the next free one.
func (l *layout) number(list []Component) {
	next := 0
	var walk func(c *Component)
	walk = func(c *Component) {
		if c.ID == 0 {
			for next++; l.ids[next]; next++ {
				continue
			}
			c.ID = next
		}
		for i := range c.Components {
			walk(&c.Components[i])
		}
		for _, one := range []*Component{c.Accessory, c.Component} {
			if one != nil {
				walk(one)
			}
		}
	}
	for i := range list {
		walk(&list[i])
	}
}

func (l *layout) list(f form, key string, low, high int, kinds ...int64) []Component {
	forms := f.forms(key, low, high)
	out := make([]Component, 0, len(forms))
	for _, part := range forms {
		out = append(out, l.component(part, kinds...))
	}
	return out
}

// component reads one that must be of one of some types.
func (l *layout) component(f form, kinds ...int64) Component {
	l.count++
	if !f.need("type") {
		return Component{}
	}
	kind, ok := wholeOf(f.fields["type"])
	if !ok || !slices.Contains(kinds, kind) {
		f.complain("type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of %s.", listed(kinds))
		return Component{}
	}
	c := Component{Type: int(kind)}
	if id, ok := f.whole("id", 0, 1<<31-1); ok && id != 0 {
		c.ID = int(id)
		if l.ids[c.ID] {
			f.complain("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
		}
		l.ids[c.ID] = true
	}
	l.fill(f, &c)
	return c
}

// fill reads what a component of its type has.
func (l *layout) fill(f form, c *Component) {
	switch c.Type {
	case TypeActionRow:
		l.row(f, c)
	case TypeButton:
		l.button(f, c)
	case TypeStringSelect, TypeUserSelect, TypeRoleSelect, TypeMentionableSelect, TypeChannelSelect:
		l.choose(f, c)
	case TypeTextInput:
		l.input(f, c)
	case TypeSection:
		l.section(f, c)
	case TypeTextDisplay:
		c.Content = f.needText("content", 1, maxText)
		l.text += utf8.RuneCountInString(c.Content)
	case TypeThumbnail:
		c.Description, c.Spoiler = readAlt(f), readSpoiler(f)
		media := l.media(f, "media")
		c.Media = &media
	case TypeGallery:
		l.gallery(f, c)
	case TypeFile:
		l.file(f, c)
	case TypeSeparator:
		l.separator(f, c)
	case TypeContainer:
		l.container(f, c)
	case TypeLabel:
		l.label(f, c)
	case TypeRadioGroup, TypeCheckboxGroup:
		l.group(f, c)
	case TypeCheckbox:
		c.CustomID = l.customID(f)
		c.Checked, _ = f.flag("default")
	}
}

func (l *layout) section(f form, c *Component) {
	c.Components = l.list(f, "components", 1, 3, TypeTextDisplay)
	if !f.need("accessory") {
		return
	}
	if a, ok := f.object("accessory"); ok {
		accessory := l.component(a, TypeButton, TypeThumbnail)
		c.Accessory = &accessory
	}
}

func (l *layout) separator(f form, c *Component) {
	divider, given := f.flag("divider")
	divider = divider || !given
	c.Divider, c.Spacing = &divider, 1
	if spacing, ok := f.choice("spacing", 1, 2); ok {
		c.Spacing = spacing
	}
}

func (l *layout) container(f form, c *Component) {
	c.Components = l.list(f, "components", 1, maxComponents, TypeActionRow, TypeSection, TypeTextDisplay, TypeGallery, TypeFile, TypeSeparator)
	c.Spoiler = readSpoiler(f)
	if colour, ok := f.whole("accent_color", 0, 0xffffff); ok {
		n := int(colour)
		c.AccentColor = &n
	}
}

func (l *layout) row(f form, c *Component) {
	if !f.need("components") {
		return
	}
	if l.modal {
		c.Components = l.list(f, "components", 1, 1, TypeTextInput)
		return
	}
	c.Components = l.list(f, "components", 1, 5, TypeButton, TypeStringSelect, TypeUserSelect, TypeRoleSelect, TypeMentionableSelect, TypeChannelSelect)
	for i, part := range c.Components {
		if part.isSelect() && len(c.Components) > 1 {
			f.under("components").complain(strconv.Itoa(i), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
		}
	}
}

// customID reads the id that comes back with a click; within one message or modal no two are the same.
func (l *layout) customID(f form) string {
	id := f.needText("custom_id", 1, maxCustomID)
	if id != "" && l.customIDs[id] {
		f.complain("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	l.customIDs[id] = true
	return id
}

func (l *layout) button(f form, c *Component) {
	if !f.need("style") {
		return
	}
	style, ok := f.choice("style", 1, 2, 3, 4, buttonLink, buttonPremium)
	if !ok {
		return
	}
	c.Style = style
	c.Label = f.text("label", 0, maxButtonLabel)
	c.Disabled, _ = f.flag("disabled")
	c.Emoji = l.emoji(f)
	switch style {
	case buttonLink:
		if f.has("custom_id") {
			f.complain("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		if f.need("url") {
			c.URL = address(f, "url", 512, "http", "https", "discord")
		}
	case buttonPremium:
		if f.need("sku_id") {
			c.SKU, _ = f.id("sku_id")
		}
		refuseFields(f, "custom_id", "url", "label", "emoji")
	default:
		if f.has("url") {
			f.complain("url", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		refuseFields(f, "sku_id")
		c.CustomID = l.customID(f)
	}
	if style != buttonPremium && c.Label == "" && c.Emoji == nil {
		f.complain("", "BUTTON_COMPONENT_REQUIRES_LABEL_OR_EMOJI", "A button must have a label or an emoji")
	}
}

// refuseFields complains about what a button of this style cannot have.
func refuseFields(f form, keys ...string) {
	for _, key := range keys {
		if f.has(key) {
			f.complain(key, "BUTTON_COMPONENT_FIELD_NOT_ALLOWED", "A button of this style cannot have the field %q", key)
		}
	}
}

// emoji reads a button's or option's emoji: one of the application's own by id, or a character that is no letter.
func (l *layout) emoji(f form) *Emoji {
	e, ok := f.object("emoji")
	if !ok {
		return nil
	}
	out := &Emoji{Name: e.text("name", 0, 32)}
	if id, ok := e.id("id"); ok {
		own, known := Emoji{}, false
		if l.emojis != nil {
			own, known = l.emojis(id)
		}
		if !known {
			e.complain("id", "COMPONENT_INVALID_EMOJI", "Invalid emoji")
			return out
		}
		return &own
	}
	if out.Name == "" || !strings.ContainsFunc(out.Name, func(r rune) bool { return r > 0xa8 }) {
		e.complain("name", "COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
	return out
}

func readAlt(f form) *string {
	if !f.has("description") {
		return nil
	}
	text := f.text("description", 1, maxAltText)
	return &text
}

func readSpoiler(f form) *bool {
	spoiler, _ := f.flag("spoiler")
	return &spoiler
}

func (l *layout) gallery(f form, c *Component) {
	if !f.need("items") {
		return
	}
	for _, item := range f.forms("items", 1, maxGallery) {
		c.Items = append(c.Items, MediaItem{Description: readAlt(item), Spoiler: *readSpoiler(item), Media: l.media(item, "media")})
	}
}

func (l *layout) file(f form, c *Component) {
	c.Spoiler = readSpoiler(f)
	media := l.media(f, "file")
	c.File = &media
	if media.URL != "" && !strings.HasPrefix(media.URL, AttachmentScheme) {
		place := form{place: &place{f.place, "file"}, errs: f.errs}
		place.complain("url", "FILE_COMPONENT_REQUIRES_ATTACHMENT", "Only attachment:// references are supported here")
	}
}

// AttachmentScheme begins the address of one of a message's own files; its name follows.
const AttachmentScheme = "attachment://"

// media reads the address of a picture.
func (l *layout) media(f form, key string) Media {
	if !f.need(key) {
		return Media{}
	}
	m, ok := f.object(key)
	if !ok || !m.need("url") {
		return Media{}
	}
	text := m.text("url", 1, 2048)
	if name, ok := strings.CutPrefix(text, AttachmentScheme); ok {
		if !slices.ContainsFunc(l.files, func(own MessageFile) bool { return own.Name == name }) {
			m.complain("url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment was not found")
			return Media{}
		}
		return Media{URL: text}
	}
	text = address(m, "url", 2048, "http", "https")
	return Media{URL: text, ProxyURL: text}
}

func address(f form, key string, longest int, schemes ...string) string {
	text := f.text(key, 1, longest)
	if text == "" {
		return ""
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		f.complain(key, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
	case !slices.Contains(schemes, u.Scheme):
		f.complain(key, "URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of ('%s').", u.Scheme, strings.Join(schemes, "', '"))
	case u.Host == "":
		f.complain(key, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
	}
	return text
}
