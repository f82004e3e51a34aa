package lang

import "strconv"

// Number writes a whole number that isn't negative. From five digits on its thousands are
// grouped as the language does.
func (l Lang) Number(n int64) string { return l.grouped(strconv.FormatInt(n, 10)) }

// grouped groups the thousands of a number of five digits or more.
func (l Lang) grouped(digits string) string {
	if len(digits) < 5 {
		return digits
	}
	return l.thousands(digits)
}

func (l Lang) thousands(digits string) string {
	if len(digits) <= 3 {
		return digits
	}
	last := len(digits) - 3
	return l.Say(NumberThousands, Word(l.thousands(digits[:last])), Other(digits[last:]))
}
