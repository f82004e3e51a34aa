package main

import (
	"testing"
	"testing/fstest"
)

// TestTheLowestLimitOfTheControlGroupsHolds reads what Linux says of them.
func TestTheLowestLimitOfTheControlGroupsHolds(t *testing.T) {
	t.Parallel()
	const of, unit = "sys/fs/cgroup/", "system.slice/boathouse.service"
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"none":           {nil, 0},
		"version 1":      {map[string]string{"proc/self/cgroup": "5:memory:/x\n"}, 0},
		"no limit":       {map[string]string{"proc/self/cgroup": "0::/\n", of + "memory.max": "max\n"}, 0},
		"of a container": {map[string]string{"proc/self/cgroup": "0::/\n", of + "memory.max": "536870912\n"}, 536870912},
		"of a unit": {map[string]string{
			"proc/self/cgroup": "0::/" + unit + "\n", of + unit + "/memory.max": "536870912\n", of + "system.slice/memory.max": "max\n",
		}, 536870912},
		"of the slice above": {map[string]string{
			"proc/self/cgroup": "0::/" + unit + "\n", of + unit + "/memory.max": "max\n", of + "system.slice/memory.max": "1000\n",
		}, 1000},
		"nonsense": {map[string]string{"proc/self/cgroup": "0::/x\n", of + "x/memory.max": "much\n"}, 0},
	} {
		system := fstest.MapFS{}
		for path, text := range c.files {
			system[path] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := groupLimit(system); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
