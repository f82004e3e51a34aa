package postgres

import "testing"

// TestWhoIsCutOffKnowsNothing sorts what a server says as it refuses, and what it or a pooler says as it goes.
func TestWhoIsCutOffKnowsNothing(t *testing.T) {
	for code, want := range map[string]bool{"57P01": true, "57P02": true, "57P03": true, "08P01": true, "08006": true, "40001": false, "23505": false, "53100": false, "": false} {
		if got := cutOff(code); got != want {
			t.Errorf("%q: %v", code, got)
		}
	}
}
