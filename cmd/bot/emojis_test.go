package main

import (
	"bytes"
	"image/png"
	"regexp"
	"testing"

	"github.com/boathouse-rum/boathouse/render/picture"
)

// TestTheEmojisAreWhatDiscordTakes: 53 and 52 of them, each with a name of its own that reads well, 128 pixels
// square, and far below 256 KiB; and another start makes the same of them.
func TestTheEmojisAreWhatDiscordTakes(t *testing.T) {
	name := regexp.MustCompile(`^(card_back|([2-9]|10|ace|jack|queen|king)_of_(clubs|diamonds|hearts|spades)(_bold)?)$`)
	seen, looks := make(map[string]bool), make(map[string]string)
	again := emojiSets(picture.New())
	sets := emojiSets(picture.New())
	for i, set := range sets {
		if want := 53 - i; len(set.Pictures) != want {
			t.Errorf("%s has %d pictures, want %d", set.Name, len(set.Pictures), want)
		}
		for j, p := range set.Pictures {
			if !name.MatchString(p.Name) || len(p.Name) > 32 || seen[p.Name] {
				t.Errorf("the name %q", p.Name)
			}
			seen[p.Name] = true
			config, err := png.DecodeConfig(bytes.NewReader(p.PNG))
			if err != nil || config.Width != 128 || config.Height != 128 || len(p.PNG) > 16<<10 {
				t.Errorf("%s: %d by %d, %d bytes, %v", p.Name, config.Width, config.Height, len(p.PNG), err)
			}
			if !bytes.Equal(p.PNG, again[i].Pictures[j].PNG) {
				t.Errorf("%s is drawn otherwise the second time: it would be uploaded at every start", p.Name)
			}
			if other := looks[string(p.PNG)]; other != "" {
				t.Errorf("%s looks like %s", p.Name, other)
			}
			looks[string(p.PNG)] = p.Name
		}
	}
}
