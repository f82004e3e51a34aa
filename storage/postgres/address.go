package postgres

import (
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// IsAddress says whether a text is meant as an address of a PostgreSQL database.
func IsAddress(text string) bool {
	return strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
}

// Shown is what of an address anybody may see: who connects to which database, on which
// servers. False: it is no address of one, or so written that a part of its password
// stands where something else belongs.
func Shown(address string) (string, bool) {
	config, err := pgx.ParseConfig(address)
	if err != nil || !IsAddress(address) {
		return "", false
	}
	at := url.URL{Scheme: "postgres", User: url.User(config.User), Path: "/" + config.Database}
	if strings.HasPrefix(config.Host, "/") { // the folders of sockets
		at.RawQuery = "host=" + each(config, justHost)
	} else {
		at.Host = each(config, hostOf)
	}
	if strings.Contains(at.Path+at.Host+at.RawQuery, "@") {
		return "", false
	}
	return at.String(), true
}

func hostOf(host string, port uint16) string {
	return net.JoinHostPort(host, strconv.Itoa(int(port)))
}

func justHost(host string, _ uint16) string { return host }

// each lists the servers of an address, as told of each, with commas between them.
func each(config *pgx.ConnConfig, tell func(host string, port uint16) string) string {
	hosts := []string{tell(config.Host, config.Port)}
	for _, other := range config.Fallbacks {
		if host := tell(other.Host, other.Port); !slices.Contains(hosts, host) { // each is there with TLS and without
			hosts = append(hosts, host)
		}
	}
	return strings.Join(hosts, ",")
}
