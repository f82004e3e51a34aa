package discordsim_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// BenchmarkClicks measures how many clicks a second go through the simulator, from the person's request to the moment
// when that person sees the bot's update, with a bot that only answers; in memory and with a state file.
func BenchmarkClicks(b *testing.B) {
	for name, state := range map[string]string{"memory": "", "state": filepath.Join(b.TempDir(), "state")} {
		b.Run(name, func(b *testing.B) {
			s, err := discordsim.Start(b.Context(), discordsim.Options{State: state, Limits: discordsim.Limits{Off: true}})
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = s.Close() }()
			h, bot := s.Handshake(), bareBot(b, s)
			m := decode[discord.Message](b, bot.do("POST", fmt.Sprintf("/channels/%s/messages", h.Channel), `{"content":"x","components":[{"type":1,"components":[{"type":2,"style":1,"label":"B","custom_id":"b"}]}]}`))
			go answerClicks(b, bot)
			ada := s.Person("Ada")
			if err := ada.Wait(soon(b), func(all []discord.Message) bool { return len(all) > 0 }); err != nil {
				b.Fatal(err)
			}
			b.SetParallelism(8)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if out, err := ada.Click(b.Context(), m.ID, "b"); err != nil || out.Failed {
						b.Errorf("%+v, %v", out, err)
						return
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "clicks/s")
		})
	}
}

func answerClicks(b *testing.B, bot bare) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	for {
		_, text, err := bot.gate.conn.Read(b.Context())
		if err != nil || websocket.CloseStatus(err) > 0 {
			return
		}
		var f struct {
			Name string `json:"t"`
			Data heard  `json:"d"`
		}
		if json.Unmarshal(text, &f) != nil || f.Name != "INTERACTION_CREATE" {
			continue
		}
		go func() {
			address := fmt.Sprintf("%s/interactions/%s/%s/callback", bot.base, f.Data.ID, f.Data.Token)
			answer, err := client.Post(address, "application/json", strings.NewReader(`{"type":7,"data":{"content":"ok"}}`))
			if err == nil {
				_ = answer.Body.Close()
			}
		}()
	}
}
