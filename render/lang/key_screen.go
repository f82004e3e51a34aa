package lang

// Words that many screens use.
const (
	Title Key = "title"
)

// Counts in words.
const (
	CountCards Key = "count.cards"
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
	PlayerComputer Key = "player.computer"
	PlayerUnknown  Key = "player.unknown"
	PlayerNameless Key = "player.nameless"
	PlayerAway     Key = "player.away"
	PlayerLeaving  Key = "player.leaving"
	PlayerDeals    Key = "player.deals"
	PlayerTurn     Key = "player.turn"
	PlayerLater    Key = "player.later"
)

// Who is away and comes back.
const (
	AwayNow    Key = "away.now"
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
	ButtonHand         Key = "button.hand"
	ButtonMore         Key = "button.more"
	ButtonRefresh      Key = "button.refresh"
	ButtonSortSuit     Key = "button.sort.suit"
	ButtonSortRank     Key = "button.sort.rank"
	ButtonSortMelds    Key = "button.sort.melds"
	ButtonGoout        Key = "button.goout"
	ButtonGooutDiscard Key = "button.goout.discard"
	ButtonLayall       Key = "button.layall"
	ButtonChoose       Key = "button.choose"
	ButtonHint         Key = "button.hint"
	ButtonDoit         Key = "button.doit"
	ButtonAway         Key = "button.away"
	ButtonTakeback     Key = "button.takeback"
	ButtonAgree        Key = "button.agree"
	ButtonDisagree     Key = "button.disagree"
	ButtonTab          Key = "button.tab"
	ButtonProof        Key = "button.proof"
	ButtonHelp         Key = "button.help"
	ButtonClose        Key = "button.close"
	ButtonSureLeave    Key = "button.sure.leave"
	ButtonSureRemove   Key = "button.sure.remove"
	ButtonSureClose    Key = "button.sure.close"
	ButtonKeep         Key = "button.keep"
	ButtonBack         Key = "button.back"
	ButtonForward      Key = "button.forward"
)

// Labels of the ways to draw.
const (
	DrawStock    Key = "draw.stock"
	DrawDiscard  Key = "draw.discard"
	DrawBoth     Key = "draw.both"
	DrawTurnover Key = "draw.turnover"
)

// Placeholders of selects.
const (
	SelectMeld        Key = "select.meld"
	SelectLayoff      Key = "select.layoff"
	SelectDiscard     Key = "select.discard"
	SelectDiscardMore Key = "select.discard.more"
	SelectComputer    Key = "select.computer"
	SelectRemove      Key = "select.remove"
)

// Options of selects.
const (
	PickLeaves      Key = "pick.leaves"
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
	LobbyRules  Key = "lobby.rules"
	LobbySeats  Key = "lobby.seats"
	LobbyFew    Key = "lobby.few"
	LobbyReady  Key = "lobby.ready"
	LobbyCuts   Key = "lobby.cuts"
	LobbyNocuts Key = "lobby.nocuts"
)

// The time for a turn.
const (
	TurnLimit   Key = "turn.limit"
	TurnNone    Key = "turn.none"
	TurnMinutes Key = "turn.minutes"
	TurnHours   Key = "turn.hours"
	TurnDays    Key = "turn.days"
)

// The sealed deal.
const (
	CommitmentTitle Key = "commitment.title"
	CommitmentText  Key = "commitment.text"
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
	TableClosed     Key = "table.closed"
	TableRematch    Key = "table.rematch"
	TablePile       Key = "table.pile"
	TablePileMore   Key = "table.pile.more"
	TablePileEmpty  Key = "table.pile.empty"
	TableStock      Key = "table.stock"
	TableStockEmpty Key = "table.stock.empty"
	TableMelds      Key = "table.melds"
	TableMeldsNone  Key = "table.melds.none"
	TableIdle       Key = "table.idle"
	TableLast       Key = "table.last"
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

// The call to the one whose turn it is.
const (
	PingTurn Key = "ping.turn"
	PingHalf Key = "ping.half"
)

// The wish to take a play back.
const (
	TakebackAsk Key = "takeback.ask"
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
)

// The choice of cards.
const (
	ModalTitle Key = "modal.title"
	ModalTo    Key = "modal.to"
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

// The end of a hand.
const (
	ResultWon       Key = "result.won"
	ResultRummy     Key = "result.rummy"
	ResultBlocked   Key = "result.blocked"
	ResultTied      Key = "result.tied"
	ResultVoid      Key = "result.void"
	ResultAbandoned Key = "result.abandoned"
	ResultHands     Key = "result.hands"
	ResultHand      Key = "result.hand"
	ResultLoose     Key = "result.loose"
	ResultNocards   Key = "result.nocards"
	ResultPayments  Key = "result.payments"
	ResultPays      Key = "result.pays"
	ResultPaysSum   Key = "result.pays.sum"
	ResultComputers Key = "result.computers"
	ResultSeed      Key = "result.seed"
	ResultCuts      Key = "result.cuts"
	ResultHead      Key = "result.head"
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

// The menu behind More.
const (
	MoreTitle Key = "more.title"
	MoreText  Key = "more.text"
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

// Questions asked twice.
const (
	ConfirmLeave     Key = "confirm.leave"
	ConfirmRemove    Key = "confirm.remove"
	ConfirmLeaveOff  Key = "confirm.leave.off"
	ConfirmRemoveOff Key = "confirm.remove.off"
	ConfirmClose     Key = "confirm.close"
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
	ProofHow          Key = "proof.how"
)
