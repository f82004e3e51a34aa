package people

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// Restart has the person's client started anew, or jump to the present: it forgets the ephemeral messages that it shows. The
// bot can still change and delete them, and nobody sees it.
func (p *Person) Restart(ctx context.Context) error {
	all, _, err := p.screen.all()
	if err != nil {
		return err
	}
	lost := make(map[discord.ID]bool)
	for _, m := range all {
		lost[m.ID] = m.Ephemeral()
	}
	if err := p.ail(ctx, map[string]any{"fault": "restart"}); err != nil {
		return err
	}
	return p.Wait(ctx, func(now []discord.Message) bool {
		return !slices.ContainsFunc(now, func(m discord.Message) bool { return lost[m.ID] })
	})
}

// CacheModals has the person's client show under a custom_id, from now on, what it showed there first, as telephones do.
// What is submitted is still of the newest modal.
func (p *Person) CacheModals(ctx context.Context) error {
	return p.ail(ctx, map[string]any{"fault": "modals"})
}

// AnswerLate has the bot's answers to what the person does next come too late, so many times: their client says that it
// failed, and the bot is refused with code 10062. A modal that was sent so can be sent again.
func (p *Person) AnswerLate(ctx context.Context, times int) error {
	return p.ail(ctx, map[string]any{"fault": "late", "count": times})
}

func (p *Person) ail(ctx context.Context, how map[string]any) error {
	if err := p.screen.failure(); err != nil {
		return err
	}
	how["person"] = p.player.ID
	return p.client.do(ctx, http.MethodPost, strings.TrimSuffix(p.server.Page, "/")+"/sim/clients", how, nil)
}
