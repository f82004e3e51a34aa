package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/urfave/cli/v3"
)

// legalCommand writes the draft of a privacy notice, from what is stored and who runs the bot.
func (p *process) legalCommand() *cli.Command {
	return &cli.Command{
		Name: "legal", Usage: "write a draft of a privacy notice, in six languages",
		Flags: []cli.Flag{&cli.StringFlag{Name: "language", Usage: "write it in this one alone, such as de"}},
		Action: func(_ context.Context, c *cli.Command) error {
			s, err := readSettings(p.env)
			if err != nil {
				return err
			}
			words, err := lang.Load()
			if err != nil {
				return err
			}
			tags := lang.Tags()
			if only := c.String("language"); only != "" {
				if !slices.Contains(tags, only) {
					return usagef("legal -language wants one of %v, not %q", tags, only)
				}
				tags = []string{only}
			}
			m := render.LegalModel{Operator: s.Operator, Contact: s.Contact, Holds: holdings()}
			for i, tag := range tags {
				if i > 0 {
					_, err = fmt.Fprint(p.stdout, "\n---\n\n")
				}
				if err == nil {
					_, err = fmt.Fprint(p.stdout, render.Legal(words.For(tag), m))
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// holdings are the columns of the file by the kind of what is in them.
func holdings() []render.Hold {
	var all []render.Hold
	for _, r := range stored() {
		at := slices.IndexFunc(all, func(h render.Hold) bool { return h.Kind == r.kind })
		if at < 0 {
			at, all = len(all), append(all, render.Hold{Kind: r.kind})
		}
		all[at].Columns = append(all[at].Columns, r.column)
	}
	return all
}
