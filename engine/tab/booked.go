package tab

// A Booked line is a line with what is known of it beside the sums.
type Booked struct {
	Line
	At   int64  // when it was stored, unix ms
	Note string // of what it comes from; empty without one, or where it was erased
}
