package main

import (
	"cmp"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
)

// An environment has the settings by their names.
type environment map[string]string

const (
	ownPrefix     = "BOATHOUSE_"
	discordPrefix = "DISCORD_"
	proxySuffix   = "_PROXY"
)

// environmentOf reads lines as os.Environ gives them.
func environmentOf(lines []string) environment {
	env := make(environment, len(lines))
	for _, line := range lines {
		name, value, _ := strings.Cut(line, "=")
		if runtime.GOOS == "windows" { // where small letters are as good
			name = strings.ToUpper(name)
		}
		env[name] = value
	}
	return env
}

// over is the environment with the settings of a file where it has none. Names of settings in the
// file that aren't the bot's have no effect: others, such as Go's runtime, read the process's
// alone.
func (e environment) over(file environment) environment {
	all := maps.Clone(e)
	if all == nil {
		all = make(environment)
	}
	for name, value := range file {
		upper := strings.ToUpper(name)
		isProxy := strings.HasSuffix(upper, proxySuffix)
		ours := isProxy || strings.HasPrefix(upper, ownPrefix) || strings.HasPrefix(upper, discordPrefix)
		has := e[name] != "" || isProxy && cmp.Or(e[upper], e[strings.ToLower(name)]) != ""
		if ours && !has {
			all[name] = value
		}
	}
	return all
}

// strangers names the settings that would be the bot's by their names, and that it doesn't know.
func (e environment) strangers(known []string) (faults []error) {
	for _, name := range slices.Sorted(maps.Keys(e)) {
		if !strings.HasPrefix(strings.ToUpper(name), ownPrefix) || slices.Contains(known, name) || e.isKubernetes(name) {
			continue
		}
		nearest := slices.MinFunc(known, func(a, b string) int {
			return cmp.Or(cmp.Compare(distance(name, a), distance(name, b)), cmp.Compare(a, b))
		})
		faults = append(faults, fmt.Errorf("%s is no setting; the nearest is %s", name, nearest))
	}
	return faults
}

// isKubernetes says whether a name comes from a service called boathouse, or boathouse-…, in the
// same namespace. Source: Kubernetes' documentation, "Accessing the Service", environment
// variables.
func (e environment) isKubernetes(name string) bool {
	for host := range e {
		service, is := strings.CutSuffix(host, "_SERVICE_HOST")
		if is && (strings.HasPrefix(name, service+"_SERVICE_") || strings.HasPrefix(name+"_", service+"_PORT_")) {
			return true
		}
	}
	return false
}

// distance is how many letters must be put in or left out to make one name of another, in any case,
// by whatever prefix.
func distance(a, b string) int {
	a, b = stem(a), stem(b)
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			same := before
			before = row[j+1]
			row[j+1] = min(row[j], row[j+1]) + 1
			if a[i] == b[j] {
				row[j+1] = same
			}
		}
	}
	return row[len(b)]
}

func stem(name string) string {
	name = strings.ToUpper(name)
	return strings.TrimPrefix(strings.TrimPrefix(name, ownPrefix), discordPrefix)
}
