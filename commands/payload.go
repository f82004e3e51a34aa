package commands

import (
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/render"
)

// inPlace is a message that takes the place of a call, whose words go.
type inPlace struct {
	render.Message
	Content *string `json:"content"` // null
}

// payload is what is sent of a message: its words, and its files beside them.
func payload(m render.Message) rest.Payload { return rest.Payload{Body: m, Files: uploads(m)} }

// payload is what is sent of a first answer.
func (c callback) payload() rest.Payload {
	m, _ := c.Data.(render.Message)
	return rest.Payload{Body: c, Files: uploads(m)}
}

func uploads(m render.Message) []rest.File {
	var files []rest.File
	for _, f := range m.Files {
		files = append(files, rest.File{Name: f.Name, Description: f.Alt, ContentType: f.Type, Data: f.Data})
	}
	return files
}
