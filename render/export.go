package render

import (
	"bytes"
	"compress/gzip"

	"github.com/boathouse-rum/boathouse/render/lang"
)

// TabExport gives the reader their side of a tab, of so many entries, as two files.
func TabExport(l lang.Lang, entries int, csv, json []byte) Message {
	return private(
		text(paragraph(l, sentence{key: lang.ExportTab, n: entries}, sentence{key: lang.ExportFormats}, sentence{key: lang.ExportPips})),
		Give(File{Name: "boathouse-tab.csv", Type: "text/csv; charset=utf-8", Data: csv}),
		Give(File{Name: "boathouse-tab.json", Type: "application/json", Data: json}),
	)
}

// The words of the option that chooses what stands between the cells of a CSV.
const (
	SeparatorComma     = "comma"
	SeparatorSemicolon = "semicolon"
)

// NoExport says that there is nothing to export.
func NoExport(l lang.Lang) Message { return Line(l.Say(lang.ExportNone)) }

// mostPaper is how many bytes a file may have that Discord takes, with some to spare: it takes 10 MiB.
const mostPaper = 9 << 20

// Give lets a message give a file to be saved; one that is too large for Discord is compressed.
func Give(f File) Paper {
	if len(f.Data) > mostPaper {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write(f.Data) // a buffer takes all
		_ = z.Close()
		f.Name, f.Type, f.Data = f.Name+".gz", "application/gzip", b.Bytes()
	}
	return Paper{Type: typePaper, File: Link{URL: "attachment://" + f.Name}, file: f}
}
