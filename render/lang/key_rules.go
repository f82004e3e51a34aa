package lang

// The rules.
const (
	RulesTitle            Key = "rules.title"
	RulesPreset           Key = "rules.preset"
	RulesGoal             Key = "rules.goal"
	RulesCards            Key = "rules.cards"
	RulesDeal             Key = "rules.deal"
	RulesDrawPair         Key = "rules.draw.pair"
	RulesDrawMixed        Key = "rules.draw.mixed"
	RulesExhausted        Key = "rules.exhausted"
	RulesMeldOpen         Key = "rules.meld.open"
	RulesMeldConcealed    Key = "rules.meld.concealed"
	RulesDiscard          Key = "rules.discard"
	RulesOutOptional      Key = "rules.out.optional"
	RulesOutRequired      Key = "rules.out.required"
	RulesRummy            Key = "rules.rummy"
	RulesPayUnmatched     Key = "rules.pay.unmatched"
	RulesPayHand          Key = "rules.pay.hand"
	RulesPayMissed        Key = "rules.pay.missed"
	RulesPayTab           Key = "rules.pay.tab"
	RulesBlockedOpen      Key = "rules.blocked.open"
	RulesBlockedConcealed Key = "rules.blocked.concealed"
	RulesBlockedLowest    Key = "rules.blocked.lowest"
	RulesBlockedHand      Key = "rules.blocked.lowest.hand"
	RulesBlockedTimes     Key = "rules.blocked.times"
	RulesBlockedVoid      Key = "rules.blocked.void"
	RulesEnded            Key = "rules.ended"
)

// How to play, on one screen.
const (
	HowTurn          Key = "how.turn"
	HowDrawPair      Key = "how.draw.pair"
	HowDrawMixed     Key = "how.draw.mixed"
	HowMeldOpen      Key = "how.meld.open"
	HowMeldConcealed Key = "how.meld.concealed"
	HowDiscard       Key = "how.discard"
	HowOutUnmatched  Key = "how.out.unmatched"
	HowOutHand       Key = "how.out.hand"
	HowRummy         Key = "how.rummy"
	HowRest          Key = "how.rest"
	HowLearn         Key = "how.learn"
)

// What there is to say of the bot.
const (
	AboutTitle    Key = "about.title"
	AboutHelp     Key = "about.help"
	AboutOperator Key = "about.operator"
	AboutContact  Key = "about.contact"
	AboutVersion  Key = "about.version"
)

// What to do now.
const (
	HelpTitle    Key = "help.title"
	HelpNotable  Key = "help.notable"
	HelpLobby    Key = "help.lobby"
	HelpDraw     Key = "help.draw"
	HelpPlay     Key = "help.play"
	HelpWait     Key = "help.wait"
	HelpBetween  Key = "help.between"
	HelpWatch    Key = "help.watch"
	HelpAlone    Key = "help.alone"
	HelpCommands Key = "help.commands"
)
