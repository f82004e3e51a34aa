package main

import (
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
	host, port, ok := splitAddress(s.Ops)
	if !ok {
		return err
	}
	if isEverywhere(host) {
		host = "localhost"
	}
	address := fmt.Sprintf("http://%s/readyz", net.JoinHostPort(host, fmt.Sprint(port)))
	ctx, cancel := context.WithTimeout(ctx, healthWait)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // no proxy stands before the bot itself
	answer, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("the bot doesn't answer at BOATHOUSE_OPS, %s: %w", s.Ops, err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, healthText))
	if err != nil {
		return err
	}
	if says := strings.TrimSpace(string(text)); answer.StatusCode != http.StatusOK {
		return fmt.Errorf("not playing: %s", says)
	}
	_, err = fmt.Fprintln(p.stdout, "ready")
	return err
}
