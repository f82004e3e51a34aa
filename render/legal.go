package render

import (
	"strings"

	"github.com/boathouse-rum/boathouse/render/lang"
)

// A LegalModel is what a privacy notice tells.
type LegalModel struct {
	Operator string // who runs the bot; empty: nobody says so
	Contact  string // whom to ask; empty: nobody
	Holds    []Hold
}

// A Hold is one kind of what is stored, and where.
type Hold struct {
	Kind    string // as lang.LegalOf takes it
	Columns []string
}

// Legal writes the draft of a privacy notice, in markdown.
func Legal(l lang.Lang, m LegalModel) string {
	line := func(key lang.Key) string { return sentence{key: key}.say(l) }
	named := func(key lang.Key, value, setting string) string {
		s := sentence{key: key, word: literal(value)}
		if value == "" {
			s.word = sentence{key: lang.LegalMissing, word: code(setting)}
		}
		return s.say(l)
	}
	parts := []string{
		"# " + line(lang.LegalTitle), "> " + line(lang.LegalDraft),
		"## " + line(lang.LegalWho), named(lang.LegalOperator, m.Operator, "BOATHOUSE_OPERATOR"), named(lang.LegalContact, m.Contact, "BOATHOUSE_CONTACT"),
		"## " + line(lang.LegalWhat),
	}
	for _, h := range m.Holds {
		var columns list
		for _, c := range h.Columns {
			columns = append(columns, code(c))
		}
		parts = append(parts, line(lang.LegalOf(h.Kind)), sentence{key: lang.LegalColumns, list: columns}.say(l))
	}
	parts = append(parts,
		"## "+line(lang.LegalWhere), line(lang.LegalFile), line(lang.LegalLogs), line(lang.LegalCopies),
		"## "+line(lang.LegalRights), line(lang.LegalCan), line(lang.LegalBasis), line(lang.ExportPips),
	)
	return strings.Join(parts, "\n\n") + "\n"
}
