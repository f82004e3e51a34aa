package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"eliasnaur.com/font/roboto/robotobold"
	"golang.org/x/image/font/sfnt"
)

// A paper is one text and whose it is.
type paper struct {
	text  string
	words string
	of    []string // "name: file"
}

// A book collects papers; the same text is there once.
type book []paper

// number of a text, from 1; it is added where it is new.
func (b *book) number(text, of string) int {
	w := words(text)
	at := slices.IndexFunc(*b, func(p paper) bool { return p.words == w })
	if at < 0 {
		at = len(*b)
		*b = append(*b, paper{text: text, words: w})
	}
	if p := &(*b)[at]; !slices.Contains(p.of, of) {
		p.of = append(p.of, of)
	}
	return at + 1
}

// rule parts the text.
const rule = "--------------------------------------------------------------------------------"

// compose writes the whole text: the bot's own licence, the components, then the texts by number.
func compose(licence string, all []component) (string, error) {
	var out strings.Builder
	fmt.Fprintf(&out, `Notices of what the Boathouse bot contains

%s

%s

The bot contains the works below, on at least one of its platforms. Each entry names the licences
of a work and the numbers of their texts. The texts follow the entries.
`, strings.TrimSpace(licence), rule)
	var texts book
	for _, c := range all {
		entry, err := c.entry(&texts)
		if err != nil {
			return "", fmt.Errorf("%s: %w", c.name, err)
		}
		out.WriteString("\n" + entry)
	}
	for i, p := range texts {
		fmt.Fprintf(&out, "\n%s\nText %d, of\n", rule, i+1)
		for _, of := range p.of {
			fmt.Fprintf(&out, "    %s\n", of)
		}
		fmt.Fprintf(&out, "%s\n\n%s\n", rule, p.text)
	}
	return out.String(), nil
}

// entry is what is said of a component; its texts go to the book.
func (c component) entry(texts *book) (string, error) {
	var out, list strings.Builder
	var kinds []string
	own := "" // the words of its papers
	add := func(title, text string) {
		fmt.Fprintf(&list, "    %s: text %d\n", title, texts.number(text, c.name+": "+title))
		own += " " + words(text)
	}
	papers, err := c.papers()
	if err != nil {
		return "", err
	}
	data, err := c.data()
	if err != nil {
		return "", err
	}
	for _, d := range data {
		if d.paper != "" && !slices.Contains(papers, d.paper) {
			papers = append(papers, d.paper)
		}
	}
	for _, name := range papers {
		text, err := os.ReadFile(filepath.Join(c.dir, filepath.FromSlash(name)))
		if err != nil {
			return "", err
		}
		add(name, tidy(strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")))
		if base := strings.ToUpper(path.Base(name)); strings.HasPrefix(base, "NOTICE") || strings.HasPrefix(base, "PATENTS") {
			continue
		}
		is := kindsOf(string(text))
		if len(is) == 0 {
			return "", fmt.Errorf("%s is a licence that isn't known", name)
		}
		kinds = append(kinds, is...)
	}
	if len(kinds) == 0 {
		return "", fmt.Errorf("no licence in %s", c.dir)
	}
	if err := c.sources(own, add); err != nil {
		return "", err
	}
	slices.Sort(kinds)
	kinds = slices.Compact(kinds)
	fmt.Fprintf(&out, "%s\n    licence: %s\n    source: %s\n", strings.TrimSpace(c.name+" "+c.version), strings.Join(kinds, ", "), c.source())
	if slices.Contains(kinds, "MPL-2.0") {
		out.WriteString("    The bot contains its files unchanged; that address has their source under the MPL-2.0.\n")
	}
	for _, d := range data {
		fmt.Fprintf(&out, "    with %s\n", d.says)
	}
	return out.String() + list.String(), nil
}

// sources adds the notices that stand in source files alone; own is what the papers say.
func (c component) sources(own string, add func(title, text string)) error {
	m := marks()
	in, order := map[string][]string{}, []string{} // files by the notice
	for _, file := range c.files {
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		found, err := m.inside(string(source))
		name, _ := filepath.Rel(c.dir, file)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, text := range found {
			w := words(text)
			if strings.Contains(own, w) {
				continue
			}
			same := slices.IndexFunc(order, func(other string) bool { return words(other) == w })
			if same < 0 {
				same, order = len(order), append(order, text)
			}
			first := order[same]
			if name := filepath.ToSlash(name); !slices.Contains(in[first], name) {
				in[first] = append(in[first], name)
			}
		}
	}
	for _, text := range order {
		title := in[text][0]
		if more := len(in[text]) - 1; more > 0 {
			title += fmt.Sprintf(" and %d more", more)
		}
		add(title, text)
	}
	return nil
}

// kindsOf names the licences in a text as SPDX does.
func kindsOf(text string) []string {
	text = words(text)
	var is []string
	for _, k := range []struct{ name, says string }{
		{"Apache-2.0", "apache license version 2 0"},
		{"BSD-3-Clause", "used to endorse or promote products"},
		{"ISC", "permission to use copy modify and distribute this software for any purpose"},
		{"ISC", "permission to use copy modify and or distribute this software for any purpose"},
		{"MIT", "permission is hereby granted free of charge to any person obtaining a copy"},
		{"MPL-2.0", "mozilla public license version 2 0"},
		{"public domain", "dedicated to the public domain"},
	} {
		if strings.Contains(text, k.says) {
			is = append(is, k.name)
		}
	}
	if strings.Contains(text, "redistribution and use in source") && !slices.Contains(is, "BSD-3-Clause") {
		is = append(is, "BSD-2-Clause")
	}
	return is
}

// source is where the component comes from: at GitHub its very version, else what its name leads to.
func (c component) source() string {
	if c.name == goName {
		return "https://go.dev"
	}
	parts := strings.Split(c.name, "/")
	if parts[0] != "github.com" {
		return "https://" + c.name
	}
	version := strings.TrimSuffix(c.version, "+incompatible")
	if commit := regexp.MustCompile(`-\d{14}-([0-9a-f]{12})$`).FindStringSubmatch(version); commit != nil {
		version = commit[1]
	}
	return "https://" + path.Join(append(parts[:3:3], "tree", version)...)
}

// A datum is embedded data that has rights of its own.
type datum struct {
	says  string
	paper string // its licence, below the component's folder
}

// data are those of a component, by the packages that embed them.
func (c component) data() (all []datum, err error) {
	for _, p := range c.packages {
		switch {
		case p == "time/tzdata":
			all = append(all, datum{says: "the time zones of IANA's tz database, which is in the public domain"})
		case p == "eliasnaur.com/font/roboto/robotobold":
			holder, err := holderOf(robotobold.TTF)
			if err != nil {
				return nil, err
			}
			all = append(all, datum{says: "the font Roboto Bold, Apache-2.0: " + holder, paper: "roboto/ttfs/LICENSE"})
		case strings.HasPrefix(p, "eliasnaur.com/font/"):
			return nil, fmt.Errorf("nothing is known of the font %s", p)
		}
	}
	return all, nil
}

// holderOf reads the copyright line of a font.
func holderOf(ttf []byte) (string, error) {
	font, err := sfnt.Parse(ttf)
	if err != nil {
		return "", err
	}
	return font.Name(nil, sfnt.NameIDCopyright)
}
