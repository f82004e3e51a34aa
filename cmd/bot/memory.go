package main

import (
	"io/fs"
	"log/slog"
	"math"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
)

// keepMemory has the runtime collect garbage more often as the bot nears a limit: mib of
// BOATHOUSE_MEMORY, or else nine tenths of the control group's, which kills what goes beyond it. What
// GOMEMLIMIT says (own) stays, unless BOATHOUSE_MEMORY is set.
func keepMemory(mib int, own string, system fs.FS, log *slog.Logger) {
	limit := int64(mib) << 20
	if limit == 0 && own == "" {
		limit = groupLimit(system) / 10 * 9
	}
	if limit > 0 {
		debug.SetMemoryLimit(limit)
		log.Info("memory is limited", "mib", limit>>20)
	}
}

// groupLimit is the lowest limit in bytes of the control groups that the process is in; 0: there is
// none. Source: the kernel's documentation, cgroup-v2, "memory.max".
func groupLimit(system fs.FS) int64 {
	text, err := fs.ReadFile(system, "proc/self/cgroup")
	if err != nil {
		return 0
	}
	least := int64(math.MaxInt64)
	for line := range strings.Lines(string(text)) {
		group, is := strings.CutPrefix(strings.TrimSpace(line), "0::/")
		for ; is; group = path.Dir(group) {
			text, err := fs.ReadFile(system, path.Join("sys/fs/cgroup", group, "memory.max"))
			if n, bad := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && bad == nil {
				least = min(least, n)
			}
			if group == "" || group == "." {
				break
			}
		}
	}
	if least == math.MaxInt64 {
		return 0
	}
	return least
}
