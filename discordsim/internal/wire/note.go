package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// fileSum is a file as the log shows it.
type fileSum struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
	Size   int    `json:"size"`
	SHA256 string `json:"sha256"`
}

// noteCall notes a request and its answer.
func (d *rest) noteCall(r *http.Request, path string, c *call, status int, body []byte) {
	e := wirelog.Exchange{Kind: "rest", Method: r.Method, Path: path, Dir: "bot→discord"}
	if c != nil && c.who != nil {
		e.Who, e.Account = c.who.Name, c.who.ID
		if !c.who.Bot {
			e.Dir = "person→discord"
		}
	}
	answer := e
	answer.Dir, answer.Status, answer.Body = turned(e.Dir), status, body
	if c != nil {
		e.Body = c.text
		if len(c.files) > 0 {
			e.Body = folded(c)
		}
	}
	d.log.Add(e)
	d.log.Add(answer)
}

// turned is a direction the other way round.
func turned(dir string) string {
	from, to, _ := strings.Cut(dir, "→")
	return to + "→" + from
}

func sums(files []rules.Upload) []fileSum {
	out := make([]fileSum, len(files))
	for i, f := range files {
		sum := sha256.Sum256(f.Bytes)
		out[i] = fileSum{f.Number, f.Name, len(f.Bytes), hex.EncodeToString(sum[:])}
	}
	return out
}

// noteFrame notes a frame that went to a client or came from it.
func noteFrame(log *wirelog.Log, who *world.Account, text []byte, toClient bool) {
	e := wirelog.Exchange{Kind: "gateway", Dir: "bot→discord", Body: text}
	if who != nil {
		e.Who, e.Account = who.Name, who.ID
		if !who.Bot {
			e.Dir = "person→discord"
		}
	}
	if toClient {
		e.Dir = turned(e.Dir)
	}
	log.Add(e)
}

// noteFile notes that someone fetched a file; who is known only when the request said so, which browsers don't.
func (s *site) noteFile(path string, f *world.File, who *world.Account) {
	e := wirelog.Exchange{
		Kind: "file", Dir: "discord→person", Method: http.MethodGet, Path: path, Status: http.StatusOK,
		Body: discord.Encode(sums([]rules.Upload{{Name: f.Name, Bytes: f.Bytes}})),
	}
	if who != nil {
		e.Who, e.Account = who.Name, who.ID
	}
	s.log.Add(e)
}

// folded is a multipart request as one JSON value.
func folded(c *call) json.RawMessage {
	return discord.Encode(map[string]any{"payload_json": json.RawMessage(c.text), "files": sums(c.files)})
}

// safePath is the path of a request without the tokens of interactions.
func safePath(u *url.URL) string {
	steps := strings.Split(u.Path, "/")
	for i, step := range steps {
		if (step == "interactions" || step == "webhooks") && i+2 < len(steps) {
			steps[i+2] = "…"
		}
	}
	path := strings.Join(steps, "/")
	if u.RawQuery != "" {
		path += "?" + u.RawQuery
	}
	return path
}
