package commands_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// A cutPost posts a message whose id is a cut, by a post that is tried more than once.
type cutPost struct {
	*place
	post  table.Post
	sight sitting.Sight
	refs  table.Refs // before the post
}

// cuts opens a table and gives posts of its next cut: the seal of its first hand, or the message of
// the third.
func (p *place) cuts(ada *guest, kind table.PostKind) *cutPost {
	p.t.Helper()
	ada.slash("rum new", nil)
	board := ada.board()
	p.settled()
	c := &cutPost{
		place: p, post: table.Post{ID: 1 << 40, Kind: kind, Hand: 1}, sight: p.look(),
		refs: table.Refs{Table: board.ID.String()},
	}
	c.sight.Deal = sitting.DealFacts{Hand: 1, Commitment: strings.Repeat("ab", 32)}
	c.sight.Phase = sitting.Dealing
	if kind == table.PostDeal {
		c.post.Hand, c.sight.Deal.Hand, c.sight.Deal.Seal = 3, 3, board.ID.String()
	}
	return c
}

// makes makes the post and returns the message.
func (c *cutPost) makes() string {
	c.t.Helper()
	refs, err := c.board.Post(c.ctx, c.house, c.post, c.sight, c.refs)
	c.must(err)
	if c.post.Kind == table.PostDeal {
		return refs.Deal
	}
	return refs.Seal
}

// retries makes the post as after a kill, when Discord has forgotten its nonce.
func (c *cutPost) retries() string {
	c.later(10 * time.Minute)
	c.post.Tried = true
	return c.makes()
}

// again says whether a message says that it was posted again.
func (c *cutPost) again(ada *guest, message string) bool {
	key := lang.CommitmentAgain
	if c.post.Kind == table.PostDeal {
		key = lang.DealAgain
	}
	words, _, _ := strings.Cut(c.say("en-US", key, lang.Hand(c.post.Hand), lang.Word("|")), "|")
	shown := ada.sees("the cut", func(m discord.Message) bool { return m.ID.String() == message })
	return strings.Contains(shown.Text(), words)
}

func cutKinds() map[string]table.PostKind {
	return map[string]table.PostKind{"seal": table.PostCommitment, "deal": table.PostDeal}
}

// TestACutIsFoundAboveAChat has people write more than a page of messages below a cut whose post
// got no answer.
func TestACutIsFoundAboveAChat(t *testing.T) {
	for name, kind := range cutKinds() {
		t.Run(name, func(t *testing.T) {
			p := open(t, setup{})
			ada := p.guest("Ada")
			c := p.cuts(ada, kind)
			says := func(n int) {
				for i := range n {
					got[discord.Message](t)(ada.Say(p.ctx, p.channel, fmt.Sprint("wave ", i)))
				}
			}
			says(120)
			first := c.makes()
			says(120)
			if second := c.retries(); second != first {
				t.Errorf("it was posted as %s and again as %s", first, second)
			}
		})
	}
}

// TestACutThatCantBeLookedForStandsOnce takes the permission to read the channel's history, with
// which Discord lists no messages.
func TestACutThatCantBeLookedForStandsOnce(t *testing.T) {
	for name, kind := range cutKinds() {
		t.Run(name, func(t *testing.T) {
			p := open(t, setup{})
			p.may = []int{rest.CodeMissingPermissions, rest.CodeMissingAccess}
			ada := p.guest("Ada")
			c := p.cuts(ada, kind)
			p.sim.Permit(p.channel, discordsim.DefaultPermissions&^(1<<16))
			first := c.makes()
			c.post.Tried = true
			if second := c.makes(); second != first {
				t.Errorf("it was posted as %s and again as %s", first, second)
			}
		})
	}
}

// TestOnlyACutThatMayHaveStoodIsPostedAgain has the message of a cut be deleted before it is known,
// or never stand, because Discord refused it.
func TestOnlyACutThatMayHaveStoodIsPostedAgain(t *testing.T) {
	for name, kind := range cutKinds() {
		for _, refused := range []int{0, 1} {
			t.Run(fmt.Sprint(name, ", refused ", refused), func(t *testing.T) {
				p := open(t, setup{})
				ada := p.guest("Ada")
				c := p.cuts(ada, kind)
				if refused == 0 {
					first := c.makes()
					id, _ := discord.ParseID(first)
					p.must(ada.Delete(p.ctx, p.channel, id))
				}
				c.post.Tries = refused
				if again := c.again(ada, c.retries()); again != (refused == 0) {
					t.Errorf("that it was posted again is said: %v", again)
				}
			})
		}
	}
}
