package render

import "github.com/boathouse-rum/boathouse/render/lang"

// A MoreModel is the menu behind More, for one reader.
type MoreModel struct {
	Table    string
	Version  int64
	Seated   bool // has a seat, or will have one with the next hand
	Host     bool // may do what the host may
	Closed   bool
	GoAway   bool // may have a computer play in their place
	TakeBack bool // may ask to take something back
}

// More draws the menu.
func More(c Codec, l lang.Lang, m MoreModel, serial uint32) Message {
	p := pen{codec: c, table: m.Table, version: m.Version, serial: serial}
	first := []Button{
		p.button(StyleSecondary, l.Say(lang.ButtonProof), VerbProof, ""),
		p.button(StyleSecondary, l.Say(lang.ButtonRules), VerbRules, ""),
		p.button(StyleSecondary, l.Say(lang.ButtonTab), VerbTab, ""),
		p.button(StyleSecondary, l.Say(lang.ButtonHelp), VerbHelp, ""),
	}
	var second []Button
	if !m.Closed {
		second = append(second, p.button(StyleSecondary, l.Say(lang.ButtonSettings), VerbSettings, ""))
		if m.Seated {
			second = append(second, p.button(StyleSecondary, l.Say(lang.ButtonLeave), VerbLeave, ""))
		} else {
			second = append(second, p.button(StyleSecondary, l.Say(lang.ButtonJoin), VerbJoin, ""))
		}
		if m.GoAway {
			second = append(second, p.button(StyleSecondary, l.Say(lang.ButtonAway), VerbAway, ""))
		}
		if m.TakeBack {
			second = append(second, p.button(StyleSecondary, l.Say(lang.ButtonTakeback), VerbTakeback, ""))
		}
		if m.Host {
			second = append(second, p.button(StyleDanger, l.Say(lang.ButtonClose), VerbClose, ""))
		}
	}
	return private(text("### "+l.Say(lang.MoreTitle)+"\n"+l.Say(lang.MoreText)), row(first...), row(second...))
}
