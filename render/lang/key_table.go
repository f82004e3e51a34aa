package lang

// The lobby.
const (
	LobbyOpen       Key = "lobby.open"
	LobbyHost       Key = "lobby.host"
	LobbySeats      Key = "lobby.seats"
	LobbyFew        Key = "lobby.few"
	LobbyReady      Key = "lobby.ready"
	LobbyCuts       Key = "lobby.cuts"
	LobbyNocuts     Key = "lobby.nocuts"
	LobbyNoPictures Key = "lobby.nopictures"
	InviteText      Key = "invite.text"
)

// The time for a turn.
const (
	TurnNone    Key = "turn.none"
	TurnSeconds Key = "turn.seconds"
	TurnMinutes Key = "turn.minutes"
	TurnHours   Key = "turn.hours"
	TurnDays    Key = "turn.days"
)

// The sealed deal.
const (
	CommitmentText  Key = "commitment.text"
	CommitmentAgain Key = "commitment.again"
	CommitmentLink  Key = "commitment.link"
	DealText        Key = "deal.text"
	DealCut         Key = "deal.cut"
	DealCount       Key = "deal.count"
	DealAgain       Key = "deal.again"
	DealLink        Key = "deal.link"
)

// The table.
const (
	TableHand       Key = "table.hand"
	TableDraws      Key = "table.draws"
	TablePlays      Key = "table.plays"
	TablePaused     Key = "table.paused"
	TableTurnedOff  Key = "table.turned.off"
	TableTurnedOn   Key = "table.turned.on"
	TableUntil      Key = "table.until"
	TableLeft       Key = "table.left"
	TableOver       Key = "table.over"
	TableAgain      Key = "table.again"
	TableNext       Key = "table.next"
	TableClosed     Key = "table.closed"
	TableClosedIdle Key = "table.closed.idle"
	TableRematch    Key = "table.rematch"
	TablePile       Key = "table.pile"
	TablePileMore   Key = "table.pile.more"
	TablePileEmpty  Key = "table.pile.empty"
	TableStock      Key = "table.stock"
	TableStockEmpty Key = "table.stock.empty"
	TableMelds      Key = "table.melds"
	TableMeldsNone  Key = "table.melds.none"
	TableLast       Key = "table.last"
	TableScore      Key = "table.score"
	TableScoreMatch Key = "table.score.match"
)

// That the hand is about to be blocked.
const (
	TableIdle          Key = "table.idle"
	TableIdleConcealed Key = "table.idle.concealed"
)

// What a player did.
const (
	LogStock        Key = "log.stock"
	LogDiscard      Key = "log.discard"
	LogBoth         Key = "log.both"
	LogTurnover     Key = "log.turnover"
	LogMeld         Key = "log.meld"
	LogLayoff       Key = "log.layoff"
	LogDrop         Key = "log.drop"
	LogTakeback     Key = "log.takeback"
	LogPutback      Key = "log.putback"
	LogGoout        Key = "log.goout"
	LogGooutDiscard Key = "log.goout.discard"
	LogWin          Key = "log.win"
	LogBlock        Key = "log.block"
)

// The same without who did it, and how one sentence is made of several.
const (
	DidTurn         Key = "did.turn"
	DidStock        Key = "did.stock"
	DidDrew         Key = "did.drew" // the cards named
	DidDiscard      Key = "did.discard"
	DidBoth         Key = "did.both"
	DidTurnover     Key = "did.turnover"
	DidTurned       Key = "did.turned" // the same
	DidMeld         Key = "did.meld"
	DidLayoff       Key = "did.layoff"
	DidDrop         Key = "did.drop"
	DidTakeback     Key = "did.takeback"
	DidPutback      Key = "did.putback"
	DidGoout        Key = "did.goout"
	DidGooutDiscard Key = "did.goout.discard"
)

// The discard pile as a whole.
const (
	PileTitle Key = "pile.title"
	PileAll   Key = "pile.all"
	PileNow   Key = "pile.now"
	PileLater Key = "pile.later"
)

// Calls: messages that notify people.
const (
	CallTurn      Key = "call.turn"
	CallDealt     Key = "call.dealt"
	CallThrew     Key = "call.threw"
	CallTake      Key = "call.take"
	CallPlay      Key = "call.play"
	CallHalf      Key = "call.half"
	CallNudge     Key = "call.nudge"
	CallHost      Key = "call.host"
	CallWish      Key = "call.wish"
	CallEnd       Key = "call.end"
	CallInvite    Key = "call.invite"
	CallOpens     Key = "call.opens"
	CallDirect    Key = "call.direct"
	CallRefused   Key = "call.refused"
	CallInviteAll Key = "call.invite.all"
	CallClose     Key = "call.close"
)

// The tables that wait for their reader.
const (
	TurnsSome Key = "turns.some"
	TurnsNone Key = "turns.none"
	TurnsMore Key = "turns.more"

	LostLine       Key = "lost.line"
	LostTable      Key = "lost.table"
	UnsetTables    Key = "unset.tables"
	UnsetAnywhere  Key = "unset.anywhere"
	UnsetSeasons   Key = "unset.seasons"
	CloseElsewhere Key = "close.elsewhere"
)

// The wish to take a play back.
const (
	TakebackAsk     Key = "takeback.ask"
	TakebackAskDraw Key = "takeback.ask.draw"
)

// The wish to end the hand early.
const (
	EndingAsk   Key = "ending.ask"
	EndingClose Key = "ending.close"
)

// The private hand.
const (
	HandTitle         Key = "hand.title"
	HandDraw          Key = "hand.draw"
	HandPlay          Key = "hand.play"
	HandPlayConcealed Key = "hand.play.concealed"
	HandPlayDiscard   Key = "hand.play.discard"
	HandWait          Key = "hand.wait"
	HandOver          Key = "hand.over"
	HandUnshown       Key = "hand.unshown"
	HandDrew          Key = "hand.drew"
	HandBarred        Key = "hand.barred"
	HandMelds         Key = "hand.melds"
	HandLoose         Key = "hand.loose"
	HandMatched       Key = "hand.matched"
	HandUnmatched     Key = "hand.unmatched"
	HandCounts        Key = "hand.counts"
	HandEmpty         Key = "hand.empty"
	HandSince         Key = "hand.since"
	HandSofar         Key = "hand.sofar"
	HandAfter         Key = "hand.after"
	HandOther         Key = "hand.other"
	HandAsof          Key = "hand.asof"
)

// The choice of cards.
const (
	ModalTitle Key = "modal.title"
	ModalTo    Key = "modal.to"
)

// A hint, and why.
const (
	HintLine      Key = "hint.line"
	TipLine       Key = "tip.line"
	WhyOut        Key = "why.out"
	WhyRummy      Key = "why.rummy"
	WhyTakeMeld   Key = "why.take.meld"
	WhyTakeLayoff Key = "why.take.layoff"
	WhyTakeAlone  Key = "why.take.layoff.alone"
	WhyTakePair   Key = "why.take.pair"
	WhyStock      Key = "why.stock"
	WhyOnly       Key = "why.only"
	WhyCaught     Key = "why.caught"
	WhyKeepup     Key = "why.keepup"
	WhyLayoff     Key = "why.layoff"
	WhyUseless    Key = "why.useless"
	WhySafe       Key = "why.safe"
	WhyDear       Key = "why.dear"
	WhyBreaks     Key = "why.breaks"
)

// The road that a hint did not take, and how much worse it is.
const (
	RoadRummy    Key = "road.rummy"
	RoadVain     Key = "road.vain"
	RoadShows    Key = "road.shows"
	RoadKeeps    Key = "road.keeps"
	RoadHolds    Key = "road.holds"
	RoadTake     Key = "road.take"
	RoadStock    Key = "road.stock"
	RoadNext     Key = "road.next"
	RoadTurnover Key = "road.turnover"
	RoadPair     Key = "road.pair"
	GapPips      Key = "gap.pips"
	GapEven      Key = "gap.even"
)

// Rules and seats of a table.
const (
	SettingsTitle Key = "settings.title"
	SettingsText  Key = "settings.text"
	SettingsLook  Key = "settings.look"
	SettingsLine  Key = "settings.line"
	SettingsSeats Key = "settings.seats"
)

// What is said of a picture to who doesn't see it.
const (
	AltMeld Key = "alt.meld"
	AltHand Key = "alt.hand"
)
