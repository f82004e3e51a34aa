package table_test

import (
	"runtime/debug"
	"slices"
	"testing"
)

// underRace gives how many runs of so many a test does: few of them under the race detector, which slows each down five
// times and has nothing to find in a run that it didn't find in the one before. `make tests` does all.
func underRace(t testing.TB, all, few int) int {
	t.Helper()
	info, _ := debug.ReadBuildInfo()
	if info == nil || !slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		return all
	}
	t.Logf("%d of %d runs, since the race detector finds no more in them: make tests does all", few, all)
	return few
}
