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
	ButtonTipsOn       Key = "button.tips.on"
	ButtonTipsOff      Key = "button.tips.off"
	ButtonAnnounceOn   Key = "button.announce.on"
	ButtonAnnounceOff  Key = "button.announce.off"
	ButtonCallsDm      Key = "button.calls.dm"
	ButtonCallsHere    Key = "button.calls.here"
	ButtonViewPictures Key = "button.view.pictures"
	ButtonViewSymbols  Key = "button.view.symbols"
	ButtonViewWords    Key = "button.view.words"
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
	ButtonStandings    Key = "button.standings"
	SelectPeriod       Key = "select.period"
	ButtonTabAll       Key = "button.tab.all"
	ButtonHistory      Key = "button.history"
	ButtonReverseWith  Key = "button.reverse.with"
	ButtonNewer        Key = "button.newer"
	ButtonOlder        Key = "button.older"
	ButtonChart        Key = "button.chart"
	SelectWhom         Key = "select.whom"
	ButtonErase        Key = "button.erase"
	ButtonEraseEdit    Key = "button.erase.edit"
	ButtonExport       Key = "button.privacy.export"
	ButtonAskErase     Key = "button.privacy.erase"
	ButtonShareRecord  Key = "button.share.record"
	ButtonProof        Key = "button.proof"
	ButtonReplay       Key = "button.replay"
	ButtonReplayFirst  Key = "button.replay.first"
	ButtonReplayBack   Key = "button.replay.back"
	ButtonReplayNext   Key = "button.replay.next"
	ButtonReplayLast   Key = "button.replay.last"
	ButtonShareMoment  Key = "button.moment"
	ButtonWatch        Key = "button.watch"
	ButtonWatchOn      Key = "button.watch.on"
	ButtonWatchStop    Key = "button.watch.stop"
	ButtonHelp         Key = "button.help"
	ButtonAskEnd       Key = "button.ask.end"
	ButtonEnd          Key = "button.end"
	ButtonAskClose     Key = "button.ask.close"
	ButtonHere         Key = "button.here"
	ButtonClose        Key = "button.close"
	ButtonCloseOne     Key = "button.closeone"
	ButtonSureLeave    Key = "button.sure.leave"
	ButtonSureRemove   Key = "button.sure.remove"
	ButtonSureEnd      Key = "button.sure.end"
	ButtonSureTakeback Key = "button.sure.takeback"
	ButtonSureClose    Key = "button.sure.close"
	ButtonKeep         Key = "button.keep"
	ButtonBack         Key = "button.back"
	ButtonForward      Key = "button.forward"
	ButtonPile         Key = "button.pile"
	ButtonMenu         Key = "button.menu"
	ButtonShare        Key = "button.share"
	ButtonReview       Key = "button.review"
	ButtonInstead      Key = "button.instead"
	ButtonRemarksOn    Key = "button.remarks.on"
	ButtonRemarksOff   Key = "button.remarks.off"
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
	SelectTurn        Key = "select.turn"
	SelectFriend      Key = "select.friend"
	SelectEntry       Key = "select.entry"
)

// Options of selects.
const (
	PickLeaves      Key = "pick.leaves"
	PickHolds       Key = "pick.holds"
	PickNorummy     Key = "pick.norummy"
	PickChoose      Key = "pick.choose"
	PickChooseAbout Key = "pick.choose.about"
	PickLayoff      Key = "pick.layoff"
	PickMeld        Key = "pick.meld"
	PickMeldAbout   Key = "pick.meld.about"
	PickOn          Key = "pick.on"
	PickOwner       Key = "pick.owner"
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

// The menu behind More.
const (
	MoreTitle Key = "more.title"
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
	ConfirmTakeback  Key = "confirm.takeback"
	ConfirmAsk       Key = "confirm.ask"
)
