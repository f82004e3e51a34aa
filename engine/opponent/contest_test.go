package opponent

import "testing"

// contestOf counts batches with these sums of pips.
func contestOf(sums ...int) (c contest) {
	for _, sum := range sums {
		c.batches++
		c.sum += sum
		c.squares += sum * sum
	}
	return c
}

// The sums are of 25 guesses each; eight batches are the fewest. Of 250 and 350 by turns the mean is 12 pips a guess,
// with a standard error of √(50²·8/7/8)/25 = 0.8.
func TestAContestTellsWhatChanceDoesNotExplain(t *testing.T) {
	for name, c := range map[string]struct {
		contest contest
		pips    int
		known   bool
	}{
		"nothing":               {contestOf(), 0, false},
		"too few":               {contestOf(300, 300, 300, 300, 300, 300, 300), 0, false},
		"all the same":          {contestOf(300, 300, 300, 300, 300, 300, 300, 300), 12, true},
		"by turns":              {contestOf(250, 350, 250, 350, 250, 350, 250, 350), 12, true},
		"half a pip":            {contestOf(12, 13, 12, 13, 12, 13, 12, 13), 1, true},
		"under half a pip":      {contestOf(12, 12, 12, 12, 12, 12, 12, 12), 0, true},
		"chance":                {contestOf(-50, 50, -50, 50, -50, 50, -50, 52), 0, true},
		"a draw":                {contestOf(0, 0, 0, 0, 0, 0, 0, 0), 0, true},
		"too rough":             {contestOf(-900, 900, -900, 900, -900, 900, -900, 900), 0, false},
		"the other is better":   {contestOf(-250, -350, -250, -350, -250, -350, -250, -350), 0, false},
		"perhaps the other one": {contestOf(-20, 10, -20, 10, -20, 10, -20, 10), 0, true},
	} {
		if pips, known := c.contest.told(); pips != c.pips || known != c.known {
			t.Errorf("%s: %d, %t, want %d, %t", name, pips, known, c.pips, c.known)
		}
	}
}
