package lang

// Words that many screens use.
const (
	Title Key = "title"
)

// Counts in words.
const (
	CountCards Key = "count.cards"
)

// The end of a list: all but the last, and the last.
const (
	ListAnd  Key = "list.and"
	ListAndI Key = "list.and.i" // the last begins with the vowel i
)

// The suits, as headings of selects.
const (
	SuitClubs    Key = "suit.clubs"
	SuitDiamonds Key = "suit.diamonds"
	SuitHearts   Key = "suit.hearts"
	SuitSpades   Key = "suit.spades"
)

// Words beside a name.
const (
	PlayerLeads    Key = "player.leads"
	PlayerUnknown  Key = "player.unknown"
	PlayerNameless Key = "player.nameless"
	PlayerAway     Key = "player.away"
	PlayerLeaving  Key = "player.leaving"
	PlayerDeals    Key = "player.deals"
	PlayerTurn     Key = "player.turn"
	PlayerAfter    Key = "player.after"
	PlayerLater    Key = "player.later"
)

// Who is away and comes back.
const (
	AwayNow    Key = "away.now"
	AwayWaits  Key = "away.waits"
	AwayBack   Key = "away.back"
	AwayPlayed Key = "away.played"
)

// Labels of buttons.
const (
	ButtonJoin         Key = "button.join"
	ButtonLeave        Key = "button.leave"
	ButtonStart        Key = "button.start"
	ButtonNext         Key = "button.next"
	ButtonAgain        Key = "button.again"
	ButtonRematch      Key = "button.rematch"
	ButtonRules        Key = "button.rules"
	ButtonSettings     Key = "button.settings"
	ButtonHouse        Key = "button.house"
	ButtonTable        Key = "button.table"
	ButtonHow          Key = "button.how"
	ButtonInvite       Key = "button.invite"
	ButtonNotnow       Key = "button.notnow"
	ButtonHand         Key = "button.hand"
	ButtonMore         Key = "button.more"
	ButtonRefresh      Key = "button.refresh"
	ButtonSortSuit     Key = "button.sort.suit"
	ButtonSortRank     Key = "button.sort.rank"
	ButtonSortMelds    Key = "button.sort.melds"
	ButtonGoout        Key = "button.goout"
	ButtonGooutDiscard Key = "button.goout.discard"
	ButtonLayall       Key = "button.layall"
	ButtonLayallPlain  Key = "button.layall.plain"
	ButtonChoose       Key = "button.choose"
	ButtonHint         Key = "button.hint"
	ButtonDoit         Key = "button.doit"
	ButtonAway         Key = "button.away"
	ButtonTakeback     Key = "button.takeback"
	ButtonNudge        Key = "button.nudge"
	ButtonAgree        Key = "button.agree"
	ButtonDisagree     Key = "button.disagree"
	ButtonTab          Key = "button.tab"
	ButtonErase        Key = "button.erase"
	ButtonShareRecord  Key = "button.share.record"
	ButtonProof        Key = "button.proof"
	ButtonHelp         Key = "button.help"
	ButtonAskEnd       Key = "button.ask.end"
	ButtonEnd          Key = "button.end"
	ButtonAskClose     Key = "button.ask.close"
	ButtonClose        Key = "button.close"
	ButtonSureLeave    Key = "button.sure.leave"
	ButtonSureRemove   Key = "button.sure.remove"
	ButtonSureEnd      Key = "button.sure.end"
	ButtonSureClose    Key = "button.sure.close"
	ButtonKeep         Key = "button.keep"
	ButtonBack         Key = "button.back"
	ButtonForward      Key = "button.forward"
	ButtonPile         Key = "button.pile"
	ButtonMenu         Key = "button.menu"
	ButtonShare        Key = "button.share"
	ButtonInstead      Key = "button.instead"
)

// Who plays alone.
const (
	AloneSealAgain Key = "alone.seal.again"
	AloneShared    Key = "alone.shared"
	AloneStill     Key = "alone.still"
)

// Labels of the ways to draw.
const (
	DrawStock    Key = "draw.stock"
	DrawDiscard  Key = "draw.discard"
	DrawBoth     Key = "draw.both"
	DrawTurnover Key = "draw.turnover"
	DrawTurned   Key = "draw.turned"
)

// Placeholders of selects.
const (
	SelectMeld        Key = "select.meld"
	SelectLayoff      Key = "select.layoff"
	SelectDiscard     Key = "select.discard"
	SelectDiscardMore Key = "select.discard.more"
	SelectComputer    Key = "select.computer"
	SelectRemove      Key = "select.remove"
	SelectRules       Key = "select.rules"
	SelectPeople      Key = "select.people"
	SelectPace        Key = "select.pace"
)

// Options of selects.
const (
	PickLeaves      Key = "pick.leaves"
	PickNorummy     Key = "pick.norummy"
	PickChoose      Key = "pick.choose"
	PickChooseAbout Key = "pick.choose.about"
	PickLayoff      Key = "pick.layoff"
	PickMeld        Key = "pick.meld"
	PickMeldAbout   Key = "pick.meld.about"
	PickOn          Key = "pick.on"
	PickOwner       Key = "pick.owner"
)

// The lobby.
const (
	LobbyOpen   Key = "lobby.open"
	LobbyHost   Key = "lobby.host"
	LobbySeats  Key = "lobby.seats"
	LobbyFew    Key = "lobby.few"
	LobbyReady  Key = "lobby.ready"
	LobbyCuts   Key = "lobby.cuts"
	LobbyNocuts Key = "lobby.nocuts"
	InviteText  Key = "invite.text"
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
	LogGoout        Key = "log.goout"
	LogGooutDiscard Key = "log.goout.discard"
	LogWin          Key = "log.win"
	LogBlock        Key = "log.block"
)

// The same without who did it, and how one sentence is made of several.
const (
	DidTurn         Key = "did.turn"
	DidStock        Key = "did.stock"
	DidDiscard      Key = "did.discard"
	DidBoth         Key = "did.both"
	DidTurnover     Key = "did.turnover"
	DidMeld         Key = "did.meld"
	DidLayoff       Key = "did.layoff"
	DidDrop         Key = "did.drop"
	DidTakeback     Key = "did.takeback"
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
)

// The wish to take a play back.
const (
	TakebackAsk Key = "takeback.ask"
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
	HandDrew          Key = "hand.drew"
	HandBarred        Key = "hand.barred"
	HandMelds         Key = "hand.melds"
	HandLoose         Key = "hand.loose"
	HandMatched       Key = "hand.matched"
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

// The forms of a table's settings.
const (
	ModalHouse  Key = "modal.house"
	ModalTwists Key = "modal.twists"
	ModalTable  Key = "modal.table"
	ModalExtras Key = "modal.extras"
)

// Moves, as labels.
const (
	MoveMeld    Key = "move.meld"
	MoveLayoff  Key = "move.layoff"
	MoveDiscard Key = "move.discard"
)

// A hint, and why.
const (
	HintLine    Key = "hint.line"
	WhyOut      Key = "why.out"
	WhyRummy    Key = "why.rummy"
	WhyTakeMeld Key = "why.take.meld"
	WhyTakeHand Key = "why.take.hand"
	WhyStock    Key = "why.stock"
	WhyOnly     Key = "why.only"
	WhyCaught   Key = "why.caught"
	WhyKeepup   Key = "why.keepup"
	WhyLayoff   Key = "why.layoff"
	WhyUseless  Key = "why.useless"
	WhySafe     Key = "why.safe"
	WhyDear     Key = "why.dear"
	WhyBreaks   Key = "why.breaks"
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
	ResultNocards   Key = "result.nocards"
	ResultPayments  Key = "result.payments"
	ResultPays      Key = "result.pays"
	ResultPaysSum   Key = "result.pays.sum"
	ResultComputers Key = "result.computers"
	ResultScore     Key = "result.score"
	ResultLeads     Key = "result.leads"
	ResultHead      Key = "result.head"
	ResultSeal      Key = "result.seal"
	ResultSealAgain Key = "result.seal.again"
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
	EveningNet     Key = "evening.net"
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

// The tab.
const (
	TabTitle         Key = "tab.title"
	TabOwes          Key = "tab.owes"
	TabOwe           Key = "tab.owe"
	TabEven          Key = "tab.even"
	TabStandings     Key = "tab.standings"
	TabStandingsNone Key = "tab.standings.none"
	TabPage          Key = "tab.page"
)

// What somebody has played.
const (
	RecordTitle       Key = "record.title"
	RecordTitleOf     Key = "record.title.of"
	RecordComputers   Key = "record.computers"
	RecordPeople      Key = "record.people"
	RecordHands       Key = "record.hands"
	RecordRummies     Key = "record.rummies"
	RecordPips        Key = "record.pips"
	RecordBest        Key = "record.best"
	RecordStreak      Key = "record.streak"
	RecordAgainst     Key = "record.against"
	RecordScore       Key = "record.score"
	RecordNone        Key = "record.none"
	RecordNoComputers Key = "record.none.computers"
	RecordNoPeople    Key = "record.none.people"
	RecordDirect      Key = "record.direct"
	RecordCounts      Key = "record.counts"
)

// What is kept of people.
const (
	PrivacyKeeps   Key = "privacy.keeps"
	PrivacyWhy     Key = "privacy.why"
	PrivacyWay     Key = "privacy.way"
	PrivacyAsk     Key = "privacy.ask"
	PrivacyGoes    Key = "privacy.goes"
	PrivacyStays   Key = "privacy.stays"
	PrivacyErased  Key = "privacy.erased"
	PrivacyUnknown Key = "privacy.unknown"
)

// The menu behind More.
const (
	MoreTitle Key = "more.title"
)

// Rules and seats of a table.
const (
	SettingsTitle Key = "settings.title"
	SettingsText  Key = "settings.text"
	SettingsLook  Key = "settings.look"
	SettingsLine  Key = "settings.line"
	SettingsSeats Key = "settings.seats"
)

// A person's own quiet hours.
const (
	QuietHours Key = "quiet.hours"
	QuietDoes  Key = "quiet.does"
	QuietNow   Key = "quiet.now"
	QuietNone  Key = "quiet.none"
)

// A person's own cards, and how news of them comes.
const (
	HabitCards       Key = "habit.cards"
	HabitAnnounceOn  Key = "habit.announce.on"
	HabitAnnounceOff Key = "habit.announce.off"
	HabitCallsHere   Key = "habit.calls.here"
	ServerTitle      Key = "server.title"
	ServerText       Key = "server.text"
	ServerLast       Key = "server.last"
	ServerAnywhere   Key = "server.anywhere"
	ServerChannels   Key = "server.channels"
	HabitOpensOn     Key = "habit.opens.on"
	HabitOpensOff    Key = "habit.opens.off"
	HabitCallsDm     Key = "habit.calls.dm"
)

// Questions asked twice.
const (
	ConfirmLeave     Key = "confirm.leave"
	ConfirmRemove    Key = "confirm.remove"
	ConfirmLeaveOff  Key = "confirm.leave.off"
	ConfirmRemoveOff Key = "confirm.remove.off"
	ConfirmClose     Key = "confirm.close"
	ConfirmAskClose  Key = "confirm.ask.close"
	ConfirmEnd       Key = "confirm.end"
	ConfirmAsk       Key = "confirm.ask"
)

// The proof of a deal.
const (
	ProofTitle        Key = "proof.title"
	ProofBefore       Key = "proof.before"
	ProofChoice       Key = "proof.choice"
	ProofChoiceBefore Key = "proof.choice.before"
	ProofCommitment   Key = "proof.commitment"
	ProofRunning      Key = "proof.running"
	ProofCuts         Key = "proof.cuts"
	ProofNocuts       Key = "proof.nocuts"
	ProofMessage      Key = "proof.message"
	ProofClick        Key = "proof.click"
	ProofGone         Key = "proof.gone"
	ProofHow          Key = "proof.how"
)
