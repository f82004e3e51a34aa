package lang

// What somebody has played.
const (
	RecordTitle       Key = "record.title"
	RecordTitleOf     Key = "record.title.of"
	RecordComputers   Key = "record.computers"
	RecordPeople      Key = "record.people"
	RecordHands       Key = "record.hands"
	RecordRummies     Key = "record.rummies"
	RecordApart       Key = "record.apart"
	RecordPips        Key = "record.pips"
	RecordPipsAll     Key = "record.pips.all"
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
	PrivacyKeeps     Key = "privacy.keeps"
	PrivacyId        Key = "privacy.id"
	PrivacyLanguage  Key = "privacy.language"
	PrivacySettings  Key = "privacy.settings"
	PrivacyQuiet     Key = "privacy.quiet"
	PrivacyAlone     Key = "privacy.alone"
	PrivacyTexts     Key = "privacy.texts"
	PrivacyShared    Key = "privacy.shared"
	PrivacyTables    Key = "privacy.tables"
	PrivacyOpen      Key = "privacy.open"
	PrivacyHere      Key = "privacy.here"
	PrivacyServer    Key = "privacy.server"
	PrivacyIn        Key = "privacy.in"
	PrivacyName      Key = "privacy.name"
	PrivacyOpens     Key = "privacy.opens"
	PrivacyMore      Key = "privacy.more"
	PrivacyClicks    Key = "privacy.clicks"
	PrivacyWhy       Key = "privacy.why"
	PrivacyBackups   Key = "privacy.backups"
	PrivacyWay       Key = "privacy.way"
	PrivacyFile      Key = "privacy.file"
	PrivacyAsk       Key = "privacy.ask"
	PrivacyGoes      Key = "privacy.goes"
	PrivacyLapse     Key = "privacy.lapse"
	PrivacyStays     Key = "privacy.stays"
	PrivacyStill     Key = "privacy.still"
	PrivacyShown     Key = "privacy.shown"
	PrivacyChannels  Key = "privacy.channels"
	PrivacyLine      Key = "privacy.line"
	PrivacyOthers    Key = "privacy.others"
	PrivacyZero      Key = "privacy.zero"
	PrivacyErased    Key = "privacy.erased"
	PrivacyEditing   Key = "privacy.editing"
	PrivacyWithdrawn Key = "privacy.withdrawn"
	PrivacyUnknown   Key = "privacy.unknown"
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
	HabitStyle       Key = "habit.style"
	HabitView        Key = "habit.view"
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
	HabitAsksAll     Key = "habit.asks.all"
	HabitAsksSome    Key = "habit.asks.some"
	HabitCallsDm     Key = "habit.calls.dm"
)

// What somebody takes along.
const (
	ExportTab     Key = "export.tab"
	ExportFormats Key = "export.formats"
	ExportNone    Key = "export.none"
	ExportPips    Key = "export.pips"
)
