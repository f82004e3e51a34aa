package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// LastUsed is the value of an option for which a new table goes by the one before.
const LastUsed = "last"

// A ServerModel is what the managers of a server have settled for its tables. What is
// empty goes by the table before.
type ServerModel struct {
	Rules    string            // name of a preset
	Pace     string            // name of a pace
	Lang     string            // BCP 47 tag
	Channels []sitting.Channel // where tables may stand; none: anywhere
}

// Server draws it.
func Server(l lang.Lang, m ServerModel) Message {
	begins, stands := sceneOfServer(m)
	said := []string{"### " + l.Say(lang.ServerTitle), l.Say(lang.ServerText)}
	for _, line := range begins {
		said = append(said, "- "+line.label(l))
	}
	return private(text(lines(said...)), text(stands.say(l)))
}

func sceneOfServer(m ServerModel) (begins []setting, stands sentence) {
	last := sentence{key: lang.ServerLast}
	begins = []setting{{"rules", last}, {"pace", last}, {"language", last}}
	if preset, err := engine.ParsePreset(m.Rules); err == nil && m.Rules != "" {
		begins[0].value = presetOf(preset)
	}
	if pace, ok := sitting.ParsePace(m.Pace); ok && m.Pace != "" {
		begins[1].value = paceName(pace)
	}
	if m.Lang != "" {
		begins[2].value = literal(lang.Own(m.Lang))
	}
	stands = sentence{key: lang.ServerAnywhere}
	if len(m.Channels) > 0 {
		stands = sentence{key: lang.ServerChannels, list: listOf(channels(m.Channels))}
	}
	return begins, stands
}
