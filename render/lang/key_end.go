package lang

// The end of a hand.
const (
	ResultWon       Key = "result.won"
	ResultRummy     Key = "result.rummy"
	ResultBlocked   Key = "result.blocked"
	ResultTied      Key = "result.tied"
	ResultVoid      Key = "result.void"
	ResultAbandoned Key = "result.abandoned"
	ResultIdle      Key = "result.idle"
	ResultHands     Key = "result.hands"
	ResultHand      Key = "result.hand"
	ResultLoose     Key = "result.loose"
	ResultMatched   Key = "result.matched"
	ResultNocards   Key = "result.nocards"
	ResultLaid      Key = "result.laid"
	ResultPayments  Key = "result.payments"
	ResultPays      Key = "result.pays"
	ResultPaysSum   Key = "result.pays.sum"
	ResultCollects  Key = "result.collects"
	ResultComputers Key = "result.computers"
	ResultScore     Key = "result.score"
	ResultLeads     Key = "result.leads"
	ResultStandin   Key = "result.standin"
	ResultHead      Key = "result.head"
	ResultSeal      Key = "result.seal"
	ResultSealAgain Key = "result.seal.again"
)

// A hand that is over, once more from its deal.
const (
	ReplayTitle  Key = "replay.title"
	ReplayShared Key = "replay.shared"
	ReplayDeal   Key = "replay.deal"
	ReplayDealt  Key = "replay.dealt"
	ReplayTurn   Key = "replay.turn"
	ReplayTurns  Key = "replay.turns"
	ReplayHands  Key = "replay.hands"
)

// Who looks on.
const (
	WatchLog   Key = "watch.log"
	WatchUntil Key = "watch.until"
	WatchStill Key = "watch.still"
)

// A match.
const (
	MatchFirst Key = "match.first"
	MatchLine  Key = "match.line"
	MatchWon   Key = "match.won"
	MatchOver  Key = "match.over"
)

// What a closed table has come to.
const (
	EveningTitle   Key = "evening.title"
	EveningHands   Key = "evening.hands"
	EveningAhead   Key = "evening.ahead"
	EveningOthers  Key = "evening.others"
	EveningRummy   Key = "evening.rummy"
	EveningClosest Key = "evening.closest"
)

// What a computer says at the end of a hand.
const (
	RemarkWonRummy   Key = "remark.wonrummy"
	RemarkWonDear    Key = "remark.wondear"
	RemarkWonNarrow  Key = "remark.wonnarrow"
	RemarkWonOut     Key = "remark.wonout"
	RemarkWonStuck   Key = "remark.wonstuck"
	RemarkThrew      Key = "remark.threw"
	RemarkLostDear   Key = "remark.lostdear"
	RemarkLostRummy  Key = "remark.lostrummy"
	RemarkLostNarrow Key = "remark.lostnarrow"
	RemarkLost       Key = "remark.lost"
	RemarkStuck      Key = "remark.stuck"
)

// The story of a hand.
const (
	StoryHair      Key = "story.hair"
	StoryOvertook  Key = "story.overtook"
	StoryShort     Key = "story.short"
	StoryLong      Key = "story.long"
	StoryNext      Key = "story.next"
	StoryLacked    Key = "story.lacked"
	StoryLackedAny Key = "story.lacked.any"
	StoryFront     Key = "story.front"
	StoryAtonce    Key = "story.atonce"
	StoryTook      Key = "story.took"
)

// What a player missed in a hand.
const (
	ReviewTitle   Key = "review.title"
	ReviewOf      Key = "review.of"
	ReviewTurn    Key = "review.turn"
	ReviewOut     Key = "review.out"
	ReviewMeld    Key = "review.meld"
	ReviewLayoff  Key = "review.layoff"
	ReviewHold    Key = "review.hold"
	ReviewDraw    Key = "review.draw"
	ReviewDiscard Key = "review.discard"
	ReviewHeld    Key = "review.held"
	ReviewPlayed  Key = "review.played"
	ReviewBetter  Key = "review.better"
	ReviewGain    Key = "review.gain"
	ReviewEven    Key = "review.even"
	ReviewNone    Key = "review.none"
	ReviewNoTurns Key = "review.noturns"
	ReviewHow     Key = "review.how"
	ReviewCut     Key = "review.cut"
)

// The tab.
const (
	TabTitle     Key = "tab.title"
	TabOwes      Key = "tab.owes"
	TabOwe       Key = "tab.owe"
	TabPage      Key = "tab.page"
	TabTitleWith Key = "tab.title.with"
	TabEvenWith  Key = "tab.even.with"
	TabNet       Key = "tab.net"
	TabNone      Key = "tab.none"
	TabNoneWith  Key = "tab.none.with"
	TabHands     Key = "tab.hands"
	TabSince     Key = "tab.since"
	TabPoints    Key = "tab.points"
)

// What a tab is made of.
const (
	HistoryTitle         Key = "history.title"
	HistoryTitleWith     Key = "history.title.with"
	HistoryNone          Key = "history.none"
	HistorySigns         Key = "history.signs"
	HistoryOpen          Key = "history.open"
	HistoryOpenSettle    Key = "history.open.settle"
	HistoryOpenSettleYou Key = "history.open.settle.you"
	HistoryOpenUndo      Key = "history.open.undo"
	HistoryOpenUndoYou   Key = "history.open.undo.you"
	HistoryUntil         Key = "history.until"
	HistorySettled       Key = "history.settled"
	HistoryForgiven      Key = "history.forgiven"
	HistoryWritten       Key = "history.written"
	HistoryUndo          Key = "history.undo"
	HistoryReversed      Key = "history.reversed"
	HistoryVoided        Key = "history.voided"
	HistoryUndone        Key = "history.undone"
	HistoryAsked         Key = "history.asked"
	HistoryAskedYou      Key = "history.asked.you"
	HistoryAgreed        Key = "history.agreed"
	HistoryAgreedYou     Key = "history.agreed.you"
	HistoryBy            Key = "history.by"
	HistoryByYou         Key = "history.by.you"
	HistoryNote          Key = "history.note"
	HistoryErased        Key = "history.erased"
)

// The standings of a server.
const (
	StandingsTitle   Key = "standings.title"
	StandingsHands   Key = "standings.hands"
	StandingsWon     Key = "standings.won"
	StandingsRummies Key = "standings.rummies"
	StandingsAverage Key = "standings.average"
	StandingsNone    Key = "standings.none"
	StandingsCounts  Key = "standings.counts"
	StandingsLast    Key = "standings.last"
	StandingsPlace   Key = "standings.place"
	SpanSince        Key = "span.since"
	SpanDays         Key = "span.days"
	SpanDay          Key = "span.day"
	SpanAt           Key = "span.at"
	SpanClock        Key = "span.clock"
	DateLong         Key = "date.long"
	DateShort        Key = "date.short"
	NumberTenths     Key = "number.tenths"
	NumberThousands  Key = "number.thousands"
	ChartTitle       Key = "chart.title"
	ChartLine        Key = "chart.line"
	ChartCounts      Key = "chart.counts"
	SeasonTitle      Key = "season.title"
	SeasonChampion   Key = "season.champion"
	SeasonChampions  Key = "season.champions"
	SeasonNobody     Key = "season.nobody"
	SeasonNext       Key = "season.next"
	BooksTitle       Key = "books.title"
	BooksText        Key = "books.text"
	BooksEnds        Key = "books.ends"
	BooksBegins      Key = "books.begins"
	BooksTold        Key = "books.told"
	BooksUntold      Key = "books.untold"
	BooksLeast       Key = "books.least"
	ResultBare       Key = "result.bare"
	ResultRetaken    Key = "result.retaken"
)

// Somebody's year.
const (
	YearTitle       Key = "year.title"
	YearTitleOf     Key = "year.title.of"
	YearNone        Key = "year.none"
	YearPips        Key = "year.pips"
	YearRummy       Key = "year.rummy"
	YearEvening     Key = "year.evening"
	YearClosestWon  Key = "year.closest.won"
	YearClosestLost Key = "year.closest.lost"
	YearDrought     Key = "year.drought"
	YearNemesis     Key = "year.nemesis"
	YearFirst       Key = "year.first"
	YearLast        Key = "year.last"
	YearWorst       Key = "year.worst"
	YearCounts      Key = "year.counts"
)

// The proof of a deal.
const (
	ProofTitle           Key = "proof.title"
	ProofBefore          Key = "proof.before"
	ProofChoice          Key = "proof.choice"
	ProofChoiceBefore    Key = "proof.choice.before"
	ProofChoiceElsewhere Key = "proof.choice.elsewhere"
	ProofCommitment      Key = "proof.commitment"
	ProofRunning         Key = "proof.running"
	ProofCuts            Key = "proof.cuts"
	ProofNocuts          Key = "proof.nocuts"
	ProofMessage         Key = "proof.message"
	ProofClick           Key = "proof.click"
	ProofGone            Key = "proof.gone"
	ProofLine            Key = "proof.line"
	ProofEarly           Key = "proof.early"
	ProofLast            Key = "proof.last"
	ProofOld             Key = "proof.old"
	ProofAgain           Key = "proof.again"
	ProofMatches         Key = "proof.matches"
	ProofDiffers         Key = "proof.differs"
	ProofHow             Key = "proof.how"
)
