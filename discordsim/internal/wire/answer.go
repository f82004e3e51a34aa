package wire

import (
	"net/http"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
)

// answer is a success: nil body with 204.
type answer struct {
	status int
	body   []byte
}

var noContent = answer{status: http.StatusNoContent} //nolint:gochecknoglobals // a constant

func ok(v any) answer { return raw(discord.Encode(v)) }

// raw is a success whose JSON is there already.
func raw(body []byte) answer { return answer{http.StatusOK, body} }

// okUnless is a success, unless it was refused.
func okUnless(v any, r *rules.Refusal) (answer, *rules.Refusal) {
	if r != nil {
		return answer{}, r
	}
	return ok(v), nil
}

// message is a success that tells a message, unless it was refused.
func message(m *world.Message, r *rules.Refusal) (answer, *rules.Refusal) {
	if r != nil {
		return answer{}, r
	}
	return raw(m.JSON()), nil
}
