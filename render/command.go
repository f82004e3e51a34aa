package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// Types of command options, as Discord numbers them.
const (
	optionSubcommand = 1
	optionString     = 3
	optionInteger    = 4
	optionBoolean    = 5
	optionUser       = 6
	optionChannel    = 7
)

// A Command is an application command as Discord registers it.
type Command struct {
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Options                  []CommandOption   `json:"options,omitempty"`
	Contexts                 []int             `json:"contexts,omitempty"`          // only where it is registered for all servers
	IntegrationTypes         []int             `json:"integration_types,omitempty"` // likewise
}

// A CommandOption is a subcommand or a parameter.
type CommandOption struct {
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Required                 bool              `json:"required,omitempty"`
	Autocomplete             bool              `json:"autocomplete,omitempty"`
	MinValue                 *int              `json:"min_value,omitempty"`
	MaxValue                 *int              `json:"max_value,omitempty"`
	Choices                  []CommandChoice   `json:"choices,omitempty"`
	Options                  []CommandOption   `json:"options,omitempty"`
}

// A CommandChoice is one value that a parameter may have.
type CommandChoice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             string            `json:"value"`
}

// Commands lists every command with its words in all languages, first what a newcomer
// does first. Levels are
// those of the computers that can be seated, advisers of those that give hints.
func Commands(words *lang.Catalogue, levels, advisers []string) []Command {
	w := wording{english: words.For("en"), locales: words.Locales()}
	return []Command{
		w.command("play",
			w.levels(w.named("level", lang.Param("against"), optionString), levels), w.presets(),
			w.param("players", optionInteger).between(sitting.MinSeats, engine.MaxSeats)).direct(),
		w.command("learn").direct(),
		w.command("rum",
			w.sub("new", w.settings(levels)...), w.sub("help"),
			w.sub("join"), w.sub("leave"), w.sub("start"), w.sub("next"),
			w.sub("again"),
			w.sub("away"), w.sub("table"), w.sub("end"), w.sub("close"), w.sub("rematch"),
			w.sub("add", w.levels(w.param("level", optionString), levels)),
			w.sub("invite", w.param("person", optionUser).needed(),
				w.param("person2", optionUser), w.param("person3", optionUser), w.param("person4", optionUser), w.param("person5", optionUser)),
			w.sub("remove", w.param("seat", optionInteger).needed().completed()),
			w.sub("rules")),
		w.command("about").direct(),
		w.command("hand").direct(),
		w.command("draw", w.param("from", optionString).completed()).direct(),
		w.command("meld", w.param("cards", optionString).needed().completed()).direct(),
		w.command("layoff",
			w.param("cards", optionString).needed().completed(),
			w.named("meld", lang.Param("meld.number"), optionInteger).needed().completed()).direct(),
		w.command("discard", w.param("card", optionString).needed().completed()).direct(),
		w.command("goout", w.named("discard", lang.Param("last"), optionString).completed()).direct(),
		w.command("hint", w.levels(w.named("level", lang.Param("adviser"), optionString), advisers)).direct(),
		w.command("takeback").direct(),
		w.command("turns"),
		w.command("cut", w.param("word", optionString).needed()),
		w.command("proof", w.param("hand", optionInteger).completed(), w.param("seal", optionString)).direct(),
		w.command("replay", w.param("hand", optionInteger).completed()).direct(),
		w.command("tab",
			w.sub("show", w.friend()),
			w.sub("history", w.friend()),
			w.named("hand", lang.Command("tab.hand"), optionSubcommand).with(w.param("id", optionString).needed().completed()),
			w.sub("settle", w.friend().needed(), w.param("pips", optionInteger), w.param("note", optionString)),
			w.sub("forgive", w.friend().needed(), w.param("pips", optionInteger)),
			w.sub("reverse", w.friend().needed(), w.param("entry", optionString).needed().completed(), w.param("reason", optionString).needed()),
			w.sub("void", w.named("hand", lang.Param("void.hand"), optionString).needed().completed(), w.param("reason", optionString).needed()),
			w.sub("standings", w.periods(w.param("period", optionString))),
			w.sub("chart", w.periods(w.param("period", optionString))),
			w.sub("year", w.param("year", optionInteger).between(FirstYear, LastYear)),
			w.sub("export", w.separators(w.param("separator", optionString)))),
		w.command("record").direct(),
		w.command("privacy", w.named("show", lang.Command("kept"), optionSubcommand), w.named("export", lang.Command("take"), optionSubcommand), w.sub("erase")).direct(),
		w.command("settings",
			w.sub("quiet",
				w.named("from", lang.Param("quiet.from"), optionString).needed().completed(),
				w.named("to", lang.Param("quiet.to"), optionString).needed().completed(),
				w.param("zone", optionString).completed()),
			w.sub("announce", w.param("on", optionBoolean).needed()),
			w.sub("tips", w.named("on", lang.Param("tips.on"), optionBoolean).needed()),
			w.sub("cards", w.letters(w.param("letters", optionString)), w.styles(w.param("style", optionString))),
			w.sub("view", w.views(w.named("as", lang.Param("view"), optionString).needed())),
			w.sub("pings", w.calls()...),
			w.server(), w.books(),
			w.named("show", lang.Command("own"), optionSubcommand),
			w.sub("loud")).direct(),
	}
}

// A wording says things in all languages at once.
type wording struct {
	english lang.Lang
	locales []lang.Locale
}

// say gives a sentence in English and in every other locale.
func (w wording) say(in func(lang.Lang) string) (string, map[string]string) {
	others := make(map[string]string, len(w.locales))
	for _, locale := range w.locales {
		others[locale.Code] = in(locale.Lang)
	}
	return in(w.english), others
}

func (w wording) key(k lang.Key) (string, map[string]string) {
	return w.say(func(l lang.Lang) string { return l.Say(k) })
}

func (w wording) command(name string, options ...CommandOption) Command {
	c := Command{Type: 1, Name: name, Options: options, Contexts: []int{0}, IntegrationTypes: []int{0}}
	_, c.NameLocalizations = w.key(lang.Command(name))
	c.Description, c.DescriptionLocalizations = w.key(lang.About(lang.Command(name)))
	return c
}

// direct is a command that can be used in the bot's direct messages too.
func (c Command) direct() Command {
	c.Contexts = []int{0, 1}
	return c
}

func (w wording) sub(name string, options ...CommandOption) CommandOption {
	o := w.named(name, lang.Command(name), optionSubcommand)
	o.Options = options
	return o
}

func (w wording) param(name string, kind int) CommandOption {
	return w.named(name, lang.Param(name), kind)
}

func (w wording) named(name string, key lang.Key, kind int) CommandOption {
	o := CommandOption{Type: kind, Name: name}
	_, o.NameLocalizations = w.key(key)
	o.Description, o.DescriptionLocalizations = w.key(lang.About(key))
	return o
}

// with is a subcommand that has options.
func (o CommandOption) with(options ...CommandOption) CommandOption {
	o.Options = options
	return o
}

func (o CommandOption) needed() CommandOption {
	o.Required = true
	return o
}

func (o CommandOption) completed() CommandOption {
	o.Autocomplete = true
	return o
}

func (o CommandOption) between(least, most int) CommandOption {
	o.MinValue, o.MaxValue = &least, &most
	return o
}

func (w wording) choice(value string, name told) CommandChoice {
	c := CommandChoice{Value: value}
	c.Name, c.NameLocalizations = w.say(func(l lang.Lang) string { return name.tell(l, true) })
	return c
}

// settings are the options of a new table: the preset, each house rule, seats, the
// pace or the time for a turn, the match, who plays for the absent, the language and hints. Numbers
// are integers, all others choices but for the time, which is written.
func (w wording) settings(levels []string) []CommandOption {
	pace, tongue := w.paces(), w.tongues()
	options := []CommandOption{w.param("with", optionUser), w.presets()}
	for _, field := range engine.HouseRules() {
		options = append(options, w.houseRule(field))
	}
	hints := w.param("hints", optionString)
	for _, off := range []bool{false, true} {
		value := HintsOn
		if off {
			value = HintsOff
		}
		hints.Choices = append(hints.Choices, w.choice(value, hintsOf(off)))
	}
	standin := w.levels(w.named("level", lang.Param("standin"), optionString), levels)
	turn := w.param("turn", optionString).completed()
	match := w.param("match", optionString)
	for _, m := range sitting.Matches() {
		match.Choices = append(match.Choices, w.choice(m.String(), felt(matchName(m), matchFeel(m))))
	}
	return append(options, w.param("seats", optionInteger).between(2, engine.MaxSeats), pace, turn, match, standin, tongue, hints)
}

// friend is the option of with whom something lies on the tab.
func (w wording) friend() CommandOption {
	return w.named("friend", lang.Param("settle.with"), optionUser)
}

// presets are the option of a set of rules.
func (w wording) presets() CommandOption {
	rules := w.param("rules", optionString)
	for _, preset := range engine.Presets() {
		rules.Choices = append(rules.Choices, w.choice(preset.String(), felt(presetOf(preset), feelOf(preset))))
	}
	return rules
}

// paces are the option of a pace, tongues that of a language.
func (w wording) paces() CommandOption {
	pace := w.param("pace", optionString)
	for _, p := range sitting.Paces() {
		pace.Choices = append(pace.Choices, w.choice(p.String(), felt(paceName(p), paceFeel(p))))
	}
	return pace
}

func (w wording) tongues() CommandOption {
	tongue := w.param("language", optionString)
	for _, tag := range lang.Spoken() {
		tongue.Choices = append(tongue.Choices, w.choice(tag, literal(lang.Own(tag))))
	}
	return tongue
}

// server is the subcommand for what managers settle.
func (w wording) server() CommandOption {
	options := []CommandOption{w.presets(), w.paces(), w.tongues()}
	for i := range options {
		options[i].Choices = append(options[i].Choices, w.choice(LastUsed, sentence{key: lang.ServerLast}))
	}
	return w.sub("server", append(options, w.param("channel", optionChannel), w.param("anywhere", optionBoolean))...)
}

// books is the subcommand for what managers settle for the tab.
func (w wording) books() CommandOption {
	season := w.param("season", optionString)
	for _, word := range SeasonLengths() {
		season.Choices = append(season.Choices, w.choice(word, seasonName(word)))
	}
	books := w.named("tab", lang.Command("books"), optionSubcommand)
	books.Options = []CommandOption{
		season, w.param("first", optionString).completed(), w.named("zone", lang.Param("clock"), optionString).completed(),
		w.named("channel", lang.Param("herald"), optionChannel), w.param("least", optionInteger).between(1, MostLeast), w.param("computers", optionBoolean),
	}
	return books
}

// MostLeast is the largest that the smallest settlement may be, in pips.
const MostLeast = 10_000

func (w wording) houseRule(field string) CommandOption {
	switch field {
	case "exhausted_draw":
		return w.param(field, optionInteger).between(1, 2)
	case "blocked_after":
		return w.param(field, optionInteger).between(1, engine.MaxBlockedAfter)
	case "rummy_multiplier":
		return w.param(field, optionInteger).between(1, 3)
	}
	o := w.param(field, optionString)
	for _, value := range ruleValues(field) {
		o.Choices = append(o.Choices, w.choice(value, ruleOf(field, value)))
	}
	return o
}

// lettered says letters with those that they are in the language.
type lettered struct{ Letters }

func (t lettered) tell(l lang.Lang, _ bool) string {
	return l.Say(lang.RuleValue("letters", t.String()), lang.Word(l.OwnLetters()))
}

// letters lets an option be those that a reader can have on their cards.
func (w wording) letters(o CommandOption) CommandOption {
	for letters := CommonLetters; letters <= OwnLetters; letters++ {
		o.Choices = append(o.Choices, w.choice(letters.String(), lettered{letters}))
	}
	return o
}

// styles lets an option be one of the styles of cards, views one of the views.
func (w wording) styles(o CommandOption) CommandOption {
	for _, s := range Styles() {
		o.Choices = append(o.Choices, w.choice(StyleText(s), styleName(s)))
	}
	return o
}

func (w wording) views(o CommandOption) CommandOption {
	for v := range ViewWords + 1 {
		o.Choices = append(o.Choices, w.choice(v.String(), viewName(v)))
	}
	return o
}

// separators lets an option be what may stand between the cells of a CSV.
func (w wording) separators(o CommandOption) CommandOption {
	for _, by := range []string{SeparatorComma, SeparatorSemicolon} {
		o.Choices = append(o.Choices, w.choice(by, sentence{key: lang.RuleValue("separator", by)}))
	}
	return o
}

// periods lets an option be one of the periods of standings.
func (w wording) periods(o CommandOption) CommandOption {
	for _, p := range Periods() {
		o.Choices = append(o.Choices, w.choice(p.String(), p.name()))
	}
	return o
}

// where lets an option be one of the places where people are told of their turns.
func (w wording) where(o CommandOption) CommandOption {
	for c := CallsHere; c <= CallsDirect; c++ {
		o.Choices = append(o.Choices, w.choice(c.String(), sentence{key: lang.RuleValue("calls", c.String())}))
	}
	return o
}

// levels lets an option be one of the levels.
func (w wording) levels(o CommandOption, levels []string) CommandOption {
	for _, level := range levels {
		o.Choices = append(o.Choices, w.choice(level, levelOf(level)))
	}
	return o
}
