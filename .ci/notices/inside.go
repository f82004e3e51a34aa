package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Lines of a notice that stands in a source file, without comment signs.
type sourceMarks struct{ begin, holder, rule, end *regexp.Regexp }

func marks() sourceMarks {
	return sourceMarks{
		begin:  regexp.MustCompile(`(?i)permission is hereby granted, free|permission to use, copy|redistribution and use in source|may be used freely but`),
		holder: regexp.MustCompile(`(?i)copyright|©`),
		rule:   regexp.MustCompile(`^[=\-*]{4,}$|^package `),
		end:    regexp.MustCompile(`SUCH DAMAGE\.|^DAMAGE\.$|^SOFTWARE\.$|TH(?:E|IS) SOFTWARE\.|notice\s*is preserved\.|^is preserved\.|^guarantee\.`),
	}
}

// How far from its first words a notice's holder may stand, and its end, in lines.
const (
	holderWithin = 20
	endWithin    = 60
)

// inside finds the notices that stand in the text of a source file, each from the line that
// names its holder to its last words.
func (m sourceMarks) inside(source string) ([]string, error) {
	if !m.begin.MatchString(source) {
		return nil, nil
	}
	var lines []string
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		for _, sign := range []string{"//", "/*", "*/", "#", "* ", "*"} {
			if rest, ok := strings.CutPrefix(line, sign); ok && !m.rule.MatchString(line) {
				line = strings.TrimRight(rest, " \t")
				break
			}
		}
		lines = append(lines, line)
	}
	var notices []string
	after := 0
	for i := 0; i < len(lines); i++ {
		if !m.begin.MatchString(lines[i]) {
			continue
		}
		from := i
		for j := i - 1; j >= max(after, i-holderWithin) && !m.rule.MatchString(strings.TrimSpace(lines[j])); j-- {
			if m.holder.MatchString(lines[j]) {
				from = j
			}
		}
		to := i
		for to < len(lines) && !m.end.MatchString(strings.TrimSpace(lines[to])) {
			if to++; to > i+endWithin {
				return nil, fmt.Errorf("line %d begins a notice whose end isn't known", i+1)
			}
		}
		notices = append(notices, tidy(lines[from:min(to+1, len(lines))]))
		i, after = to, to+1
	}
	return notices, nil
}

// tidy joins lines without the indent that all have and without empty ones at either end.
func tidy(lines []string) string {
	indent := -1
	for _, line := range lines {
		if text := strings.TrimLeft(line, " \t"); text != "" && (indent < 0 || len(line)-len(text) < indent) {
			indent = len(line) - len(text)
		}
	}
	lines = slices.Clone(lines)
	for i, line := range lines {
		lines[i] = strings.TrimRight(line[min(max(indent, 0), len(line)):], " \t\r")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// words are the words of a text alone, to compare texts that are set differently.
func words(text string) string {
	return strings.Join(regexp.MustCompile(`[\pL\pN]+`).FindAllString(strings.ToLower(text), -1), " ")
}
