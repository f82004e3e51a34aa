package sqlite

// columns says of every column of the file what a check holds it against; or, for
// those that hold what nothing else tells of, after "free:" why that is so. The
// key is the table's and the column's name. A test demands each column here.
func columns() map[string]string {
	const (
		chained  = "the chain: hashed with the event"
		linked   = "the chain: hashed with the entry; and the hand's result"
		summed   = "the sum of the entries"
		tallied  = "the hands that ended, played again; and the entries"
		recorded = "the hand that ended, played again"
		figured  = "the entries and the records, gone through again"
		state    = "the events up to it, folded again; and checkpoints.sum"
		receipt  = "the event that the batch ended with holds its hash"
		stay     = "openings.sum"
		schema   = "the file's own CHECK, and openings.sum"
		versions = "the numbers of the program's migrations, each once and in order"
		names    = "free: a name is what somebody was last seen with in a server, and no event"
		asked    = "free: it keeps people from being asked too often for some days, and no event hangs on it"
		kept     = "free: it is what a person wished or did last, and no event"
		settled  = "free: it is what the managers of a server wished last, and no event"
		soFar    = "the sum of the quarters up to it"
		ended    = "free: a season is between two moments of the calendar that managers settled then, and no event"
		departed = "free: it is what Discord last said of a person, and no event"
		outage   = "free: it is when the bot was not there, and no event"
		away     = "free: it is what Discord last said of a server, and no event"
		redrawn  = "free: it has messages be drawn again that showed somebody who was erased, and no event"
		shared   = "free: it is where people showed something to others, and no event"
		lost     = "free: it has players be told that a channel was deleted, which is no event"
		quiet    = "free: quiet hours are what a person wished last, and no event"
	)
	return map[string]string{
		"tables.id":      "the order of the first events; numbered through",
		"tables.name":    chained,
		"tables.server":  "the event that opened the table",
		"tables.channel": "the event that opened the table",
		"tables.open":    "whether the events closed the table",
		"tables.seq":     "the number of events",
		"tables.wake":    "free: when exactly hangs on who was about and on quiet hours; whether it can be is looked at",
		"tables.posts":   "refs.done and the rows of the outbox",
		"tables.opener":  "the event that opened the table",
		"tables.moved":   "the newest event",
		"tables.sort":    "the events, which no table and no proposal have in common",
		"tables.low":     "the event that proposed something",
		"tables.high":    "the event that proposed something",
		"tables.waits":   "whose turn it is, as the events say",

		"tables.channel_gone": "free: it is what Discord said of the channel, and no event",

		"events.id":        "numbered through, and in order in each table",
		"events.table_id":  chained + " as the table's name",
		"events.seq":       chained,
		"events.at":        chained,
		"events.kind":      chained,
		"events.body":      chained + "; and the rules of the game",
		"events.text_hash": chained,
		"events.ties":      chained,
		"events.prev":      "the event before",
		"events.hash":      "the event",

		"texts.table_id": "the event's text_hash",
		"texts.seq":      "the event's text_hash",
		"texts.author":   "the person whom the event names",
		"texts.salt":     "the event's text_hash",
		"texts.body":     "the event's text_hash",

		"keys.key":        receipt,
		"keys.table_name": receipt,
		"keys.from_seq":   receipt,
		"keys.to_seq":     receipt,
		"keys.owed":       receipt,
		"keys.tab_head":   receipt,
		"keys.tied":       receipt,

		"outbox.id":         "the receipt that promised it, where there is one",
		"outbox.table_id":   "tables.posts and refs.done",
		"outbox.kind":       "the event that it tells of",
		"outbox.hand":       "the event that it tells of",
		"outbox.seq":        "the event that it tells of",
		"outbox.to_channel": "the receipt that promised it; a table's own posts go to its channel",
		"outbox.to_person":  "the receipt that promised it; a table's own posts go to its channel",

		"refs.table_id": "tables.posts and refs.done",
		"refs.body":     "free: the ids of messages are the channel's; hands and turns in it are looked at",
		"refs.done":     "tables.posts and the rows of the outbox",

		"losses.table_id": lost,
		"losses.at":       lost,
		"losses.body":     lost,

		"checkpoints.table_id": state,
		"checkpoints.seq":      state,
		"checkpoints.hand":     state,
		"checkpoints.texts":    state,
		"checkpoints.body":     state,
		"checkpoints.sum":      "what it is the hash of",

		"people.person": "the hash in the first event that names them",
		"people.user":   "the hash in the first event that names them",
		"people.salt":   "the hash in the first event that names them",
		"people.lang":   kept,
		"people.prefs":  kept,

		"entries.server":   linked,
		"entries.seq":      linked,
		"entries.at":       linked,
		"entries.layout":   linked,
		"entries.kind":     linked,
		"entries.table_id": linked,
		"entries.hand":     linked,
		"entries.again":    linked,
		"entries.ref":      linked,
		"entries.person":   linked,
		"entries.other":    linked,
		"entries.pips":     linked,
		"entries.prev":     "the entry before",
		"entries.hash":     "the entry",

		"tabs.server":  "the entries",
		"tabs.entries": "the entries",

		"balances.server": summed,
		"balances.person": summed,
		"balances.other":  summed,
		"balances.pips":   summed,
		"balances.hands":  tallied,

		"quarters.server":  tallied,
		"quarters.person":  tallied,
		"quarters.start":   tallied,
		"quarters.pips":    summed,
		"quarters.hands":   tallied,
		"quarters.wins":    tallied,
		"quarters.rummies": tallied,

		"quarters.all_pips":    soFar,
		"quarters.all_hands":   soFar,
		"quarters.all_wins":    soFar,
		"quarters.all_rummies": soFar,

		"calendars.server": settled,
		"calendars.body":   settled,
		"calendars.wake":   "free: it is when what the managers settled next has the season end",

		"seasons.server":  ended,
		"seasons.start":   ended,
		"seasons.stop":    ended,
		"seasons.channel": ended,
		"seasons.post":    ended,
		"seasons.message": ended,

		"plays.person":  recorded,
		"plays.event":   recorded,
		"plays.server":  recorded,
		"plays.alone":   recorded,
		"plays.won":     recorded,
		"plays.rummy":   recorded,
		"plays.pips":    recorded,
		"plays.against": recorded,
		"plays.apart":   recorded,

		"facts.person": figured,
		"facts.server": figured,
		"facts.start":  figured,
		"facts.kind":   figured,
		"facts.about":  figured,
		"facts.weight": figured,
		"facts.since":  figured,
		"facts.body":   figured,

		"secrets.name":  stay,
		"secrets.value": stay,

		"openings.one":   schema,
		"openings.count": stay,
		"openings.sum":   "what it is the hash of",

		"quiet.person": quiet,
		"quiet.start":  quiet,
		"quiet.stop":   quiet,
		"quiet.zone":   quiet,

		"watches.server": kept,
		"watches.person": kept,
		"watches.told":   kept,

		"asks.owner":  asked,
		"asks.seq":    asked,
		"asks.asked":  asked,
		"asks.asker":  asked,
		"asks.kind":   asked,
		"asks.at":     asked,
		"asks.answer": asked,
		"asks.ended":  asked,

		"servers.server": settled,
		"servers.body":   settled,

		"absences.server": away,
		"absences.since":  away,
		"absences.gone":   away,

		"departures.server": departed,
		"departures.person": departed,
		"departures.since":  departed,
		"departures.untold": departed,

		"redraws.id":      redrawn,
		"redraws.server":  redrawn,
		"redraws.channel": redrawn,
		"redraws.message": redrawn,
		"redraws.owner":   redrawn,
		"redraws.kind":    redrawn,
		"redraws.hand":    redrawn,
		"redraws.start":   redrawn,
		"redraws.seq":     redrawn,
		"redraws.lang":    redrawn,
		"redraws.since":   redrawn,

		"shares.person":  shared,
		"shares.server":  shared,
		"shares.channel": shared,
		"shares.message": shared,
		"shares.lang":    shared,
		"shares.at":      shared,

		"letgo.one":   "the file's own CHECK",
		"letgo.event": "free: it is how far keys were let go, and who deletes more of them can say so here",

		"names.person": names,
		"names.server": names,
		"names.name":   names,

		"outages.start": outage,
		"outages.stop":  outage,

		"session.one":  "the file's own CHECK",
		"session.body": "free: it is how far Discord's gateway was heard, and no event",

		"pulse.one": "the file's own CHECK",
		"pulse.at":  "free: it is when the bot was last well, and no event",

		"goose_db_version.id":         versions,
		"goose_db_version.version_id": versions,
		"goose_db_version.is_applied": versions,
		"goose_db_version.tstamp":     "free: it is when a migration was run, and no event",
	}
}
