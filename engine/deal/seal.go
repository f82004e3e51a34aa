package deal

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// sealBytes is how much of a commitment its seal line shows: finding two deals with one line
// takes about 2^96 trials.
const sealBytes = 24

// SealLine returns what the channel shows of a commitment: its first 24 bytes as base64url, 32
// characters. It is empty where the commitment isn't 64 hexadecimal digits.
func SealLine(commitment string) string {
	sum, err := hex.DecodeString(commitment)
	if err != nil || len(sum) < sealBytes {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(sum[:sealBytes])
}

// ShowsSeal says whether a text is a commitment or its seal line, as people copy them: with spaces
// and Discord's signs of code around, and with the backslashes that it wants before underscores.
func ShowsSeal(text, commitment string) bool {
	text = strings.ReplaceAll(strings.Trim(text, "` \t\r\n"), `\_`, "_")
	return text != "" && (text == commitment || text == SealLine(commitment))
}
