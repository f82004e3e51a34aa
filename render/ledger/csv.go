package ledger

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// bom tells spreadsheets that the text is UTF-8. Without it Excel takes it for what the machine's language had
// before Unicode.
const bom = "\uFEFF"

// A Table writes rows as CSV by RFC 4180, with a byte order mark before the first: commas, lines that end in CR LF, and
// quotation marks only around what needs them. No text of it can be taken for a formula. After an error, which Err
// tells, nothing more is written.
type Table struct {
	to    io.Writer
	by    Separator
	begun bool
	err   error
}

// A Separator stands between cells.
type Separator byte

// The separators. Spreadsheets expect semicolons where people write a decimal comma.
const (
	Comma     Separator = ','
	Semicolon Separator = ';'
)

// NewTable returns a table with no rows yet.
func NewTable(to io.Writer, by Separator) *Table { return &Table{to: to, by: by} }

// A Cell is what stands in a row: a [Number] or a [Text].
type Cell interface{ cell() string }

// A Number is written as it is.
type Number string

// A Text is somebody's, or ours.
type Text string

func (n Number) cell() string { return string(n) }
func (t Text) cell() string   { return quoted(guarded(string(t))) }

// Row writes one row.
func (t *Table) Row(cells ...Cell) {
	if t.err != nil {
		return
	}
	var b strings.Builder
	if !t.begun {
		b.WriteString(bom)
	}
	for i, c := range cells {
		if i > 0 {
			b.WriteByte(byte(t.by))
		}
		b.WriteString(c.cell())
	}
	b.WriteString("\r\n")
	_, t.err = io.WriteString(t.to, b.String())
	t.begun = true
}

// Heads writes a row of names.
func (t *Table) Heads(names ...string) {
	cells := make([]Cell, len(names))
	for i, n := range names {
		cells[i] = Text(n)
	}
	t.Row(cells...)
}

// Err returns why not all was written; nil: it was.
func (t *Table) Err() error { return t.err }

// signs begin what a spreadsheet takes for a formula, in either width.
const signs = "=+-@＝＋－＠"

// guarded puts an apostrophe before a text that a spreadsheet could take for something else, a formula or a number or date that
// it would write in its own way; and before one that begins with an apostrophe, so that whoever takes one off has the
// text again.
func guarded(text string) string {
	shown := strings.TrimLeftFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) })
	first, _ := utf8.DecodeRuneInString(shown)
	isFormula := shown != "" && strings.ContainsRune(signs, first) || strings.IndexAny(text, "\t\r\n") == 0
	isNumber := unicode.IsDigit(first) && strings.Trim(shown, "0123456789eE.,:/%+- ") == ""
	if isFormula || isNumber || strings.HasPrefix(text, "'") {
		return "'" + text
	}
	return text
}

// quoted puts marks around a text that would be more than one cell, or lose its blanks, without them.
func quoted(text string) string {
	if strings.ContainsAny(text, ",;\"\r\n") || text != strings.TrimSpace(text) {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}
