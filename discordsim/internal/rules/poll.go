package rules

import (
	"encoding/json"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

type pollText struct {
	Text string `json:"text"`
}

type pollAnswer struct {
	ID    int      `json:"answer_id"`
	Media pollText `json:"poll_media"`
}

// readPoll reads a poll and gives it as Discord tells of it, with nobody's votes.
func readPoll(f Form, after func(hours int64) string) json.RawMessage {
	p, isObject := f.Object("poll")
	if !isObject {
		return nil
	}
	p.Need("question")
	question := pollText{p.Part("question").NeedText("text", 1, 300)}
	answers := []pollAnswer{}
	p.Need("answers")
	for i, a := range p.Forms("answers", 1, 10) {
		answers = append(answers, pollAnswer{i + 1, pollText{a.Part("poll_media").NeedText("text", 1, 55)}})
	}
	hours, given := p.Whole("duration", 1, 768)
	if !given {
		hours = 24
	}
	several, _ := p.Flag("allow_multiselect")
	return discord.Encode(map[string]any{
		"question": question, "answers": answers, "expiry": after(hours),
		"allow_multiselect": several, "layout_type": 1, "results": map[string]any{"answer_counts": []int{}, "is_finalized": false},
	})
}
