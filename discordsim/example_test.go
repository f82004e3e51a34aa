package discordsim_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// The whole of a test: a simulator, a bot that is told where it is, and a person who uses one of its commands.
func Example() {
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	sim, err := discordsim.Start(ctx, discordsim.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = sim.Close() }()
	h := sim.Handshake()

	greeter := greeter{rest: h.REST + "/v10", token: h.Token}
	greeter.send(ctx, http.MethodPut, fmt.Sprintf("/applications/%s/commands", h.Application), `[{"name":"hello","description":"Say hello"}]`)
	if err := greeter.connect(ctx, h.Gateway); err != nil {
		fmt.Println(err)
		return
	}

	ada := sim.Person("Ada")
	out, err := ada.Slash(ctx, h.Channel, "hello", nil)
	if err != nil || out.Failed {
		fmt.Println(out, err)
		return
	}
	for _, m := range ada.Sees(h.Channel) {
		fmt.Printf("%s: %s\n", m.Author.Name(), m.Content)
	}
	// Output:
	// Simulated bot: Hello, Ada!
}

// What goes wrong on a bad day is ordered, and strikes once.
func ExampleServer_Faults() {
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	sim, err := discordsim.Start(ctx, discordsim.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = sim.Close() }()
	h := sim.Handshake()
	greeter := greeter{rest: h.REST + "/v10", token: h.Token}

	sim.Faults().Next(http.MethodPost, "/channels/{channel_id}/messages", discordsim.Fault{Kind: discordsim.StatusAfter, Status: 502})
	for range 2 {
		fmt.Println(greeter.send(ctx, http.MethodPost, fmt.Sprintf("/channels/%s/messages", h.Channel), `{"content":"Hello"}`))
	}
	fmt.Println("posted:", len(sim.Person("Ada").Sees(h.Channel)))
	// Output:
	// 502
	// 200
	// posted: 2
}

// A test of a bot ends well when Discord would have had nothing to say against it.
func ExampleServer_Violations() {
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	sim, err := discordsim.Start(ctx, discordsim.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = sim.Close() }()
	h := sim.Handshake()
	greeter := greeter{rest: h.REST + "/v10", token: h.Token}

	greeter.send(ctx, http.MethodPost, fmt.Sprintf("/channels/%s/messages", h.Channel), `{"content":"`+strings.Repeat("ha", 1001)+`"}`)
	for _, v := range sim.Violations() {
		fmt.Println(v.Kind, v.Status, v.Code, v.Detail)
	}
	// Output:
	// refused 400 50035 {"content":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH","message":"Must be 2000 or fewer in length."}]}}
}

// greeter is a bot without a library.
type greeter struct{ rest, token string }

// send makes a request and gives the status of the answer.
func (g greeter) send(ctx context.Context, method, path, body string) int {
	request, err := http.NewRequestWithContext(ctx, method, g.rest+path, strings.NewReader(body))
	if err != nil {
		return 0
	}
	request.Header.Set("Authorization", "Bot "+g.token)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// connect identifies on the gateway, and greets whoever uses a command from then on.
func (g greeter) connect(ctx context.Context, gateway string) error {
	conn, _, err := websocket.Dial(ctx, gateway, nil)
	if err != nil {
		return err
	}
	identify := fmt.Sprintf(`{"op":2,"d":{"token":%q,"intents":1,"properties":{}}}`, g.token)
	if err := conn.Write(ctx, websocket.MessageText, []byte(identify)); err != nil {
		return err
	}
	for {
		_, frame, err := conn.Read(ctx)
		if err != nil {
			return err
		}
		if strings.Contains(string(frame), `"t":"READY"`) {
			break
		}
	}
	go func() {
		for {
			_, frame, err := conn.Read(ctx)
			if err != nil {
				return
			}
			g.hear(ctx, frame)
		}
	}()
	return nil
}

func (g greeter) hear(ctx context.Context, frame []byte) {
	var event struct {
		Name string `json:"t"`
		Data struct {
			ID     discord.ID `json:"id"`
			Token  string     `json:"token"`
			Member struct {
				User discord.User `json:"user"`
			} `json:"member"`
		} `json:"d"`
	}
	if json.Unmarshal(frame, &event) != nil || event.Name != "INTERACTION_CREATE" {
		return
	}
	in := event.Data
	g.send(ctx, http.MethodPost, fmt.Sprintf("/interactions/%s/%s/callback", in.ID, in.Token),
		fmt.Sprintf(`{"type":4,"data":{"content":"Hello, %s!"}}`, in.Member.User.Name()))
}
