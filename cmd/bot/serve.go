package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"time"
	_ "time/tzdata" // people's quiet hours, on systems that know no time zones

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/gateway"
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/urfave/cli/v3"
)

// What is wired must fit.
var (
	_ table.Poster       = (*commands.Noticeboard)(nil)
	_ table.TabPoster    = (*commands.Noticeboard)(nil)
	_ table.SeasonPoster = (*commands.Noticeboard)(nil)
	_ table.Redrawer     = (*commands.Noticeboard)(nil)
	_ commands.Calendars = (*table.House)(nil)
	_ commands.Tables    = (*table.House)(nil)
	_ commands.Tabs      = (*table.House)(nil)
	_ commands.Habits    = (*table.House)(nil)
	_ rest.Budget        = (*postgres.DB)(nil)
)

// picturesKept is how many drawn pictures are kept: some 3 MB.
const picturesKept = 256

// leaving is how long the bot may take to finish what has begun when it is told to stop.
const leaving = 10 * time.Second

// serve plays on Discord until the process is told to stop.
func (p *process) serve(ctx context.Context, _ *cli.Command) error {
	s, err := readSettings(p.env)
	log := newLog(p.stderr, s.Log)
	log.Info("the bot starts", attributes(buildFacts())...)
	if s.Token == "" {
		err = errors.Join(err, &coded{exitConfig, errors.New("DISCORD_TOKEN is missing: put it in the environment or in .env, see .env.example; " +
			"`bot demo` plays in a browser without one")})
	}
	if err != nil {
		return logged(ctx, p.stderr, log, err)
	}
	s.tell(p.stderr, log)
	keepMemory(s.Memory, p.env["GOMEMLIMIT"], os.DirFS("/"), log)
	return attended(ctx, s, p.stderr, log, func(ctx context.Context, d *desk) error { return serveOn(ctx, s, d) })
}

// serveOn opens the place and plays on Discord.
func serveOn(ctx context.Context, s settings, d *desk) error {
	db, err := s.DB.open(ctx, s.Worker, d.log)
	if err != nil {
		return unlessTold(ctx, err)
	}
	return givenBack(s.DB, db, serveBot(ctx, s, db, d, func() error { return nil }))
}

// givenBack gives the place back and returns why the bot ends: err, unless its
// file is gone, for then a person must look before there is another start.
func givenBack(at place, db store, err error) error {
	closed := db.Close()
	var gone *sqlite.GoneError
	if errors.As(closed, &gone) {
		return at.explain(closed)
	}
	return errors.Join(err, at.explain(closed))
}

// serveBot wires the parts of the bot and runs them until ctx is done or one of
// them fails. open is called when Discord has accepted the bot and its commands.
func serveBot(ctx context.Context, s settings, db store, d *desk, open func() error) error {
	defer d.leave()
	if err := d.opened(ctx, func(ctx context.Context) error { return s.DB.explain(db.Alive(ctx)) }); err != nil {
		return unlessTold(ctx, err)
	}
	d.crew.run(func(ctx context.Context) error { return explainLost(s.DB, db.Watch(ctx)) })
	log := d.log
	held, err := standBy(ctx, s, db, d)
	if err != nil {
		return unlessTold(ctx, err)
	}
	defer held.leave(ctx)
	clock, err := clockOf(ctx, db, log)
	if err != nil {
		return unlessTold(ctx, s.DB.explain(err))
	}
	client := rest.New(rest.Options{API: s.API, Token: s.Token, Proxy: s.Proxy.of, Rate: s.Rate, Budget: budget(db), Log: log, Observe: d.metrics.observe, Held: d.hold})
	defer client.Close()
	// Until nothing calls Discord any more, and before the database is given back.
	shares := newCrew(context.WithoutCancel(ctx))
	shares.run(client.Share)
	defer func() {
		shares.cancel()
		_ = shares.wait() // it doesn't fail
	}()
	d.at(stepWho)
	app, err := client.Application(ctx)
	if err != nil {
		return unlessTold(ctx, explainFirst(err))
	}
	if err := crossed(s, app); err != nil {
		return &coded{exitConfig, err}
	}
	if err := begun(ctx, s.DB, db, app.ID); err != nil {
		return unlessTold(ctx, err)
	}
	o, err := boardOptions(ctx, commands.Discord{REST: client, Application: app.ID, Log: log}, db, clock)
	if err != nil {
		return unlessTold(ctx, err)
	}
	d.at(stepRegister)
	takes := opening{enrolment: newEnrolment(o.Discord, o.Words, s.Guild), hold: held, clock: clock}
	if o.Commands, err = takes.enrolment.begin(ctx); err != nil {
		return unlessTold(ctx, explainREST(err))
	}
	artist, err := picture.Keeping(picturesKept)
	if err != nil {
		return err
	}
	if s.Pictures {
		o.Artist = artist
	}
	o.Playouts, o.Advise = s.Playouts, thinker()
	board := commands.NewNoticeboard(o)
	house := table.New(stacked(table.Options{
		Now: clock.now, Store: db, Poster: board, Tabs: db, Asks: db, TabPoster: board,
		Seeds: rand.Reader, Habits: db, Pulse: db, Servers: db, Seasons: db, SeasonPoster: board, Redraws: db, Redrawer: board,
		Upkeep: db, Left: board.Leave, IsGone: board.IsGone, Erased: board.Forget,
		Workers: workers(db), Playouts: s.Playouts, Limits: s.Tables, Log: log,
	}))
	door := commands.NewDoor(commands.DoorOptions{Board: board, Tables: house, Habits: house, Books: db, Tabs: house, Scores: db, Calendars: house, Servers: db, Pace: s.Pace, About: render.AboutModel{Version: buildVersion(), Operator: s.Operator, Contact: s.Contact}})
	if err := takes.take(ctx, s, app, log); err != nil {
		return unlessTold(ctx, err)
	}
	defer takes.close()
	if err := open(); err != nil {
		return err
	}
	line := takes.inlet(ctx, s, door, house, db, client, log)
	d.metrics.watch(line, client, house, door, artist)
	d.work(func() error { return ready(line, house, client, door) }, func() []any { return account(house, door) })

	all := playing{line: line, house: house, door: door, hold: held, refused: client.Refused(), enrolment: takes.enrolment}
	if pace, wanted := emojiPace(); wanted {
		all.emojis = func(ctx context.Context) error { // which it takes a while to draw
			return commands.NewEmojis(commands.EmojiOptions{Discord: o.Discord, Sets: emojiSets(artist), Show: board.ShowEmojis, Pace: pace}).Run(ctx)
		}
	}
	return all.run(ctx)
}

// A playing is the parts of a bot that is ready to play.
type playing struct {
	line      inlet
	house     *table.House
	door      *commands.Door
	hold      *hold
	refused   <-chan struct{} // closed when Discord refuses the token
	enrolment *enrolment
	emojis    func(context.Context) error // brings them; nil: none are wanted
}

// run has them run until ctx is done or one of them fails.
func (p playing) run(ctx context.Context) error {
	c := newCrew(ctx)
	// The tables stop last, since the clicks taken up want their answers.
	tables, stopTables := context.WithCancel(context.WithoutCancel(ctx))
	defer stopTables()
	c.run(func(context.Context) error { return unlessTold(tables, p.house.Run(tables)) })
	c.run(func(ctx context.Context) error { // no more is posted, by whichever way interactions come
		select {
		case <-p.refused:
			return explainREST(rest.ErrTokenRefused)
		case <-ctx.Done():
			return nil
		}
	})
	c.run(p.enrolment.run)
	if p.emojis != nil {
		c.run(p.emojis)
	}
	c.run(func(ctx context.Context) error {
		defer stopTables()
		err := explainLine(p.line.Run(ctx))
		wait, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaving)
		defer cancel()
		unanswered := p.door.Close(wait)
		if unanswered == nil { // else what was kept a second ago is right, and what came since is looked at again
			p.line.Keep(wait)
		}
		err = errors.Join(err, unanswered)
		p.hold.leave(wait)
		return err
	})
	return c.wait()
}

// workers are those of a store that others may have open too; nil: none can.
func workers(db store) table.Workers {
	shared, _ := db.(table.Workers)
	return shared
}

// budget is what all processes on a store share of what a bot may send to Discord; nil: there is one process.
func budget(db store) rest.Budget {
	shared, _ := db.(rest.Budget)
	return shared
}

// boardOptions are the noticeboard's; the key of the custom_ids is the store's, so
// that old buttons work after a restart.
func boardOptions(ctx context.Context, discord commands.Discord, db store, clock clock) (commands.BoardOptions, error) {
	words, err := lang.Load()
	if err != nil {
		return commands.BoardOptions{}, err
	}
	key, err := db.Secret(ctx, "custom_id")
	if err != nil {
		return commands.BoardOptions{}, err
	}
	return commands.BoardOptions{
		Discord: discord, People: db, Shared: workers(db) != nil, Servers: db, Departures: db, Words: words, Codec: render.NewCodec(key),
		Now: clock.now,
	}, nil
}

// codeUnknownGuild is what Discord says of a server that isn't there.
const codeUnknownGuild = 10004

// explainFirst tells why Discord doesn't say who the bot is. Where nobody knows
// the question there is no Discord.
func explainFirst(err error) error {
	if rest.NoSuchCall(err) {
		return &coded{exitConfig, fmt.Errorf("DISCORD_API: there is no Discord: %w", err)}
	}
	return explainREST(err)
}

// explainREST tells what only a person can mend from what passes by itself.
func explainREST(err error) error {
	switch {
	case errors.Is(err, rest.ErrTokenRefused):
		return &coded{exitConfig, errors.New("Discord refused DISCORD_TOKEN; copy it anew from the Bot page of the developer portal")}
	case rest.NoSuchCall(err):
		return &coded{exitConfig, fmt.Errorf("DISCORD_API: this Discord can't do what the bot needs: %w", err)}
	}
	return &coded{exitRetry, fmt.Errorf("Discord can't be reached: %w", err)}
}

// explainLine tells a line to Discord that only a person can mend from one that may come back.
func explainLine(err error) error {
	var closed *gateway.ClosedError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &closed):
		return &coded{exitRetry, err}
	case closed.Code == gateway.CodeTokenRefused:
		return &coded{exitConfig, fmt.Errorf("%w; set DISCORD_TOKEN to the token on the Bot page of the developer portal", err)}
	}
	return &coded{exitConfig, err}
}

// unlessTold is what kept the bot, or a part of it, from starting; nothing when
// it was told to stop meanwhile.
func unlessTold(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// explainLost tells of a file that is gone, or a disk that fails: what is
// acknowledged must be stored, so the process ends and the next one reads what
// the disk has.
func explainLost(at place, err error) error {
	var gone *sqlite.GoneError
	if err == nil || errors.As(err, &gone) {
		return at.explain(err)
	}
	return &coded{exitRetry, fmt.Errorf("the database can't be written any more: %w", err)}
}

// ready says what is missing before the bot can play.
func ready(line inlet, h *table.House, client *rest.Client, door *commands.Door) error {
	if client.Doubts() {
		return errors.New("asking Discord again whether it takes the token, which it refused")
	}
	if !h.Stats().Resumed {
		return errors.New("resuming the tables")
	}
	if !line.Connected() {
		return errors.New("connecting to Discord")
	}
	if !h.IsHeard() {
		return errors.New("its database: this worker's lease isn't renewed, so nothing is stored")
	}
	if door.HasRival() {
		return errors.New("another process answers people with the same DISCORD_TOKEN and has tables of its own: end one of the two")
	}
	return nil
}

// account is what the parts did from start to end, for the log's last line.
func account(house *table.House, door *commands.Door) []any {
	h := house.Stats()
	return []any{"interactions", door.Stats().Received, "commands", h.Commands, "posts", h.Posts, "owed", h.Owed}
}
