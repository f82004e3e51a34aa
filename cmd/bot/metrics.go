package main

import (
	"strconv"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/gateway"
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/render/picture"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// metrics are the figures that /metrics shows.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
	kinds    *prometheus.CounterVec
	waited   *prometheus.HistogramVec
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "boathouse_discord_requests_total", Help: "Requests to Discord, by route and status; 0 without an answer.",
		}, []string{"route", "status"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "boathouse_discord_request_seconds", Help: "How long Discord took to answer.",
			Buckets: []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 10},
		}, []string{"route"}),
		kinds: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "boathouse_discord_kind_requests_total", Help: "Requests to Discord, by what they are for and by which token: only those by the bot's count against what it may do in a second.",
		}, []string{"kind", "by"}),
		waited: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "boathouse_discord_wait_seconds", Help: "How long requests waited for Discord's limits, by what they are for.",
			Buckets: []float64{.01, .1, .5, 1, 2, 5, 10, 30, 60},
		}, []string{"kind"}),
	}
	m.registry.MustRegister(m.requests, m.took, m.kinds, m.waited, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// observe counts an attempt at a call.
func (m *metrics) observe(s rest.Sample) {
	m.requests.WithLabelValues(s.Route, strconv.Itoa(s.Status)).Inc()
	m.took.WithLabelValues(s.Route).Observe(s.Took.Seconds())
	by := "bot"
	if s.Answer {
		by = "interaction"
	}
	m.kinds.WithLabelValues(s.Kind.String(), by).Inc()
	m.waited.WithLabelValues(s.Kind.String()).Observe(s.Waited.Seconds())
}

// watch adds the figures that the parts keep of themselves.
func (m *metrics) watch(line inlet, client *rest.Client, house *table.House, door *commands.Door, artist *picture.Artist) {
	gauge := func(name, help string, value func() float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "boathouse_" + name, Help: help}, value))
	}
	count := func(name, help string, value func() uint64) {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "boathouse_" + name + "_total", Help: help},
			func() float64 { return float64(value()) }))
	}
	switch in := line.(type) {
	case *gateway.Gateway:
		watchGateway(in, gauge, count)
	case endpoint:
		count("web_interactions", "Interactions that came over HTTP.", func() uint64 { return in.Stats().Interactions })
		count("web_events", "Events of the application that came over HTTP.", func() uint64 { return in.Stats().Events })
		count("web_pings", "Requests by which Discord looked whether anybody is here.", func() uint64 { return in.Stats().Pings })
		count("web_forged", "Requests without a good signature; Discord itself sends some.", func() uint64 { return in.Stats().Forged })
		count("web_forwarded", "Interactions that the worker took up that was expected to.", func() uint64 { return in.Stats().Forwarded })
		count("web_unforwarded", "Interactions handled here since the worker that was expected to didn't take them up.", func() uint64 { return in.Stats().Unforwarded })
		count("web_unread", "Requests that were too large, or signed and no JSON.", func() uint64 { return in.Stats().Unread })
	}
	gauge("discord_rate", "Requests with the bot's token that may go to Discord in a second from all processes together: BOATHOUSE_RATE, less for a while after Discord said that there were too many.", func() float64 {
		return float64(client.Line().Rate)
	})
	gauge("discord_places", "Requests of those that may go from this process.", func() float64 { return float64(client.Line().Places) })
	gauge("discord_waiting", "Requests of this process that wait for that.", func() float64 { return float64(client.Line().Waiting) })
	gauge("discord_refused", "Requests of all processes in the last ten minutes that Discord answered with 401, 403 or 429, save where a place's own limit was reached.", func() float64 {
		return float64(client.Line().Refused)
	})

	gauge("tables", "Tables in memory.", func() float64 { return float64(house.Stats().Tables) })
	gauge("posts_owed", "Posts not yet made.", func() float64 { return float64(house.Stats().Owed) })
	gauge("jobs_waiting", "Jobs that wait in the tables' queues or are under way.", func() float64 { return float64(house.Stats().Queued) })
	count("commands", "Commands taken up by tables.", func() uint64 { return house.Stats().Commands })
	count("refusals", "Commands refused by tables.", func() uint64 { return house.Stats().Refusals })
	count("batches", "Batches stored.", func() uint64 { return house.Stats().Batches })
	count("conflicts", "Batches that another writer forestalled.", func() uint64 { return house.Stats().Conflicts })
	count("computer_moves", "Moves of computers.", func() uint64 { return house.Stats().ComputerMoves })
	count("posts", "Posts made.", func() uint64 { return house.Stats().Posts })
	count("table_faults", "Jobs that failed.", func() uint64 { return house.Stats().Faults + house.Stats().PostFaults })

	count("interactions", "Interactions taken up.", func() uint64 { return door.Stats().Received })
	count("interactions_repeated", "Repetitions dropped.", func() uint64 { return door.Stats().Repeated })
	count("interactions_forgone", "Interactions not done, since it was too late to answer when the bot was back on the line.", func() uint64 { return door.Stats().Forgone })
	count("interactions_turned_away", "Interactions of who was too quick, or that were too many at once.", func() uint64 { return door.Stats().Turned })
	count("interactions_unknown", "Interactions of an unknown type, or that could not be read.", func() uint64 { return door.Stats().Unknown })
	count("interactions_deferred", "Answers put off.", func() uint64 { return door.Stats().Deferred })
	count("interactions_late", "Answers that Discord did not take.", func() uint64 { return door.Stats().Late })
	count("pictures", "Pictures brought to Discord.", func() uint64 { return door.Stats().Pictures })
	count("pictures_drawn", "Pictures drawn.", artist.Drawn)
	count("pictures_left_out", "Messages that went without their picture, which was refused or late, or for which there was no room.", func() uint64 { return door.Stats().Bare })
	panics := func() uint64 { return house.Stats().Panics + door.Stats().Panics }
	count("panics", "Panics that were contained; the log has where.", panics)
	count("interaction_faults", "Interactions that failed for a fault of ours.", func() uint64 { return door.Stats().Faults })
}

// watchGateway adds those of the gateway.
func watchGateway(g *gateway.Gateway, gauge func(name, help string, value func() float64), count func(name, help string, value func() uint64)) {
	gauge("gateway_connected", "1 while Discord has accepted the session.", func() float64 {
		if g.Connected() {
			return 1
		}
		return 0
	})
	gauge("gateway_latency_seconds", "Of the newest heartbeat.", func() float64 { return g.Health().Latency.Seconds() })
	count("gateway_identifies", "Sessions started.", func() uint64 { return uint64(g.Health().Identifies) })
	count("gateway_resumes", "Sessions resumed.", func() uint64 { return uint64(g.Health().Resumes) })
	count("gateway_lost", "Interactions dropped because too many waited.", func() uint64 { return uint64(g.Health().Lost) })
}
