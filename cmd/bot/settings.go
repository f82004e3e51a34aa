package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"os"
	"strings"

	"github.com/joho/godotenv"
)

// settings are what the environment and .env say, checked.
type settings struct {
	Token string // DISCORD_TOKEN; empty when not set
	API   string // DISCORD_API, without a version and without a closing slash
	DB    string // BOATHOUSE_DB, path of the database
	Log   slog.Level
	Ops   string // BOATHOUSE_OPS, host:port; empty when off
	Guild string // BOATHOUSE_GUILD, id of the server to register commands in at once
}

// The defaults, as README and .env.example tell them.
const (
	defaultAPI = "https://discord.com/api"
	defaultDB  = "boathouse.db"
	defaultOps = "127.0.0.1:9464"
)

// dotenv reads a .env file of the working directory, if there is one, under
// the environment: what the environment sets is never overridden.
func dotenv(getenv func(string) string) (func(string) string, error) {
	file, err := godotenv.Read(".env")
	if errors.Is(err, fs.ErrNotExist) {
		return getenv, nil
	}
	if err != nil {
		return nil, &coded{exitConfig, fmt.Errorf(".env can't be read: %w", err)}
	}
	return func(name string) string {
		if v := getenv(name); v != "" {
			return v
		}
		return file[name]
	}, nil
}

// readSettings checks every setting and reports all faults at once.
func readSettings(getenv func(string) string) (settings, error) {
	get := func(name, otherwise string) string {
		if v := strings.TrimSpace(getenv(name)); v != "" {
			return v
		}
		return otherwise
	}
	var faults []error
	bad := func(name, value, want string) {
		faults = append(faults, fmt.Errorf("%s is %q: %s", name, value, want))
	}
	s := settings{
		Token: strings.TrimPrefix(get("DISCORD_TOKEN", ""), "Bot "),
		API:   strings.TrimRight(get("DISCORD_API", defaultAPI), "/"),
		DB:    get("BOATHOUSE_DB", defaultDB),
		Ops:   get("BOATHOUSE_OPS", defaultOps),
		Guild: get("BOATHOUSE_GUILD", ""),
	}
	if strings.ContainsAny(s.Token, " \t\"'") || s.Token != "" && strings.Count(s.Token, ".") != 2 {
		faults = append(faults, errors.New("DISCORD_TOKEN doesn't look like a bot token: three parts with dots between, no spaces or quotes"))
	}
	if u, err := url.Parse(s.API); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		bad("DISCORD_API", s.API, "an address such as "+defaultAPI)
	}
	if st, err := os.Stat(s.DB); err == nil && st.IsDir() {
		bad("BOATHOUSE_DB", s.DB, "a file, not a folder")
	}
	if level := get("BOATHOUSE_LOG", "info"); s.Log.UnmarshalText([]byte(level)) != nil {
		bad("BOATHOUSE_LOG", level, "one of debug, info, warn, error")
	}
	if s.Ops == "off" {
		s.Ops = ""
	} else if _, port, err := net.SplitHostPort(s.Ops); err != nil || port == "" {
		bad("BOATHOUSE_OPS", s.Ops, "host:port, or off")
	}
	if strings.Trim(s.Guild, "0123456789") != "" {
		bad("BOATHOUSE_GUILD", s.Guild, "the number of a server")
	}
	if len(faults) > 0 {
		return settings{}, &coded{exitConfig, errors.Join(faults...)}
	}
	return s, nil
}

// print writes the settings in force; a secret is only set or missing.
func (s settings) print(w io.Writer) {
	token, ops, guild := "missing", s.Ops, s.Guild
	if s.Token != "" {
		token = "set"
	}
	if ops == "" {
		ops = "off"
	}
	if guild == "" {
		guild = "every server"
	}
	_, _ = fmt.Fprintf(w, "DISCORD_TOKEN    %s\nDISCORD_API      %s\nBOATHOUSE_DB     %s\nBOATHOUSE_LOG    %s\nBOATHOUSE_OPS    %s\nBOATHOUSE_GUILD  %s\n",
		token, s.API, s.DB, strings.ToLower(s.Log.String()), ops, guild)
}

// newLog writes text to a terminal and JSON elsewhere.
func newLog(w io.Writer, level slog.Level) *slog.Logger {
	o := &slog.HandlerOptions{Level: level}
	if f, ok := w.(*os.File); ok {
		if st, err := f.Stat(); err == nil && st.Mode()&os.ModeCharDevice != 0 {
			return slog.New(slog.NewTextHandler(w, o))
		}
	}
	return slog.New(slog.NewJSONHandler(w, o))
}
