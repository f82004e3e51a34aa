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
	ProposeOf      Key = "propose.of"
	ProposeRelease Key = "propose.release"
	ProposeReverse Key = "propose.release.reverse"
	ProposeUntil   Key = "propose.until"
	DoneSettle     Key = "done.settle"
	DoneForgive    Key = "done.forgive"
	DoneLetGo      Key = "done.letgo"
	DoneRelease    Key = "done.release"
	DoneReleaseBy  Key = "done.release.by"
	DoneReclaim    Key = "done.reclaim"
	DoneUndo       Key = "done.undo"
	DoneVoid       Key = "done.void"
	WasSettle      Key = "was.settle"
	WasRelease     Key = "was.release"
	WasUndo        Key = "was.undo"
	EndedDeclined  Key = "ended.declined"
	EndedWithdrawn Key = "ended.withdrawn"
	EndedExpired   Key = "ended.expired"
	EndedLapsed    Key = "ended.lapsed"
	EndedBack      Key = "ended.back"
)

// What an entry of the tab comes from.
const (
	SourceHand        Key = "source.hand"
	SourceSettlement  Key = "source.settlement"
	SourceForgiveness Key = "source.forgiveness"
	SourceWriteOff    Key = "source.writeoff"
	SourceReversal    Key = "source.reversal"
)

// A hand among those that can be voided.
const (
	ChoiceHand Key = "choice.hand"
)

// Answers about the tab, and what is asked first.
const (
	NoticeProposed Key = "notice.proposed"
	NoticeAnew     Key = "notice.anew"
	NoticeRelease  Key = "notice.release"
	ConfirmForgive Key = "confirm.forgive"
	ConfirmLetGo   Key = "confirm.letgo"
	ModalSettle    Key = "modal.settle"
	ModalPips      Key = "modal.pips"
	ModalNote      Key = "modal.note"
	ModalReverse   Key = "modal.reverse"
	ModalReason    Key = "modal.reason"
	ModalRelease   Key = "modal.release"
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
	ButtonRelease     Key = "button.release"
)

// Why nothing changes on the tab.
const (
	TroubleSettleSelf      Key = "trouble.settle.self"
	TroubleSettleEven      Key = "trouble.settle.even"
	TroubleSettleFew       Key = "trouble.settle.few"
	TroubleSettleLeast     Key = "trouble.settle.least"
	TroubleSettleMany      Key = "trouble.settle.many"
	TroubleSettlePips      Key = "trouble.settle.pips"
	TroubleSettleDebtor    Key = "trouble.settle.debtor"
	TroubleSettleThere     Key = "trouble.settle.there"
	TroubleSettleGone      Key = "trouble.settle.gone"
	TroubleSettleAbsent    Key = "trouble.settle.absent"
	TroubleSettleBot       Key = "trouble.settle.bot"
	TroubleVoidNumber      Key = "trouble.void.number"
	TroubleSettleNone      Key = "trouble.settle.none"
	TroubleSettleUndone    Key = "trouble.settle.undone"
	TroubleSettleReversal  Key = "trouble.settle.reversal"
	TroubleSettleOpen      Key = "trouble.settle.open"
	TroubleSettleUnknown   Key = "trouble.settle.unknown"
	TroubleSettleOthers    Key = "trouble.settle.others"
	TroubleSettleOwn       Key = "trouble.settle.own"
	TroubleSettleDone      Key = "trouble.settle.done"
	TroubleSettleDeclined  Key = "trouble.settle.declined"
	TroubleSettleWithdrawn Key = "trouble.settle.withdrawn"
	TroubleSettleExpired   Key = "trouble.settle.expired"
	TroubleSettleLapsed    Key = "trouble.settle.lapsed"
	TroubleSettleNote      Key = "trouble.settle.note"
	TroubleSettleReason    Key = "trouble.settle.reason"
	TroubleSettleParty     Key = "trouble.settle.party"
	TroubleSettleUnfound   Key = "trouble.settle.unfound"
)

// Of creditors who have left, and what debtors can do about it.
const (
	TroubleCreditor       Key = "trouble.creditor"
	TroubleCreditorAsk    Key = "trouble.creditor.ask"
	TroubleCreditorWait   Key = "trouble.creditor.wait"
	TroubleCreditorEarly  Key = "trouble.creditor.early"
	TroubleCreditorDebtor Key = "trouble.creditor.debtor"
	TroubleManagersLately Key = "trouble.managers.lately"
	TroubleManagersNo     Key = "trouble.managers.no"
	TabLeft               Key = "tab.left"
	HistoryOpenRelease    Key = "history.open.release"
	HistoryOpenReleaseYou Key = "history.open.release.you"
	BackReleased          Key = "back.released"
	BackMore              Key = "back.more"
	BackReverse           Key = "back.reverse"
	PrivacyLeft           Key = "privacy.left"
)
