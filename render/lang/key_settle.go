package lang

// What lies between two people, before a change and after it.
const (
	BetweenOwes Key = "between.owes"
	BetweenEven Key = "between.even"
)

// What is proposed about the tab, what it has done, and how it ended otherwise.
const (
	ProposeSettle  Key = "propose.settle"
	ProposeAnew    Key = "propose.anew"
	ProposeUndo    Key = "propose.undo"
	ProposeUntil   Key = "propose.until"
	DoneSettle     Key = "done.settle"
	DoneForgive    Key = "done.forgive"
	DoneLetGo      Key = "done.letgo"
	DoneUndo       Key = "done.undo"
	DoneVoid       Key = "done.void"
	WasSettle      Key = "was.settle"
	WasUndo        Key = "was.undo"
	EndedDeclined  Key = "ended.declined"
	EndedWithdrawn Key = "ended.withdrawn"
	EndedExpired   Key = "ended.expired"
	EndedLapsed    Key = "ended.lapsed"
)

// What an entry of the tab comes from.
const (
	SourceHand        Key = "source.hand"
	SourceSettlement  Key = "source.settlement"
	SourceForgiveness Key = "source.forgiveness"
	SourceWriteOff    Key = "source.writeoff"
	SourceReversal    Key = "source.reversal"
)

// Answers about the tab, and what is asked first.
const (
	NoticeProposed Key = "notice.proposed"
	NoticeAnew     Key = "notice.anew"
	ConfirmForgive Key = "confirm.forgive"
	ConfirmLetGo   Key = "confirm.letgo"
	ModalSettle    Key = "modal.settle"
	ModalPips      Key = "modal.pips"
	ModalNote      Key = "modal.note"
	ModalReverse   Key = "modal.reverse"
	ModalReason    Key = "modal.reason"
)

// Labels of buttons about the tab.
const (
	ButtonConfirm     Key = "button.confirm"
	ButtonWithdraw    Key = "button.withdraw"
	ButtonSettle      Key = "button.settle"
	ButtonEven        Key = "button.even"
	ButtonForgive     Key = "button.forgive"
	ButtonSureForgive Key = "button.sure.forgive"
	ButtonLetGo       Key = "button.letgo"
	ButtonSureLetGo   Key = "button.sure.letgo"
	ButtonReverse     Key = "button.reverse"
)

// Why nothing changes on the tab.
const (
	TroubleTabSelf      Key = "trouble.tab.self"
	TroubleTabEven      Key = "trouble.tab.even"
	TroubleTabFew       Key = "trouble.tab.few"
	TroubleTabMany      Key = "trouble.tab.many"
	TroubleTabPips      Key = "trouble.tab.pips"
	TroubleTabDebtor    Key = "trouble.tab.debtor"
	TroubleTabThere     Key = "trouble.tab.there"
	TroubleTabGone      Key = "trouble.tab.gone"
	TroubleTabAbsent    Key = "trouble.tab.absent"
	TroubleTabBot       Key = "trouble.tab.bot"
	TroubleTabNone      Key = "trouble.tab.none"
	TroubleTabUndone    Key = "trouble.tab.undone"
	TroubleTabReversal  Key = "trouble.tab.reversal"
	TroubleTabOpen      Key = "trouble.tab.open"
	TroubleTabUnknown   Key = "trouble.tab.unknown"
	TroubleTabOthers    Key = "trouble.tab.others"
	TroubleTabOwn       Key = "trouble.tab.own"
	TroubleTabDone      Key = "trouble.tab.done"
	TroubleTabDeclined  Key = "trouble.tab.declined"
	TroubleTabWithdrawn Key = "trouble.tab.withdrawn"
	TroubleTabExpired   Key = "trouble.tab.expired"
	TroubleTabLapsed    Key = "trouble.tab.lapsed"
	TroubleTabNote      Key = "trouble.tab.note"
	TroubleTabReason    Key = "trouble.tab.reason"
)
