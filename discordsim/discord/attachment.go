package discord

// Attachment is a file of a message.
type Attachment struct {
	ID          ID     `json:"id"`
	Name        string `json:"filename"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"` // alt text
	ContentType string `json:"content_type,omitempty"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
}
