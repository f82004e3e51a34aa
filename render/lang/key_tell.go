package lang

// Why the rules refuse a move.
const (
	RefuseTurn       Key = "refuse.turn"
	RefuseOver       Key = "refuse.over"
	RefuseDrawfirst  Key = "refuse.drawfirst"
	RefuseDrawn      Key = "refuse.drawn"
	RefuseNomixed    Key = "refuse.nomixed"
	RefuseNoturnover Key = "refuse.noturnover"
	RefuseStock      Key = "refuse.stock"
	RefusePile       Key = "refuse.pile"
	RefuseNotheld    Key = "refuse.notheld"
	RefuseNomeld     Key = "refuse.nomeld"
	RefuseNosuch     Key = "refuse.nosuch"
	RefuseNofit      Key = "refuse.nofit"
	RefuseBarred     Key = "refuse.barred"
	RefuseOnlybarred Key = "refuse.onlybarred"
	RefuseKeep       Key = "refuse.keep"
	RefuseConcealed  Key = "refuse.concealed"
	RefuseNotout     Key = "refuse.notout"
	RefuseTwice      Key = "refuse.twice"
	RefuseNocards    Key = "refuse.nocards"
	RefuseBaddeal    Key = "refuse.baddeal"
)

// What would be legal instead.
const (
	CouldDraw    Key = "could.draw"
	CouldMeld    Key = "could.meld"
	CouldLayoff  Key = "could.layoff"
	CouldDiscard Key = "could.discard"
	CouldOut     Key = "could.out"
	CouldNumbers Key = "could.numbers"
)

// What can't be read.
const (
	ParseCard     Key = "parse.card"
	ParseTwice    Key = "parse.twice"
	ParseEmpty    Key = "parse.empty"
	ParseNone     Key = "parse.none"
	ParseMany     Key = "parse.many"
	ParseSource   Key = "parse.source"
	ParseTime     Key = "parse.time"
	ParseZone     Key = "parse.zone"
	ParseZoneNone Key = "parse.zone.none"
	ParseZoneMany Key = "parse.zone.many"
	ParsePace     Key = "parse.pace"
	ParseLanguage Key = "parse.language"
	ParseLimit    Key = "parse.limit"
)

// What can be read in several ways.
const (
	WhichWord  Key = "which.word"
	WhichEmpty Key = "which.empty"
)

// Why a word for the shuffle can't be used.
const (
	WordEmpty Key = "word.empty"
	WordLong  Key = "word.long"
	WordSign  Key = "word.sign"
)

// Why a command is not done.
const (
	TroubleNotable       Key = "trouble.notable"
	TroubleTaken         Key = "trouble.taken"
	TroubleFull          Key = "trouble.full"
	TroubleInviteSelf    Key = "trouble.invite.self"
	TroubleInviteSeated  Key = "trouble.invite.seated"
	TroubleInviteBefore  Key = "trouble.invite.before"
	TroubleInviteMany    Key = "trouble.invite.many"
	TroubleInviteFull    Key = "trouble.invite.full"
	TroubleInviteBot     Key = "trouble.invite.bot"
	TroubleInviteOther   Key = "trouble.invite.other"
	TroubleSeated        Key = "trouble.seated"
	TroubleUnseated      Key = "trouble.unseated"
	TroubleNothost       Key = "trouble.nothost"
	TroubleFew           Key = "trouble.few"
	TroubleUnderway      Key = "trouble.underway"
	TroubleNohand        Key = "trouble.nohand"
	TroubleNosuchhand    Key = "trouble.nosuchhand"
	TroubleNodeal        Key = "trouble.nodeal"
	TroubleUnsure        Key = "trouble.unsure"
	TroubleNotyours      Key = "trouble.notyours"
	TroubleNotshared     Key = "trouble.notshared"
	TroubleAloneClosed   Key = "trouble.alone.closed"
	TroubleStale         Key = "trouble.stale"
	TroubleClosed        Key = "trouble.closed"
	TroubleEmptyseat     Key = "trouble.emptyseat"
	TroubleSettings      Key = "trouble.settings"
	TroublePace          Key = "trouble.pace"
	TroubleLobby         Key = "trouble.lobby"
	TroubleLater         Key = "trouble.later"
	TroubleHintsoff      Key = "trouble.hintsoff"
	TroubleHintwait      Key = "trouble.hintwait"
	TroubleNotakeback    Key = "trouble.notakeback"
	TroubleTakebackover  Key = "trouble.takebackover"
	TroubleNotasked      Key = "trouble.notasked"
	TroubleNoagain       Key = "trouble.noagain"
	TroubleSeatschanged  Key = "trouble.seatschanged"
	TroubleNotmine       Key = "trouble.notmine"
	TroubleQuiet         Key = "trouble.quiet"
	TroubleRush          Key = "trouble.rush"
	TroubleCrowded       Key = "trouble.crowded"
	TroubleWords         Key = "trouble.words"
	TroubleRestless      Key = "trouble.restless"
	TroubleOwntables     Key = "trouble.owntables"
	TroubleServertables  Key = "trouble.servertables"
	TroubleEndingopen    Key = "trouble.endingopen"
	TroubleEndingasked   Key = "trouble.endingasked"
	TroubleEndingover    Key = "trouble.endingover"
	TroubleChannel       Key = "trouble.channel"
	TroubleForged        Key = "trouble.forged"
	TroubleDm            Key = "trouble.dm"
	TroubleLesson        Key = "trouble.lesson"
	TroubleUnknown       Key = "trouble.unknown"
	TroublePermissions   Key = "trouble.permissions"
	TroubleFault         Key = "trouble.fault"
	TroubleNudgeComputer Key = "trouble.nudge.computer"
	TroubleNudgeSelf     Key = "trouble.nudge.self"
	TroubleNudgeLately   Key = "trouble.nudge.lately"
	TroubleNudgeQuiet    Key = "trouble.nudge.quiet"
	TroubleUnsealed      Key = "trouble.unsealed"
	TroubleErasing       Key = "trouble.erasing"
	TroubleNotyou        Key = "trouble.notyou"
	TroubleLocked        Key = "trouble.locked"
)

// What a command did.
const (
	NoticeJoined       Key = "notice.joined"
	NoticeInvited      Key = "notice.invited"
	NoticeDeclined     Key = "notice.declined"
	NoticeLeft         Key = "notice.left"
	NoticeLeaving      Key = "notice.leaving"
	NoticeAdded        Key = "notice.added"
	NoticeRemoved      Key = "notice.removed"
	NoticeRemoving     Key = "notice.removing"
	NoticeCut          Key = "notice.cut"
	NoticePosted       Key = "notice.posted"
	NoticeRecordshared Key = "notice.recordshared"
	NoticePosting      Key = "notice.posting"
	NoticeClosed       Key = "notice.closed"
	NoticeDealt        Key = "notice.dealt"
	NoticeSaved        Key = "notice.saved"
	NoticeKept         Key = "notice.kept"
	NoticeAsked        Key = "notice.asked"
	NoticeTookback     Key = "notice.tookback"
	NoticeAgreed       Key = "notice.agreed"
	NoticeNudged       Key = "notice.nudged"
	NoticeShared       Key = "notice.shared"
	NoticeDisagreed    Key = "notice.disagreed"
	NoticeHandended    Key = "notice.handended"
	NoticePlayson      Key = "notice.playson"
	NoticeOpened       Key = "notice.opened"
)

// Permissions, as Discord calls them.
const (
	PermissionView    Key = "permission.view"
	PermissionSend    Key = "permission.send"
	PermissionAttach  Key = "permission.attach"
	PermissionHistory Key = "permission.history"
	PermissionThreads Key = "permission.threads"
)
