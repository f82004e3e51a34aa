package discord

import (
	"encoding/json"
	"iter"
)

// The types of components, by Discord's numbers.
const (
	TypeActionRow         = 1
	TypeButton            = 2
	TypeStringSelect      = 3
	TypeTextInput         = 4
	TypeUserSelect        = 5
	TypeRoleSelect        = 6
	TypeMentionableSelect = 7
	TypeChannelSelect     = 8
	TypeSection           = 9
	TypeTextDisplay       = 10
	TypeThumbnail         = 11
	TypeGallery           = 12
	TypeFile              = 13
	TypeSeparator         = 14
	TypeContainer         = 17
	TypeLabel             = 18
	TypeRadioGroup        = 21
	TypeCheckboxGroup     = 22
	TypeCheckbox          = 23
)

// The styles of buttons.
const (
	ButtonLink    = 5
	ButtonPremium = 6
)

// Component is a part of a message or of a modal. Which fields count depends on the type.
type Component struct {
	Type         int         `json:"type"`
	ID           int         `json:"id"` // counted from 1 within the message
	CustomID     string      `json:"custom_id,omitempty"`
	Style        int         `json:"style,omitempty"`
	Label        string      `json:"label,omitempty"`
	Emoji        *Emoji      `json:"emoji,omitempty"`
	URL          string      `json:"url,omitempty"`
	SKU          ID          `json:"sku_id,omitzero"`
	Disabled     bool        `json:"disabled,omitempty"`
	Placeholder  string      `json:"placeholder,omitempty"`
	Options      []Option    `json:"options,omitempty"`
	Checked      bool        `json:"default,omitempty"` // of a checkbox
	Defaults     []Default   `json:"default_values,omitempty"`
	ChannelTypes []int64     `json:"channel_types,omitempty"`
	MinValues    *int        `json:"min_values,omitempty"`
	MaxValues    *int        `json:"max_values,omitempty"`
	Required     *bool       `json:"required,omitempty"`
	MinLength    *int        `json:"min_length,omitempty"`
	MaxLength    *int        `json:"max_length,omitempty"`
	Value        *string     `json:"value,omitempty"`
	Content      string      `json:"content,omitempty"`
	Description  *string     `json:"description,omitempty"` // alt text of a thumbnail, help of a label
	Spoiler      *bool       `json:"spoiler,omitempty"`
	AccentColor  *int        `json:"accent_color,omitempty"`
	Spacing      int         `json:"spacing,omitempty"`
	Divider      *bool       `json:"divider,omitempty"`
	Media        *Media      `json:"media,omitempty"` // of a thumbnail
	File         *Media      `json:"file,omitempty"`
	FileName     *string     `json:"name,omitempty"`
	FileSize     *int        `json:"size,omitempty"`
	Items        []MediaItem `json:"items,omitempty"` // of a gallery
	Accessory    *Component  `json:"accessory,omitempty"`
	Component    *Component  `json:"component,omitempty"` // of a label
	Components   []Component `json:"components,omitempty"`
}

// Emoji is an emoji on a button or option: a character, or one of the application's by id.
type Emoji struct {
	ID       ID     `json:"id,omitzero"`
	Name     string `json:"name"`
	Animated bool   `json:"animated,omitempty"`
}

// Option is one line of a string select.
type Option struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// Default is what a select of people, roles or channels shows at first.
type Default struct {
	ID   ID     `json:"id"`
	Type string `json:"type"` // user, role or channel
}

// MediaItem is a picture of a gallery; Description is its alt text.
type MediaItem struct {
	Media       Media   `json:"media"`
	Description *string `json:"description"`
	Spoiler     bool    `json:"spoiler"`
}

// Media is a picture or file by its address.
type Media struct {
	ID          ID      `json:"id"`
	URL         string  `json:"url"`
	ProxyURL    string  `json:"proxy_url"`
	Width       *int    `json:"width"`
	Height      *int    `json:"height"`
	ContentType *string `json:"content_type"`
	Attachment  ID      `json:"attachment_id,omitzero"`
}

// MarshalJSON adds the nulls that Discord always sends.
func (c Component) MarshalJSON() ([]byte, error) {
	type plain Component
	switch c.Type {
	case TypeThumbnail:
		return json.Marshal(struct {
			plain
			Description *string `json:"description"`
		}{plain(c), c.Description})
	case TypeContainer:
		return json.Marshal(struct {
			plain
			AccentColor *int `json:"accent_color"`
		}{plain(c), c.AccentColor})
	default:
		return json.Marshal(plain(c))
	}
}

// IsSelect says whether choosing in a component sends values.
func (c Component) IsSelect() bool {
	return c.Type == TypeStringSelect || (c.Type >= TypeUserSelect && c.Type <= TypeChannelSelect)
}

// EveryComponent walks a tree, parents before children.
func EveryComponent(list []Component) iter.Seq[Component] {
	return func(yield func(Component) bool) {
		for c := range EveryPart(list) {
			if !yield(*c) {
				return
			}
		}
	}
}

// EveryPart walks a tree as EveryComponent does, with parts that may be changed.
func EveryPart(list []Component) iter.Seq[*Component] {
	return func(yield func(*Component) bool) { walkParts(list, yield) }
}

func walkParts(list []Component, yield func(*Component) bool) bool {
	for i := range list {
		c := &list[i]
		if !yield(c) || !walkParts(c.Components, yield) {
			return false
		}
		for _, one := range []*Component{c.Accessory, c.Component} {
			if one != nil && (!yield(one) || !walkParts(one.Components, yield)) {
				return false
			}
		}
	}
	return true
}

// EveryMedia walks the pictures and files of a tree, which may be changed.
func EveryMedia(list []Component) iter.Seq[*Media] {
	return func(yield func(*Media) bool) {
		for c := range EveryPart(list) {
			for _, media := range []*Media{c.Media, c.File} {
				if media != nil && !yield(media) {
					return
				}
			}
			for i := range c.Items {
				if !yield(&c.Items[i].Media) {
					return
				}
			}
		}
	}
}
