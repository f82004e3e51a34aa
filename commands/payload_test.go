package commands_test

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/render"
)

// TestAPictureGoesWithItsMessage posts a gallery of one picture, which a person then sees with its alt text.
func TestAPictureGoesWithItsMessage(t *testing.T) {
	p := open(t, setup{schema: true})
	var drawn bytes.Buffer
	p.must(png.Encode(&drawn, image.NewGray(image.Rect(0, 0, 11, 7))))
	file := render.File{Name: "table.png", Type: "image/png", Alt: "two melds", Data: drawn.Bytes()}
	m := render.Line("A picture")
	m = m.Edit()
	m.Components, m.Files = append(m.Components, render.Show(file)), []render.File{file}
	got[*rest.Message](t)(p.client.CreateMessage(p.ctx, p.channel.String(), "one", commands.Payload(m)))

	ada := p.guest("Ada")
	shown := ada.publicly("A picture")
	item := shown.Components[1].Items[0]
	content, err := ada.Fetch(p.ctx, item.Media.URL)
	if err != nil || !bytes.Equal(content, file.Data) || item.Description == nil || *item.Description != file.Alt {
		t.Errorf("%+v, %d bytes, %v", item, len(content), err)
	}
}
