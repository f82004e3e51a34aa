package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/urfave/cli/v3"
)

const (
	healthWait = 4 * time.Second // less than a container waits for its check
	healthText = 4 << 10
)

// health asks the bot of this machine whether it plays, at the address of BOATHOUSE_OPS, and prints
// what it says. An error: it doesn't play, or doesn't answer.
func (p *process) health(ctx context.Context, _ *cli.Command) error {
	s, err := readSettings(p.env)
	if err != nil && s.Ops == "" {
		return err
	}
	if s.Ops == "" {
		return errors.New("BOATHOUSE_OPS is off, so the bot can't be asked")
	}
	if _, _, ok := splitAddress(s.Ops); !ok {
		return err
	}
	missing, err := askBot(ctx, s.Ops)
	switch {
	case err != nil:
		return fmt.Errorf("the bot doesn't answer at BOATHOUSE_OPS, %s: %w", s.Ops, err)
	case missing != "":
		return fmt.Errorf("not playing: %s", missing)
	}
	_, err = fmt.Fprintln(p.stdout, "ready")
	return err
}

// askBot asks the bot at an address of this machine what is missing before it can play.
func askBot(ctx context.Context, ops string) (missing string, err error) {
	host, port, err := net.SplitHostPort(ops)
	if err != nil {
		return "", err
	}
	if isEverywhere(host) {
		host = "localhost"
	}
	ctx, cancel := context.WithTimeout(ctx, healthWait)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return "", err
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // no proxy stands before the bot itself
	answer, err := client.Do(req)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, healthText))
	if err != nil || answer.StatusCode == http.StatusOK {
		return "", err
	}
	return cmp.Or(strings.TrimSpace(string(text)), answer.Status), nil
}
