package deal_test

import (
	"testing"

	"github.com/boathouse-rum/boathouse/engine/deal"
)

// TestAProofHoldsWithTheSealLineToo verifies each vector with what the channel showed of it.
func TestAProofHoldsWithTheSealLineToo(t *testing.T) {
	for _, line := range vectors(t) {
		p := proof(t, line)
		commitment, seal := p.Commitment, deal.SealLine(p.Commitment)
		if len(seal) != 32 {
			t.Fatalf("a seal line of %d characters", len(seal))
		}
		for given, right := range map[string]bool{
			seal: true, "  " + seal + "\n": true, commitment: true, " " + commitment: true, escaped(seal): true,
			"`" + seal + "`": true,
			seal[:31]:        false, seal[1:]: false, seal + "A": false, "": false, " ": false, commitment[:48]: false,
			commitment[:63]: false, deal.SealLine(commitment[1:] + "0"): false,
		} {
			p.Commitment = given
			if err := deal.Verify(p); (err == nil) != right {
				t.Errorf("%q: %v", given, err)
			}
		}
	}
}

// escaped is a line as a client copies it that escapes every underscore.
func escaped(line string) (out string) {
	for _, r := range line {
		if r == '_' {
			out += `\`
		}
		out += string(r)
	}
	return out
}

func TestTheSealLineIsTheBeginning(t *testing.T) {
	const commitment = "fb" + "ff" + "00" + "000102030405060708090a0b0c0d0e0f1011121314" + "15161718191a1b1c"
	if got, want := deal.SealLine(commitment), "-_8AAAECAwQFBgcICQoLDA0ODxAREhMU"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	for _, bad := range []string{"", "xyz", commitment[:46]} {
		if got := deal.SealLine(bad); got != "" {
			t.Errorf("%q has the line %q", bad, got)
		}
	}
}
