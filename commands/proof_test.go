package commands_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// proved reads the deal that a message shows; without one it is zero.
func proved(t *testing.T, m discord.Message) (p deal.Proof) {
	t.Helper()
	_, line, shown := strings.Cut(m.Text(), "```json")
	if !shown {
		return p
	}
	line, _, _ = strings.Cut(line, "```")
	if err := json.Unmarshal([]byte(line), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestAProofLinksToNoChannelThatIsGone plays a hand in a thread and asks for its proof elsewhere,
// before and after the thread is known to be gone.
func TestAProofLinksToNoChannelThatIsGone(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	above := p.channel
	p.channel = got[discord.ID](t)(ada.Thread(p.ctx, p.channel, "berth"))
	p.quick()
	p.dealt(nil, ada, ben)
	ben.wins()
	ada.told(func() { ada.slash("rum close", nil) })
	p.settled()
	link := "https://discord.com/channels/" + p.here.Guild.String() + "/" + p.channel.String() + "/"
	thread := p.channel
	p.channel = above
	for _, gone := range []bool{false, true} {
		if gone {
			p.must(p.db.ChannelGone(p.ctx, sitting.Channel(thread.String())))
		}
		entry := ben.told(func() { ben.slash("tab hand", options{"id": "1"}) })
		proof := ben.told(func() { ben.press(entry, "pr 1") })
		if strings.Contains(proof.Text(), link) == gone || proved(t, proof).Table == "" {
			t.Errorf("the channel is gone: %v, and the proof says %s", gone, proof.Text())
		}
	}
}

// TestProofReachesTheTableBefore plays a hand, then asks for proofs at a rematch:
// in its lobby, in its first hand and after that.
func TestProofReachesTheTableBefore(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.quick()
	p.dealt(nil, ada, ben)
	ben.wins()
	first := p.look().ID
	ada.told(func() { ada.slash("rum close", nil) })
	p.settled()
	// A table that nobody played at is none to prove anything of.
	ada.slash("rum new", nil)
	ada.board(p.say("", lang.LobbyOpen))
	p.settled()
	ada.told(func() { ada.slash("rum close", nil) })
	p.settled()
	ben.slash("rum new", nil)
	ada.told(func() { ada.slash("rum join", nil) })
	second := p.look().ID

	mark := p.say("", lang.ProofBefore)
	asks := func(o options, want sitting.ID, over, before bool) {
		t.Helper()
		m := ben.told(func() { ben.slash("proof", o) })
		deal := proved(t, m)
		if over != (deal.Table != "") || over && deal.Table != string(want) || holds(m, []string{mark}) != before {
			t.Errorf("/proof %v tells %s, wanted table %s", o, m.Text(), want)
		}
	}
	offers := func(want ...string) []discord.Choice {
		t.Helper()
		list := got[[]discord.Choice](t)(ben.Complete(p.ctx, p.channel, "proof", nil, "hand"))
		var names []string
		for _, c := range list {
			names = append(names, c.Name)
		}
		if !slices.Equal(names, want) {
			t.Errorf("offered %q, want %q", names, want)
		}
		return list
	}
	here, there := p.say("", lang.ProofChoice, lang.Hand(1)), p.say("", lang.ProofChoiceBefore, lang.Hand(1))
	value := offers(there)[0].Value
	asks(nil, first, true, true)
	asks(options{"hand": 1}, first, true, true)
	asks(options{"hand": value}, first, true, true)

	ben.told(func() { ben.slash("rum start", nil) })
	offers(here, there)
	asks(nil, first, true, true)
	asks(options{"hand": 1}, second, false, false)
	asks(options{"hand": value}, first, true, true)

	question := ada.told(func() { ada.slash("rum close", nil) }) // she manages the server
	ada.told(func() { ada.press(question, "cs") })
	offers(here, there)
	asks(nil, second, true, false)
	asks(options{"hand": 1}, second, true, false)
	asks(options{"hand": value}, first, true, true)
	var m discord.Message
	for _, hand := range []int{99, 8191, 8192, 123456789} {
		m = ben.told(func() { ben.slash("proof", options{"hand": hand}) })
		if want := p.words.For("").Count(lang.TroubleNosuchhand, 1, lang.Hand(hand)); m.Text() != want {
			t.Errorf("of hand %d Ben is told %s", hand, m.Text())
		}
	}

	// Another channel has no such hand, whatever number is typed.
	thread := got[discord.ID](t)(ben.Thread(p.ctx, p.channel, "quiet corner"))
	other := *p
	other.channel = thread
	ben.at = &other
	ben.slash("rum new", nil)
	for _, typed := range []any{value, 99, 8192, 1 << 53} {
		m = ben.told(func() { ben.slash("proof", options{"hand": typed}) })
		if m.Text() != p.say("", lang.TroubleNodeal) {
			t.Errorf("in another channel, of hand %v, Ben is told %s", typed, m.Text())
		}
	}
}
