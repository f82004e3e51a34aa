package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// picture is a line about the picture of a message that somebody sees.
func (g *game) picture(ctx context.Context, words []word) error {
	rest, ok := is(words, "for")
	if !ok || len(rest) < 4 {
		return errors.New(`say "picture for Ada … as old", or "… is old"`)
	}
	name, texts := rest[0].text, rest[1:len(rest)-2]
	how, which := rest[len(rest)-2].text, rest[len(rest)-1].text
	p, err := g.person(name)
	if err != nil {
		return err
	}
	want, told := g.sentences(name, texts), g.sentences(name, rest[len(rest)-1:])
	var seen drawing
	_, err = g.find(ctx, p, func(m discord.Message) bool {
		if !holds(m, want) {
			return false
		}
		seen = pictureOf(m)
		switch {
		case how == "as":
			return seen.id != 0
		case how == "tells":
			return !slices.ContainsFunc(told, func(s string) bool { return !strings.Contains(seen.alt, s) })
		case how == "resembles":
			return seen.file == g.drawn[which].file
		case how == "differs":
			return seen.id != 0 && seen.file != g.drawn[which].file
		case which == "missing":
			return seen.id == 0
		case which == "told", which == "untold":
			return seen.id != 0 && (seen.alt != "") == (which == "told")
		case which == "new":
			return seen.id != 0 && !slices.Contains(g.pictures(), seen.id)
		}
		return seen.id == g.drawn[which].id
	})
	switch {
	case err != nil:
		return fmt.Errorf("%w; the picture seen last is %+v, those named %v", err, seen, g.drawn)
	case how == "as":
		g.drawn[which] = seen
	case !slices.Contains([]string{"is", "resembles", "differs", "tells"}, how):
		return fmt.Errorf("a picture is nothing that %q says", how)
	}
	return nil
}

func (g *game) pictures() (all []discord.ID) {
	for _, one := range g.drawn {
		all = append(all, one.id)
	}
	return all
}

// A drawing is a picture that a message has: its id, its file's name, which is another for each
// content, and what is said of it.
type drawing struct {
	id        discord.ID
	file, alt string
}

// pictureOf is what a message shows first; none: it has no picture.
func pictureOf(m discord.Message) drawing {
	for part := range discord.EveryPart(m.Components) {
		if len(part.Items) == 0 {
			continue
		}
		item := part.Items[0]
		one := drawing{id: item.Media.ID, file: path.Base(item.Media.URL)}
		if item.Description != nil {
			one.alt = *item.Description
		}
		return one
	}
	return drawing{}
}

// brought is "brought 1": how many pictures Discord took from the bot since "mark". What a message shows can be seen
// a moment before the log has how it came.
func (g *game) brought(ctx context.Context, want string) error {
	if err := g.settled(ctx); err != nil {
		return err
	}
	n, err := strconv.Atoi(want)
	if err != nil {
		return err
	}
	all := g.uploads()
	for end := time.Now().Add(5 * time.Second); len(all) < n && time.Now().Before(end); all = g.uploads() {
		time.Sleep(20 * time.Millisecond)
	}
	if len(all) != n {
		return fmt.Errorf("the bot brought %d pictures:\n%s", len(all), strings.Join(all, "\n"))
	}
	return nil
}

// uploads lists the pictures that Discord took from the bot since "mark".
func (g *game) uploads() (all []string) {
	for _, e := range g.sim.Wire().SentByBot() {
		var form struct {
			Files []struct {
				Name string `json:"name"`
			} `json:"files"`
		}
		if e.N > g.marked && e.Kind == "rest" && json.Unmarshal(e.Body, &form) == nil {
			for _, f := range form.Files {
				all = append(all, e.Method+" "+e.Path+" "+f.Name)
			}
		}
	}
	return all
}
