package picture

import "strconv"

// number is a count.
func number(n int) string { return strconv.Itoa(n) }

// signed is pips with their sign.
func signed(n int) string {
	switch {
	case n > 0:
		return "+" + number(n)
	case n < 0:
		return "−" + number(-n)
	default:
		return "±0"
	}
}
