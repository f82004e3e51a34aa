package main

import (
	"context"
	_ "embed"
	"io"

	"github.com/urfave/cli/v3"
)

// notices are the bot's licence and those of all that its binary contains; `make notices` writes them.
//
//go:embed notices.txt
var notices string //nolint:gochecknoglobals // embedded file

// licenses prints them.
func (p *process) licenses(context.Context, *cli.Command) error {
	_, err := io.WriteString(p.stdout, notices)
	return err
}
