package commands

import (
	"time"

	"github.com/bwmarrin/discordgo"
)

// rivalFor is how long a rival is believed to be there after it was last noticed.
const rivalFor = 10 * time.Minute

// newRival counts answers by another process with the bot's token, which keeps everything
// elsewhere: each person is answered by either, by chance.
func (l *line) newRival() *recurring {
	return newRecurring(func(id string, times int, why error) {
		l.Log.Error("another process answers with this bot's DISCORD_TOKEN and keeps its own tables: end one of the two, "+
			"or reset the token in the developer portal and give the new one to this bot alone", "id", id, "times", times, "error", why)
	})
}

// meetsRival notes that Discord had a first answer to an interaction before ours. It isn't another
// process's where we may have given it, in this process or in one before it, which Discord tells
// again of what that one heard, nor is that one a rival where several work on the same tables.
func (a *answer) meetsRival(refusal error) {
	made, err := discordgo.SnowflakeTimestamp(a.in.ID)
	if err != nil || made.Before(a.line.since) {
		return
	}
	if a.in.heard && !a.in.promised && !a.lost.Load() && !a.line.shared {
		a.line.rival.note(refusal)
	}
}

// HasRival says whether another process with the bot's token, but with other tables, answered
// people in the last ten minutes.
func (d *Door) HasRival() bool { return d.hall.rival.within(rivalFor) }
