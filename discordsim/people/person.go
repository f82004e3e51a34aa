package people

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// Person acts as one of the people. It is safe for concurrent use.
type Person struct {
	player  discord.Player
	server  discord.Handshake
	client  *client
	screen  *screen
	line    *line // nil when the connection never came about
	session string
}

// errHungUp is why a client that was closed does nothing more.
var errHungUp = errors.New("discordsim: the person has hung up")

// Meet connects to a simulator at the address of its page as the person of that name.
func Meet(ctx context.Context, page, name string) (*Person, error) {
	p := &Person{client: newClient(), screen: newScreen()}
	if err := p.client.do(ctx, http.MethodGet, strings.TrimSuffix(page, "/")+"/sim", nil, &p.server); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(p.server.People, func(one discord.Player) bool { return one.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("discordsim: nobody here is called %q", name)
	}
	p.player = p.server.People[i]
	p.client.token = p.player.Token
	p.screen.own = p.player.ID
	if err := p.connect(ctx); err != nil {
		return nil, errors.Join(err, p.hangUp())
	}
	return p, nil
}

// Absent is a person whose connection never came about: all that it does fails with err.
func Absent(err error) *Person {
	p := &Person{client: newClient(), screen: newScreen()}
	p.screen.fail(err)
	return p
}

// connect opens the person's gateway session and reads what is already in the channels.
func (p *Person) connect(ctx context.Context) error {
	line, interval, err := dial(ctx, p.server.Gateway)
	if err != nil {
		return err
	}
	p.line = line
	if err := line.send(discord.OpIdentify, map[string]any{"token": p.player.Token, "properties": map[string]string{"browser": "discordsim"}}); err != nil {
		return err
	}
	var ready struct {
		Data readyView `json:"d"`
		N    int64     `json:"s"`
	}
	if err := line.receive(ctx, &ready); err != nil {
		return err
	}
	p.session = ready.Data.Session
	if err := p.screen.take(ready.N, "READY", nil); err != nil {
		return err
	}
	line.beat(interval)
	if err := p.history(ctx, ready.Data.rooms()); err != nil {
		return err
	}
	go p.listen()
	return nil
}

// readyView is what a person's client reads of READY.
type readyView struct {
	Session string            `json:"session_id"`
	Direct  []discord.Channel `json:"private_channels"`
	Guilds  []struct {
		Channels []discord.Channel `json:"channels"`
		Threads  []discord.Channel `json:"threads"`
	} `json:"guilds"`
}

// rooms are all channels and threads that a person has.
func (r readyView) rooms() []discord.Channel {
	rooms := r.Direct
	for _, g := range r.Guilds {
		rooms = append(append(rooms, g.Channels...), g.Threads...)
	}
	return rooms
}

// history reads the newest messages of channels. What events tell meanwhile is the same message with the same id.
func (p *Person) history(ctx context.Context, rooms []discord.Channel) error {
	for _, room := range rooms {
		if room.Flags&discord.ChannelHidden != 0 {
			continue
		}
		var list []discord.Message
		if err := p.rest(ctx, http.MethodGet, "/channels/"+room.ID.String()+"/messages?limit=100", nil, &list); err != nil {
			return err
		}
		slices.Reverse(list)
		p.screen.fill(room, list)
	}
	return nil
}

// listen takes events until the line ends.
func (p *Person) listen() {
	defer close(p.screen.finished)
	for {
		var e struct {
			Name string          `json:"t"`
			Data json.RawMessage `json:"d"`
			N    int64           `json:"s"`
		}
		err := p.line.receive(context.Background(), &e)
		if c, fresh := p.screen.appears(e.Name, e.Data); err == nil && fresh {
			_ = p.history(context.Background(), []discord.Channel{c}) // it may be hidden again by now
		}
		if err == nil {
			err = p.screen.take(e.N, e.Name, e.Data)
		}
		if err != nil {
			p.screen.fail(err)
			return
		}
	}
}

// ID is the person's account.
func (p *Person) ID() discord.ID { return p.player.ID }

// Token is the person's, as it stands in the Authorization header.
func (p *Person) Token() string { return p.player.Token }

// Name is the person's.
func (p *Person) Name() string { return p.player.Name }

// Err is why the connection has ended, nil while it holds.
func (p *Person) Err() error { return p.screen.failure() }

// Sees lists the messages of a channel that this person sees now, oldest first, ephemeral ones included.
func (p *Person) Sees(channel discord.ID) []discord.Message { return p.screen.sees(channel) }

// Pushes lists the messages of a channel that a phone tells of whose owner has notifications for all messages there, as
// they were when they came, oldest first: those of others that neither are silent nor this person's alone. What the phone
// shows of one is its Content, so it shows nothing of one that is made of components.
func (p *Person) Pushes(channel discord.ID) []discord.Message { return p.screen.pushes(channel) }

// Wait returns nil as soon as what this person sees, in all channels together and oldest first, is as wanted.
func (p *Person) Wait(ctx context.Context, wanted func([]discord.Message) bool) error {
	for {
		all, changed, err := p.screen.all()
		if wanted(all) {
			return nil
		}
		if err != nil {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("discordsim: %s waited in vain: %w", p.player.Name, ctx.Err())
		}
	}
}

// Session is the id of the person's session at the gateway.
func (p *Person) Session() string { return p.session }

// Hear waits until this person's client has taken the events of its session up to a number. An error says that the connection
// has ended, or the context.
func (p *Person) Hear(ctx context.Context, n int64) error {
	for {
		heard, changed, err := p.screen.last()
		if heard >= n || err != nil {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("discordsim: %s heard %d events of %d: %w", p.player.Name, heard, n, ctx.Err())
		}
	}
}

// Close hangs up. What is only on this client's screen, ephemeral messages among it, is lost.
func (p *Person) Close() {
	p.screen.fail(errHungUp)
	_ = p.hangUp() // the line may be down already
}

func (p *Person) hangUp() error {
	p.client.http.CloseIdleConnections()
	if p.line == nil {
		return nil
	}
	return p.line.close()
}

// rest speaks to a route of REST, unless the connection has ended.
func (p *Person) rest(ctx context.Context, method, path string, body, into any) error {
	if err := p.screen.failure(); err != nil {
		return err
	}
	return p.client.do(ctx, method, p.server.REST+"/v10"+path, body, into)
}

// patience is how long writing one frame may take.
const patience = 10 * time.Second
