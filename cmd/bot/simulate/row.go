package simulate

import (
	"fmt"
	"strings"
)

// Row is the summary as a row of a Markdown table about the first of the levels:
// the command that makes it, share of decided hands, pips a hand, rummies among
// its hands won, blocked hands, hands in which something lay on the table before
// the last turn, turns a hand, deals.
func (s Summary) Row(command string) string {
	t := s.Levels[0]
	if len(s.Levels) == 1 {
		t.Share, t.PerHand = nil, nil // whoever plays against themselves comes out even
	}
	cells := []string{
		"`" + command + "`", t.Share.text("%.1f %%", 100), t.PerHand.text("%+.1f", 1),
		percent(t.Rummies, t.Won), s.Share.text("%.1f %%", 100), s.Laid.text("%.1f %%", 100), s.Turns.text("%.1f", 1), fmt.Sprint(s.Deals),
	}
	return "| " + strings.Join(cells, " | ") + " |"
}

// text writes a figure times a factor, and its interval: "61.2 % (60.0 % to 62.4 %)".
func (m *Measure) text(format string, factor float64) string {
	if m == nil {
		return "–"
	}
	out := fmt.Sprintf(format, m.Value*factor)
	if m.Interval != nil {
		out += fmt.Sprintf(" ("+format+" to "+format+")", m.Interval[0]*factor, m.Interval[1]*factor)
	}
	return out
}

func percent(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}
