package discord

import (
	"fmt"
	"strconv"
	"time"
)

// epoch is the first millisecond of Discord's ids, in unix milliseconds.
const epoch = 1420070400000

// ID is a snowflake: milliseconds since Discord's epoch in the upper 42 bits, a counter below.
// In JSON it is a string of decimal digits. Zero means none.
type ID uint64

// String gives the decimal digits.
func (id ID) String() string { return strconv.FormatUint(uint64(id), 10) }

// Time is the moment at which the id was made, to the millisecond.
func (id ID) Time() time.Time { return time.UnixMilli(int64(id>>22) + epoch) }

// IDAt is the first id of a moment.
func IDAt(t time.Time) ID { return ID(t.UnixMilli()-epoch) << 22 }

// MarshalText writes the digits; it serves JSON values and JSON keys.
func (id ID) MarshalText() ([]byte, error) { return strconv.AppendUint(nil, uint64(id), 10), nil }

// UnmarshalText reads what MarshalText wrote.
func (id *ID) UnmarshalText(text []byte) error {
	got, ok := ParseID(string(text))
	if !ok {
		return fmt.Errorf("discordsim: %q is not a snowflake", text)
	}
	*id = got
	return nil
}

// ParseID reads decimal digits without sign or leading zero; false means that the text is no snowflake.
func ParseID(text string) (ID, bool) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || (len(text) > 1 && text[0] == '0') || text[0] == '+' {
		return 0, false
	}
	return ID(n), true
}
