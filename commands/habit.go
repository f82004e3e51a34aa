package commands

import (
	"context"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// habitRows are those of the caller's own settings, which are the same at every
// table.
func habitRows() []row {
	return []row{
		{by: takes(typed("settings show")), direct: true, do: showHabits},
		{by: takes(typed("settings quiet")), direct: true, signs: true, do: beQuiet, completes: map[string]completion{
			"from": completeTime, "to": completeTime, "zone": completeZone,
		}},
		{by: takes(typed("settings cards")), direct: true, signs: true, do: chooseCards},
		{by: takes(typed("settings view")), direct: true, signs: true, do: chooseView},
		{by: takes(typed("settings announce")), direct: true, signs: true, do: chooseAnnounce},
		{by: takes(typed("settings pings"), typed("settings calls")), direct: true, signs: true, do: chooseCalls},
		{by: takes(typed("settings tips")), direct: true, signs: true, do: chooseTips},
		{by: takes(button(render.VerbHabit)), direct: true, signs: true, do: changeHabit},
		{by: takes(typed("settings loud")), direct: true, signs: true, do: func(ctx context.Context, v *visit) error { return keepQuiet(ctx, v, sitting.Quiet{}) }},
	}
}

func beQuiet(ctx context.Context, v *visit) error {
	q, err := quietAsked(ctx, v)
	if err != nil {
		return err
	}
	return keepQuiet(ctx, v, q)
}

func completeZone(_ context.Context, v *visit) ([]render.Choice, error) {
	return zoneChoices(v.hall.zones, homesOf(v.in.Locale, v.words.Tag()), v.call.text("zone"), v.hall.now()), nil
}

// keepQuiet keeps the caller's quiet hours and tells them. Nobody is shown a name because of that.
func keepQuiet(ctx context.Context, v *visit, q sitting.Quiet) error {
	if err := v.register(ctx, ""); err != nil {
		return err
	}
	if err := v.hall.habits.SetQuiet(ctx, v.me, q); err != nil {
		return err
	}
	return showHabits(ctx, v)
}

// showHabits tells the caller's settings as they are kept.
func showHabits(ctx context.Context, v *visit) error {
	q, err := v.hall.habits.Quiet(ctx, v.me)
	if err != nil {
		return err
	}
	kept, err := v.hall.people.prefs(ctx, v.me)
	if err != nil {
		return err
	}
	m := render.HabitsModel{From: q.From, To: q.To, Announce: kept.Announce, Calls: kept.Calls, Tips: kept.Tips, Cards: kept.Cards, View: kept.View, Off: kept.Off}
	if m.Direct = v.in.Server == ""; !m.Direct {
		if m.Opens, err = v.hall.servers.Watches(ctx, v.in.Server, v.me); err != nil {
			return err
		}
	}
	if at, err := time.LoadLocation(q.Zone); err == nil && q.Zone != "" {
		m.Zone, m.Now = q.Zone, v.hall.now().In(at)
	}
	v.say(ctx, render.Habits(v.hall.ink.pen(v.words), m))
	return nil
}

// chooseCards keeps how the caller's cards look, as far as they say, and tells it.
func chooseCards(ctx context.Context, v *visit) error {
	letters, known := render.ParseLetters(v.call.text("letters"))
	if v.call.has("letters") && !known {
		return refused(sitting.BadSettings)
	}
	style, known := render.ParseStyle(v.call.text("style"))
	if v.call.has("style") && !known {
		return &render.DoorRefusal{Code: render.NoStyle, Word: v.call.text("style")}
	}
	return restyle(ctx, v, func(p *render.Prefs) {
		if v.call.has("letters") {
			p.Letters = letters
		}
		if v.call.has("style") {
			p.Cards = style
		}
	})
}

// chooseView keeps by what the caller takes in what they are shown.
func chooseView(ctx context.Context, v *visit) error {
	view, known := render.ParseView(v.call.text("as"))
	if !known {
		return &render.DoorRefusal{Code: render.NoView, Word: v.call.text("as")}
	}
	return restyle(ctx, v, func(p *render.Prefs) { p.View = view })
}

// chooseAnnounce keeps whether news of the caller's hand comes as new messages.
func chooseAnnounce(ctx context.Context, v *visit) error {
	return keepPrefs(ctx, v, func(p *render.Prefs) { p.Announce = v.call.text("on") == "true" })
}

// chooseCalls keeps where the caller is told that it is their turn, whether they are told when a
// table opens in this server, and what they may be asked, as far as they say; and tells it.
func chooseCalls(ctx context.Context, v *visit) error {
	where, ok := render.ParseCalls(v.call.text("where"))
	if v.call.has("where") && !ok {
		return refused(sitting.BadSettings)
	}
	if v.call.has("opens") && v.in.Server == "" {
		return &render.DoorRefusal{Code: render.NotInServer}
	}
	if v.call.has("opens") {
		if err := v.register(ctx, ""); err != nil {
			return err
		}
		if err := v.hall.servers.SetWatch(ctx, v.in.Server, v.me, v.call.text("opens") == "true"); err != nil {
			return err
		}
	}
	off, changed := v.liked.Off, v.call.has("where")
	for _, kind := range render.AllAsks() {
		if option := kind.Option(); v.call.has(option) {
			off, changed = off.With(kind, v.call.text(option) != "true"), true
		}
	}
	if !changed {
		return showHabits(ctx, v)
	}
	return keepPrefs(ctx, v, func(p *render.Prefs) {
		if p.Off = off; v.call.has("where") {
			p.Calls = where
		}
	})
}

// changeHabit changes the setting that a button names.
func changeHabit(ctx context.Context, v *visit) error {
	what, to, _ := strings.Cut(v.key.Arg, " ")
	switch what {
	case "tips":
		return keepTips(ctx, v, to == "on")
	case "announce":
		return keepPrefs(ctx, v, func(p *render.Prefs) { p.Announce = to == "on" })
	case "calls":
		if where, known := render.ParseCalls(to); known {
			return keepPrefs(ctx, v, func(p *render.Prefs) { p.Calls = where })
		}
	case "view":
		if view, known := render.ParseView(to); known {
			return restyle(ctx, v, func(p *render.Prefs) { p.View = view })
		}
	}
	return render.ErrForged
}

// chooseTips keeps whether the caller's next hands say what can be done.
func chooseTips(ctx context.Context, v *visit) error {
	return keepTips(ctx, v, v.call.text("on") == "true")
}

func keepTips(ctx context.Context, v *visit, on bool) error {
	tips := render.TipsOff
	if on {
		tips = render.TipsOn
	}
	return keepPrefs(ctx, v, func(p *render.Prefs) { p.Tips = tips })
}

// keepPrefs keeps a change of what the caller is shown, and tells all their settings.
func keepPrefs(ctx context.Context, v *visit, change func(*render.Prefs)) error {
	if _, err := v.prefer(ctx, change); err != nil {
		return err
	}
	return showHabits(ctx, v)
}

// restyle keeps how the caller wants to see cards, tells it, and has what they see of tables
// follow at once.
func restyle(ctx context.Context, v *visit, change func(*render.Prefs)) error {
	if err := keepPrefs(ctx, v, change); err != nil {
		return err
	}
	v.hall.hands.restyle(ctx, v.hall.tables, v.me)
	v.hall.looks.views.restyle(ctx, v.hall.tables, sitting.Person(v.in.User.ID))
	return nil
}

// quietAsked reads the quiet hours that the caller typed. Without a zone it is the
// one of the hours that they have.
func quietAsked(ctx context.Context, v *visit) (sitting.Quiet, error) {
	q, err := v.quietTimes()
	if err != nil {
		return q, err
	}
	if word := v.call.text("zone"); word != "" {
		at, err := findZone(v.hall.zones, word)
		if err != nil {
			return q, err
		}
		q.Zone = at.String()
		return q, nil
	}
	before, err := v.hall.habits.Quiet(ctx, v.me)
	if err == nil && before.Zone == "" {
		err = &render.DoorRefusal{Code: render.ZoneNeeded}
	}
	q.Zone = before.Zone
	return q, err
}
