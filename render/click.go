package render

// A Click is what a component means: its custom_id decoded. Whoever receives
// one still checks who clicked, where, and on which version.
type Click struct {
	Verb    Verb
	Table   string // the table's id; empty where none is meant
	Version int64  // the version of the table that it was drawn for
	Arg     string // as the verb says; at most MaxArg bytes, never a card in a public message
	Prefs   Prefs  // of the reader of the message that it stands on
	Serial  uint32 // of the rendering, so that no two renderings share an id
}

// A Verb is what a component asks for. The set is closed.
type Verb uint8

// The verbs. In brackets: Arg, and the values of a select.
const (
	VerbJoin           Verb = iota + 1 // take a seat
	VerbLeave                          // get up
	VerbLeaveSure                      // get up in mid-hand
	VerbStart                          // deal the first hand
	VerbNext                           // play on: deal the next hand, or show mine of the one that is dealt
	VerbSettings                       // show rules and seats, privately
	VerbSet                            // change a setting (Arg: the field; value: both as [Settings] says)
	VerbAddComputer                    // seat a computer (value: its character; its level on older tables)
	VerbRemove                         // empty a seat (value: its number from 0)
	VerbRemoveSure                     // empty a seat in mid-hand (Arg: its number from 0)
	VerbClose                          // close the table
	VerbCloseSure                      // close the table in mid-hand
	VerbKeep                           // say no to a question
	VerbHand                           // show my hand
	VerbDraw                           // draw, from a public message (Arg: the source, as engine.ParseSource reads it)
	VerbPlay                           // make a move, from the hand (Arg or value: a move, as engine.ParseMove reads it; value [ChooseValue] opens the modal)
	VerbGoOut                          // go out, from the hand (Arg: the last card, or "" for none)
	VerbLayAll                         // lay all that engine.LayAll names
	VerbChoose                         // open the modal to choose cards
	VerbChosen                         // the modal's submit; [ReadChosen] reads its values
	VerbSort                           // draw the hand with the click's Prefs
	VerbRefresh                        // draw the hand anew
	VerbMore                           // show the menu (Arg: "", or the hand whose result it stands on, as sitting.ParseHandKey reads it)
	VerbRules                          // show the rules
	VerbHelp                           // show what to do now
	VerbProof                          // show the deal (Arg: the hand's number, or "" for the newest)
	VerbTab                            // show the tab (Arg: as [ReadLedgerPlace] reads it; value: a person)
	VerbErase                          // erase me (Arg: whom the question was put to)
	VerbEraseEdit                      // erase me, and edit the messages that show me (Arg: the same)
	VerbShareRecord                    // post my record in the channel
	VerbHint                           // say what a computer would do, on the hand
	VerbDo                             // do what a hint says (Arg: a move, as engine.ParseMove reads it; going out by its last card alone)
	VerbAway                           // have a computer play until I am back
	VerbTakeback                       // ask to take my newest play back
	VerbTakebackSure                   // take it back, and the turns of computers after it
	VerbAgree                          // yes to a wish to take back
	VerbDisagree                       // no to it
	VerbAgain                          // deal the last hand once more, seats turned
	VerbRematch                        // open a table like the closed one that it stands on
	VerbHouse                          // change the house rules by a form, or read them; the form's submit, which [ReadHouse] reads
	VerbTable                          // the same of seats, language and the like, which [ReadTable] reads
	VerbEnd                            // ask to end the hand
	VerbEndSure                        // ask, or end it at once where nobody need be asked
	VerbEndYes                         // yes to a wish to end the hand (Arg: its number)
	VerbEndNo                          // no to it (the same)
	VerbPile                           // show the whole discard pile
	VerbNudge                          // call the one whose turn it is
	VerbHow                            // show the rules on one screen
	VerbInvite                         // choose whom to ask to the table; ask them (values: Discord ids)
	VerbAccept                         // take the seat that one was asked to
	VerbDecline                        // not now
	VerbLesson                         // go on in a lesson (Arg: as [ReadLesson] reads it; value: a move, as engine.ParseMove reads it)
	VerbTips                           // say no more what can be done, on the hand
	VerbAlone                          // deal cards at once, alone, as /play does
	VerbPlayOn                         // the next hand of who plays alone, or the first of a new table
	VerbInstead                        // end the hand that is played alone for another (Arg: level, preset and players of that)
	VerbShare                          // post the result of a hand that was played alone (Arg: its number)
	VerbMatch                          // close the table after a match and open another like it
	VerbHabit                          // change a setting of one's own (Arg: which, a blank, and to what)
	VerbRemarks                        // have the computers of who plays alone say nothing more, or something again (Arg: [HintsOff] or [HintsOn])
	VerbReplay                         // show a moment of a hand that is over (Arg: as [ReadStep] reads it; value: the moment of that hand)
	VerbMoment                         // post it for everybody (Arg: the same)
	VerbReview                         // find what I missed in a hand that is over (Arg: as sitting.ParseHandKey reads it)
	VerbShareReview                    // post that for everybody (Arg: the same)
	VerbWatch                          // show what everybody sees of the table, and keep that up to date for a while
	VerbUnwatch                        // do so no longer
	VerbSettle                         // write what is settled with a friend into a form (Arg: the friend's pseudonym); the form's submit
	VerbEven                           // propose to be even with a friend (Arg: the same)
	VerbForgive                        // ask whether a friend is to be forgiven all that they owe me (Arg: the same)
	VerbForgiveSure                    // forgive it (Arg: as [Owing] writes it)
	VerbLetGo                          // ask whether what lies between me and a former player is to be written off (Arg: their pseudonym)
	VerbLetGoSure                      // write it off (Arg: the same)
	VerbRelease                        // give a reason why what I owe a creditor who has left is to be written off, by a form (Arg: their pseudonym); the form's submit
	VerbReverse                        // give a reason why an entry is to be reversed, by a form (Arg: as [Reversing] writes it); the form's submit
	VerbConfirm                        // yes to what was proposed (Arg: the proposal's id)
	VerbRefuse                         // no to it, or take it back (Arg: the same)
	VerbStandings                      // show the standings (Arg: as [ReadStandings] reads it; value: the period)
	VerbChart                          // show the chart (Arg: as [ReadDrawing] reads it; values: people by [PersonTag], or after "period/" the period)
	VerbShareChart                     // post it for everybody (Arg: the same)
	VerbShareStandings                 // post them for everybody (Arg: the period)
	VerbShareYear                      // post my year for everybody (Arg: its number)
	VerbHistory                        // show what my tab is made of (Arg: as [ReadLedgerPlace] reads it)
	VerbEntry                          // show one source of entries (Arg or value: as [ReadEntryName] reads it)
	VerbExport                         // give me all that is kept of me
	VerbAskErase                       // ask whether I am to be erased
)

// verbTexts are the verbs in custom_ids. They are never given another meaning,
// since old buttons stand in channels for ever.
//
//nolint:gochecknoglobals // constant table
var verbTexts = [...]string{
	VerbJoin: "jo", VerbLeave: "le", VerbLeaveSure: "ls", VerbStart: "st", VerbNext: "nx",
	VerbSettings: "se", VerbSet: "sv", VerbAddComputer: "ac", VerbRemove: "rm", VerbRemoveSure: "rs",
	VerbClose: "cl", VerbCloseSure: "cs", VerbKeep: "kp", VerbHand: "ha", VerbDraw: "dr",
	VerbPlay: "pl", VerbGoOut: "go", VerbLayAll: "la", VerbChoose: "ch", VerbChosen: "cn",
	VerbSort: "so", VerbRefresh: "rf", VerbMore: "mo", VerbRules: "ru", VerbHelp: "he",
	VerbProof: "pr", VerbTab: "ta", VerbHint: "hi", VerbDo: "do", VerbAway: "aw", VerbTakeback: "tk", VerbTakebackSure: "tj",
	VerbAgree: "ay", VerbDisagree: "an", VerbAgain: "ag", VerbRematch: "re",
	VerbHouse: "hr", VerbTable: "tb", VerbShareRecord: "sr", VerbErase: "er", VerbEraseEdit: "eq",
	VerbEnd: "en", VerbEndSure: "es", VerbEndYes: "ey", VerbEndNo: "eo", VerbPile: "pi", VerbNudge: "nu",
	VerbHow: "ho", VerbInvite: "in", VerbAccept: "iy", VerbDecline: "io",
	VerbLesson: "ln", VerbTips: "tp", VerbAlone: "al",
	VerbPlayOn: "po", VerbInstead: "pn", VerbShare: "sh",
	VerbMatch: "ma", VerbRemarks: "rk", VerbHabit: "hb",
	VerbReplay: "rp", VerbMoment: "sm",
	VerbReview: "rv", VerbShareReview: "rw",
	VerbWatch: "wa", VerbUnwatch: "wu",
	VerbSettle: "sl", VerbEven: "ev", VerbForgive: "fo", VerbForgiveSure: "fs", VerbLetGo: "lg", VerbLetGoSure: "lx",
	VerbRelease: "wo", VerbReverse: "rx", VerbConfirm: "tc", VerbRefuse: "tn",
	VerbStandings: "tg", VerbShareStandings: "tq",
	VerbHistory: "hy", VerbEntry: "ee",
	VerbChart: "td", VerbShareChart: "tz",
	VerbShareYear: "ty",
	VerbExport:    "px", VerbAskErase: "pe",
}

// String gives the verb's text in custom_ids, two letters; "" for a number that
// is no verb.
func (v Verb) String() string {
	if int(v) >= len(verbTexts) {
		return ""
	}
	return verbTexts[v]
}

// ParseVerb reads what String gives.
func ParseVerb(text string) (Verb, bool) {
	for v, t := range verbTexts {
		if v > 0 && t == text {
			return Verb(v), true
		}
	}
	return 0, false
}

// Verbs lists them all.
func Verbs() []Verb {
	var all []Verb
	for v := VerbJoin; int(v) < len(verbTexts); v++ {
		all = append(all, v)
	}
	return all
}
