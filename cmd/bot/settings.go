package main

import (
	"cmp"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/table"
)

// settings are what the environment and .env say, checked.
type settings struct {
	Token string // DISCORD_TOKEN; empty when not set
	API   string // DISCORD_API, without a version and without a closing slash
	DB    place  // BOATHOUSE_DB, where everything is kept
	Log   slog.Level
	Ops   string // BOATHOUSE_OPS, host:port; empty when off
	Guild string // BOATHOUSE_GUILD, id of the server to register commands in at once
	// BOATHOUSE_INTERACTIONS, host:port where Discord's requests come in; empty: they come over the gateway.
	Interactions string
	PublicKey    ed25519.PublicKey // DISCORD_PUBLIC_KEY, by which those are verified
	// BOATHOUSE_WORKER, host:port where the other workers on the same database reach this one's Interactions; empty: it is alone.
	Worker string
	// BOATHOUSE_OPERATOR, who runs the bot, in a line that /about shows; empty when nobody is named.
	Operator string
	// BOATHOUSE_CONTACT, whom players ask, in a line that /about shows; empty when nobody is named.
	Contact string

	Pictures bool // BOATHOUSE_PICTURES

	Playouts int     // BOATHOUSE_PLAYOUTS, hands that hard plays out in thought for a move
	Pace     int     // BOATHOUSE_PACE, what one person may do in a second; 0: any number
	Rate     int     // BOATHOUSE_RATE, requests with the bot's token that go to Discord in a second
	Proxy    proxies // HTTPS_PROXY, HTTP_PROXY and NO_PROXY, or in small letters
	Memory   int     // BOATHOUSE_MEMORY, in MiB; 0: the control group's
	// BOATHOUSE_MAX_TABLES_PERSON and BOATHOUSE_MAX_TABLES_SERVER, open tables; 0: any number.
	Tables table.Limits
}

// The defaults, as docs/OPERATE.md and .env.example tell them.
const (
	defaultAPI = "https://discord.com/api"
	defaultDB  = "boathouse.db"
	defaultOps = "127.0.0.1:9464"

	defaultPace          = 4
	defaultTablesPerson  = 3
	defaultTablesServer  = 25
	mostPace, mostTables = 1000, 100_000
	mostMemory           = 1 << 20 // MiB
	mostRate             = 10_000  // Discord lets few bots do more than rest.DefaultRate
)

// mostContact is how many characters a contact may have, an address and a few words.
const mostContact = 200

// mostPlayouts is far more than a computer has time for.
const mostPlayouts = 1_000_000

// readSettings checks every setting and reports all faults at once. With an
// error, what it returns is unchecked.
func readSettings(env environment) (settings, error) {
	known := stagedSettings()
	get := func(name, otherwise string) string {
		known = append(known, name)
		return cmp.Or(strings.TrimSpace(env[name]), otherwise)
	}
	var faults []error
	bad := func(name, value, want string) {
		faults = append(faults, fmt.Errorf("%s is %q: %s", name, value, want))
	}
	s := settings{
		Token: strings.TrimPrefix(get("DISCORD_TOKEN", ""), "Bot "),
		API:   strings.TrimRight(get("DISCORD_API", defaultAPI), "/"),
		Ops:   get("BOATHOUSE_OPS", defaultOps),
		Guild: get("BOATHOUSE_GUILD", ""),

		Interactions: get("BOATHOUSE_INTERACTIONS", ""), Worker: get("BOATHOUSE_WORKER", ""),

		Operator: get("BOATHOUSE_OPERATOR", ""), Contact: get("BOATHOUSE_CONTACT", ""),
	}
	if strings.ContainsAny(s.Token, " \t\"'") || s.Token != "" && strings.Count(s.Token, ".") != 2 {
		faults = append(faults, errors.New("DISCORD_TOKEN doesn't look like a bot token: three parts with dots between, no spaces or quotes"))
	}
	if !isAPI(s.API) { // it isn't told, since it may have a password
		faults = append(faults, errors.New("DISCORD_API isn't an address such as "+defaultAPI+": no version, no password, no query"))
	}
	var err error
	if s.DB, err = placeOf(get("BOATHOUSE_DB", defaultDB)); err != nil {
		faults = append(faults, err)
	}
	if level := get("BOATHOUSE_LOG", "info"); strings.ContainsAny(level, "+-") || s.Log.UnmarshalText([]byte(level)) != nil {
		bad("BOATHOUSE_LOG", level, "one of debug, info, warn, error")
	}
	if s.Ops == "off" {
		s.Ops = ""
	} else if _, _, ok := splitAddress(s.Ops); !ok {
		bad("BOATHOUSE_OPS", s.Ops, "host:port, or off")
	}
	if _, _, ok := splitAddress(s.Interactions); s.Interactions != "" && !ok {
		bad("BOATHOUSE_INTERACTIONS", s.Interactions, "host:port")
	}
	if overlap(s.Ops, s.Interactions) {
		faults = append(faults, fmt.Errorf("BOATHOUSE_OPS is %q and BOATHOUSE_INTERACTIONS %q: each wants an address of its own", s.Ops, s.Interactions))
	}
	switch key := get("DISCORD_PUBLIC_KEY", ""); {
	case key != "" && s.Interactions == "":
		faults = append(faults, errors.New("DISCORD_PUBLIC_KEY is set without BOATHOUSE_INTERACTIONS, the host:port where what it verifies would come in"))
	case key == "" && s.Interactions != "":
		faults = append(faults, errors.New("BOATHOUSE_INTERACTIONS is set without DISCORD_PUBLIC_KEY: copy the public key from the General Information page of the developer portal"))
	case key != "":
		if s.PublicKey, err = hex.DecodeString(key); err != nil || len(s.PublicKey) != ed25519.PublicKeySize { // it isn't told: a token may have been pasted
			faults = append(faults, errors.New("DISCORD_PUBLIC_KEY isn't a public key: 64 hexadecimal digits, as on the General Information page of the developer portal"))
		}
	}
	faults = append(faults, s.alone()...)
	whole := func(name string, otherwise, least, most int, of string) int {
		text := get(name, strconv.Itoa(otherwise))
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most || strings.Trim(text, "0123456789") != "" {
			bad(name, text, fmt.Sprintf("a whole number%s from %d to %d", of, least, most))
		}
		return n
	}
	s.Playouts = whole("BOATHOUSE_PLAYOUTS", opponent.DefaultPlayouts, 1, mostPlayouts, "")
	s.Pace = whole("BOATHOUSE_PACE", defaultPace, 0, mostPace, "")
	s.Rate = whole("BOATHOUSE_RATE", rest.DefaultRate, 1, mostRate, "")
	s.Memory = whole("BOATHOUSE_MEMORY", 0, 0, mostMemory, " of MiB")
	s.Tables.Person = whole("BOATHOUSE_MAX_TABLES_PERSON", defaultTablesPerson, 0, mostTables, "")
	s.Tables.Server = whole("BOATHOUSE_MAX_TABLES_SERVER", defaultTablesServer, 0, mostTables, "")
	if strings.Trim(s.Guild, "0123456789") != "" || s.Guild != "" && strings.Trim(s.Guild, "0") == "" {
		bad("BOATHOUSE_GUILD", s.Guild, "the number of a server")
	}
	switch pictures := get("BOATHOUSE_PICTURES", "on"); pictures {
	case "on":
		s.Pictures = true
	case "off":
	default:
		bad("BOATHOUSE_PICTURES", pictures, "on or off")
	}
	for _, named := range []fact{{"BOATHOUSE_OPERATOR", s.Operator}, {"BOATHOUSE_CONTACT", s.Contact}} {
		if !isLine(named.value) {
			bad(named.name, named.value, fmt.Sprintf("one line of at most %d characters", mostContact))
		}
	}
	if s.Proxy, err = proxyOf(env); err != nil {
		faults = append(faults, err)
	}
	faults = append(faults, env.strangers(known)...)
	if len(faults) > 0 {
		return s, &coded{exitConfig, errors.Join(faults...)}
	}
	return s, nil
}

// alone tells why a bot that is to be one of several workers can't be.
func (s settings) alone() (faults []error) {
	if s.Worker == "" {
		return nil
	}
	if !isReached(s.Worker) {
		faults = append(faults, fmt.Errorf("BOATHOUSE_WORKER is %q: host:port, by which the other workers reach this one", s.Worker))
	}
	if s.Interactions == "" {
		faults = append(faults, errors.New("BOATHOUSE_WORKER is set without BOATHOUSE_INTERACTIONS: over the gateway one bot hears everything; without BOATHOUSE_WORKER a second one on the same database stands by"))
	}
	if _, is := s.DB.(file); is {
		faults = append(faults, errors.New("BOATHOUSE_WORKER is set, and BOATHOUSE_DB is a file: several workers want one PostgreSQL database"))
	}
	return faults
}

// isReached says whether an address can be one by which others reach a process: a host, not all of them, and a port.
func isReached(address string) bool {
	host, _, ok := splitAddress(address)
	return ok && !isEverywhere(host) && !strings.ContainsAny(host, "/@ ")
}

// splitAddress gives the host and the port of an address; false: there is no such port.
func splitAddress(address string) (host string, port uint64, ok bool) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, false
	}
	port, err = strconv.ParseUint(text, 10, 16)
	return host, port, err == nil && port > 0
}

// isEverywhere says whether a host is all addresses of the machine.
func isEverywhere(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "" || err == nil && ip.IsUnspecified()
}

// overlap says whether nobody can listen at both of two addresses.
func overlap(one, other string) bool {
	host, port, ok := splitAddress(one)
	its, same, has := splitAddress(other)
	return ok && has && port == same && (host == its || isEverywhere(host) || isEverywhere(its))
}

// isLine says whether a text can be shown as a line.
func isLine(text string) bool {
	return utf8.ValidString(text) && utf8.RuneCountInString(text) <= mostContact && !strings.ContainsFunc(text, unicode.IsControl)
}

// isAPI says whether requests can be made below an address.
func isAPI(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	versioned, _ := path.Match("v[0-9]*", path.Base(u.Path)) // the pattern is a good one
	return u.Host != "" && (u.Scheme == "https" || u.Scheme == "http") &&
		u.User == nil && u.RawQuery == "" && u.Fragment == "" && !versioned &&
		(u.Host != "discord.com" || u.Path == "/api")
}

// A fact is a setting in force as people see it.
type fact struct{ name, value string }

// facts are the settings in force; a secret is only set or missing.
func (s settings) facts() []fact {
	pictures := "off"
	if s.Pictures {
		pictures = "on"
	}
	token, ops, guild, contact := "missing", s.Ops, s.Guild, cmp.Or(s.Contact, "nobody")
	if s.Token != "" {
		token = "set"
	}
	if ops == "" {
		ops = "off"
	}
	if guild == "" {
		guild = "every server"
	}
	memory := "the system's limit"
	if s.Memory > 0 {
		memory = strconv.Itoa(s.Memory) + " MiB"
	}
	key := "not needed"
	if s.PublicKey != nil {
		key = hex.EncodeToString(s.PublicKey)
	}
	return []fact{
		{"DISCORD_TOKEN", token}, {"DISCORD_API", s.API}, {"BOATHOUSE_DB", s.DB.String()},
		{"BOATHOUSE_LOG", strings.ToLower(s.Log.String())}, {"BOATHOUSE_OPS", ops}, {"BOATHOUSE_GUILD", guild}, {"BOATHOUSE_OPERATOR", cmp.Or(s.Operator, "nobody")}, {"BOATHOUSE_CONTACT", contact},
		{"BOATHOUSE_INTERACTIONS", cmp.Or(s.Interactions, "the gateway")}, {"DISCORD_PUBLIC_KEY", key}, {"BOATHOUSE_WORKER", cmp.Or(s.Worker, "alone")},
		{"BOATHOUSE_PICTURES", pictures},
		{"BOATHOUSE_PLAYOUTS", strconv.Itoa(s.Playouts)}, {"BOATHOUSE_PACE", strconv.Itoa(s.Pace)}, {"BOATHOUSE_RATE", strconv.Itoa(s.Rate)},
		{"BOATHOUSE_MEMORY", memory}, {"HTTPS_PROXY", s.Proxy.shown(s.API)},
		{"BOATHOUSE_MAX_TABLES_PERSON", strconv.Itoa(s.Tables.Person)}, {"BOATHOUSE_MAX_TABLES_SERVER", strconv.Itoa(s.Tables.Server)},
	}
}

// print writes the settings in force, a line each.
func (s settings) print(w io.Writer) {
	for _, f := range s.facts() {
		_, _ = fmt.Fprintf(w, "%-27s %s\n", f.name, f.value)
	}
}
