package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/joho/godotenv"
)

const dotenvFile = ".env"

// dotenv adds what a .env file of the working directory says, if there is one, where env says
// nothing. An error never quotes the file, which may hold the token.
func dotenv(env environment) (environment, error) {
	data, err := os.ReadFile(dotenvFile)
	if errors.Is(err, fs.ErrNotExist) {
		return env, nil
	}
	if disk := (*fs.PathError)(nil); errors.As(err, &disk) {
		return nil, &coded{exitConfig, fmt.Errorf("%s can't be read: %w", dotenvFile, disk)}
	}
	file, err := parseDotenv(data)
	if err != nil {
		return nil, &coded{exitConfig, fmt.Errorf("%s can't be read: %w", dotenvFile, err)}
	}
	return env.over(file), nil
}

// parseDotenv reads lines of NAME=value, each by itself. What godotenv would make something else of
// than is written is a fault: it puts variables in for $, cuts values at " #" and takes backslashes
// out of double quotes.
func parseDotenv(data []byte) (environment, error) {
	text, err := dotenvText(data)
	if err != nil {
		return nil, err
	}
	env, lines := make(environment), make(map[string]int)
	var faults []error
	for i, line := range strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, value, why := dotenvLine(line)
		if first, again := lines[name]; again && why == "" {
			why = fmt.Sprintf("it sets again what line %d set", first)
		}
		if why != "" {
			faults = append(faults, fmt.Errorf("line %d: %s", i+1, why))
			continue
		}
		env[name], lines[name] = value, i+1
	}
	return env, errors.Join(faults...)
}

// dotenvText decodes a file as editors write it. Source: Unicode, section 23.8, "byte order mark".
func dotenvText(data []byte) (string, error) {
	for mark, order := range map[string]binary.ByteOrder{"\xff\xfe": binary.LittleEndian, "\xfe\xff": binary.BigEndian} {
		if wide, is := bytes.CutPrefix(data, []byte(mark)); is {
			units := make([]uint16, len(wide)/2)
			for i := range units {
				units[i] = order.Uint16(wide[2*i:])
			}
			data = []byte(string(utf16.Decode(units)))
		}
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if !utf8.Valid(data) || bytes.ContainsAny(data, "\x00\ufffd") {
		return "", errors.New("it isn't a text in UTF-8: save it anew in that encoding")
	}
	return string(data), nil
}

// dotenvLine reads a line that isn't empty or a comment, or says what is wrong with it.
func dotenvLine(line string) (name, value, why string) {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz0123456789."
	name, written, is := strings.Cut(line, "=")
	name = strings.TrimSpace(strings.TrimPrefix(name, "export ")) // as a shell has it
	if !is || name == "" || strings.Trim(name, letters) != "" {
		return "", "", "it isn't NAME=value, as in .env.example"
	}
	written = strings.TrimSpace(written)
	comment := strings.HasPrefix(written, "#")
	if n := len(written); n > 1 && strings.Contains(`"'`, written[:1]) && written[n-1] == written[0] {
		written = written[1 : n-1]
	}
	read, err := godotenv.UnmarshalBytes([]byte(line))
	if err != nil || len(read) != 1 || read[name] != written || comment {
		return "", "", "something in the value or behind it would be read as something else: put the value in single quotes, and a comment on a line of its own"
	}
	return name, written, ""
}
