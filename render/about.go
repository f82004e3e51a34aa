package render

import "github.com/boathouse-rum/boathouse/render/lang"

// An AboutModel is what there is to say of a bot.
type AboutModel struct {
	Version  string // of the build; empty: not known
	Operator string // who runs it, in their own words and markdown; empty: nobody says so
	Contact  string // whom to ask, in the operator's own words and markdown; empty: nobody
}

// About draws what the bot is and whom to ask, with the ways to begin.
func About(p Pen, m AboutModel) Message {
	l := p.Lang
	return private(text("### "+l.Say(lang.AboutTitle)), text(paragraph(l, sceneOfAbout(m)...)), p.row(newcomerButtons()))
}

func sceneOfAbout(m AboutModel) []sentence {
	said := []sentence{{key: lang.LobbyOpen}, {key: lang.AboutHelp}}
	if m.Operator != "" {
		said = append(said, sentence{key: lang.AboutOperator, word: literal(m.Operator)})
	}
	if m.Contact != "" {
		said = append(said, sentence{key: lang.AboutContact, word: literal(m.Contact)})
	}
	if m.Version != "" {
		said = append(said, sentence{key: lang.AboutVersion, word: literal(m.Version)})
	}
	return said
}
