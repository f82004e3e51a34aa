package main

import "runtime/debug"

// release names the build where whoever makes it says so: -ldflags '-X main.release=…'.
//
//nolint:gochecknoglobals // set by the linker
var release string

// buildVersion names the build: as it was told, else by the module's version with the
// commit that it was made from; empty where neither is known.
func buildVersion() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "(devel)" {
		return ""
	}
	return info.Main.Version
}
