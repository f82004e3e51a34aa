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
	hosts := []string{hostOf(config.Host, config.Port)}
	for _, other := range config.Fallbacks {
		if host := hostOf(other.Host, other.Port); !slices.Contains(hosts, host) { // each is there with TLS and without
			hosts = append(hosts, host)
		}
	}
	if strings.HasPrefix(config.Host, "/") { // the folder of a socket
		at.RawQuery = "host=" + config.Host
	} else {
		at.Host = strings.Join(hosts, ",")
	}
	if strings.Contains(config.Database+strings.Join(hosts, ""), "@") {
		return "", false
	}
	return at.String(), true
}

func hostOf(host string, port uint16) string {
	return net.JoinHostPort(host, strconv.Itoa(int(port)))
}
