package render

import (
	"slices"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// A ChartModel is how some people came to what they have in a time.
type ChartModel struct {
	Period   Period
	From, To time.Time // of what is drawn, by the server's clock
	Lines    []Course
	Choice   []Course // who can be chosen, best first
	Seasons  bool     // there are seasons
	Last     bool     // one has ended
	Prefs    Prefs    // of who reads it alone
}

// A Course is one person's: what hands had brought them at moments as far from each other.
type Course struct {
	Person sitting.Person
	Player Player
	Values []int64 // of Lines alone; the first is at From, the last at To
	Pips   int64   // in the whole time
}

// MostLines is how many people a chart shows.
const MostLines = 6

// A Drawing is which chart, as a custom_id has it: the period, and the people by [PersonTag].
type Drawing struct {
	Period Period
	Tags   []string // none: who is shown by default
}

const tagLong = 6

// PersonTag is short for a person, among those of one server.
func PersonTag(p sitting.Person) string {
	tag := strings.TrimPrefix(string(p), "p") + strings.Repeat("_", tagLong)
	return tag[:tagLong]
}

// String writes what [ReadDrawing] reads.
func (d Drawing) String() string { return d.Period.String() + "/" + strings.Join(d.Tags, "") }

// ReadDrawing reads it; false for another text.
func ReadDrawing(text string) (Drawing, bool) {
	word, tags, _ := strings.Cut(text, "/")
	period, known := ParsePeriod(word)
	d := Drawing{Period: period}
	if !known || len(tags)%tagLong != 0 || len(tags) > MostLines*tagLong {
		return d, false
	}
	for tag := range slices.Chunk([]byte(tags), tagLong) {
		d.Tags = append(d.Tags, string(tag))
	}
	return d, true
}

// A chartScene is a chart with what is said of its lines.
type chartScene struct {
	title, span sentence
	none        bool
	lines       []sentence
	note, clock sentence // clock: by which times are; may be empty
	who         pick
	periods     pick
	buttons     []press
	picture     depiction
}

// Chart draws it for its reader.
func Chart(p Pen, m ChartModel) Message {
	scene := sceneOfChart(m)
	return scene.message(p.as(m.Prefs.View, picture.Classic), private)
}

// ChartOf draws it as everybody may read it.
func ChartOf(p Pen, m ChartModel) Message {
	m.Prefs = Prefs{}
	scene := sceneOfChart(m)
	scene.who, scene.periods, scene.buttons = pick{}, pick{}, nil
	return scene.message(p.as(ViewPictures, picture.Classic), public)
}

func sceneOfChart(m ChartModel) chartScene {
	o := origin{prefs: m.Prefs}
	s := chartScene{title: sentence{key: lang.ChartTitle, word: m.Period.name()}, note: sentence{key: lang.ChartCounts}, none: len(m.Lines) == 0}
	now := Drawing{Period: m.Period}
	for _, c := range m.Lines {
		high, low := slices.Max(c.Values), slices.Min(c.Values)
		s.lines = append(s.lines, sentence{
			key: lang.ChartLine, name: c.Player.who(), sum: netPips(c.Values[len(c.Values)-1]), word: netPips(high), other: netPips(low),
		})
		now.Tags = append(now.Tags, PersonTag(c.Person))
	}
	periods := StandingsModel{Period: m.Period, Seasons: m.Seasons}
	if m.Last {
		periods.Last = &SeasonModel{}
	}
	s.periods = o.pick(lang.SelectPeriod, periods.periods(), VerbChart, "period"+now.String()[len(m.Period.String()):])
	if s.none {
		return s
	}
	s.span = sentence{key: lang.SpanDays, when: dayOf{m.From, m.From.Year() != m.To.Year()}, other: dayOf{m.To, true}}
	if m.isShort() {
		s.span, s.clock = hoursOf(m.From, m.To), sentence{key: lang.SpanClock, word: literal(PlainName(m.From.Location().String()))}
	}
	var choice []option
	for _, c := range m.Choice {
		choice = append(choice, option{label: c.Player.who(), about: netPips(c.Pips), value: PersonTag(c.Person), chosen: slices.Contains(now.Tags, PersonTag(c.Person))})
	}
	if len(choice) > 1 {
		s.who = o.pick(lang.SelectWhom, choice, VerbChart, m.Period.String())
	}
	s.buttons = []press{o.secondary(lang.ButtonStandings, VerbStandings, Sheaf{Period: m.Period}.String()), o.secondary(lang.ButtonShareRecord, VerbShareChart, now.String())}
	s.picture = depictChart(m, s)
	return s
}

// depictChart shows the lines, as the scene tells them.
func depictChart(m ChartModel, t chartScene) depiction {
	var of picture.Chart
	d := depiction{tells: []told{t.title, t.span}}
	for i, c := range m.Lines {
		line := picture.Line{Seat: picture.Seat{Number: i + 1, Name: c.Player.who().drawnName(), Twin: c.Player.who().twin, Cards: -1}}
		for _, v := range c.Values {
			line.Values = append(line.Values, int(v))
		}
		of.Lines = append(of.Lines, line)
		d.tells = append(d.tells, t.lines[i])
	}
	layout := m.layout()
	for half := range 3 {
		moment := m.From.Add(m.To.Sub(m.From) * time.Duration(half) / 2)
		of.Ticks = append(of.Ticks, picture.Tick{At: 500 * half, Text: moment.Format(layout)})
	}
	d.of = of
	return d
}

// isShort says whether days alone would tell two moments of it alike.
func (m ChartModel) isShort() bool { return m.To.Sub(m.From) < 48*time.Hour }

// layout is how a moment is written under the chart: in figures, as all languages write them, and
// so that no two are alike.
func (m ChartModel) layout() string {
	switch {
	case m.To.Sub(m.From) < 24*time.Hour:
		return clockLayout
	case m.isShort():
		return "01-02 " + clockLayout
	}
	return time.DateOnly
}

func (s chartScene) message(p Pen, to func(...Component) Message) Message {
	l := p.Lang
	head := "### " + s.title.say(l)
	if s.span.key != "" {
		head = lines(head, small(s.span.say(l)))
	}
	body := paragraph(l, s.lines...)
	if s.none {
		body = l.Say(lang.StandingsNone)
	}
	whom := p.selectRow(s.who)
	for i := range whom.Components {
		if sel, is := whom.Components[i].(Select); is {
			least, most := 1, min(MostLines, len(sel.Options))
			sel.MinValues, sel.MaxValues = &least, &most
			whom.Components[i] = sel
		}
	}
	return to(text(head), p.show(s.picture), text(body), text(lines(small(s.note.say(l)), small(s.clock.say(l)))), whom, p.selectRow(s.periods), p.row(s.buttons))
}
