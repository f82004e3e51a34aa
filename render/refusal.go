package render

import (
	"errors"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// Refusal says kindly why something isn't done and what can be done instead. The
// sight is the asker's own, as it is now, or the zero one where there is no table.
// A refusal is a *engine.Refusal, *engine.RuleError, *engine.ParseError,
// *sitting.Refusal, *tab.Refusal, *deal.WordError or [*DoorRefusal]; any other error is none: "".
func Refusal(l lang.Lang, r Reader, s *sitting.Sight, err error) string {
	why, instead := refusalOf(asking{r, s}, err)
	return beside(l, why, instead)
}

// Unshown says in one line that the table isn't shown in its channel, and why.
func Unshown(l lang.Lang, r Reader, s *sitting.Sight, why error) string {
	return small(l.Say(lang.HandUnshown) + " " + Refusal(l, r, s, why))
}

// Fault says that something went wrong that is no refusal; id finds it in the log.
func Fault(l lang.Lang, id string) string { return l.Say(lang.TroubleFault, lang.Word("`"+id+"`")) }

// An asking is where something was asked for: as its asker saw the table, or the
// zero sight.
type asking struct {
	reader Reader
	sight  *sitting.Sight
}

func (a asking) players() []who { return a.reader.sitters(a.sight.Seats) }

// refusalOf finds the row of an error's code, and fills it.
func refusalOf(at asking, err error) (why, instead sentence) {
	var move *engine.Refusal
	var house *sitting.Refusal
	var word *deal.WordError
	var setting *engine.RuleError
	var unread *engine.ParseError
	var door *DoorRefusal
	var books *tab.Refusal
	switch {
	case errors.As(err, &move):
		return moveRefused(at, move), insteadOf(at, move.Code)
	case errors.As(err, &house):
		return houseRefused(at, house), sentence{}
	case errors.As(err, &word):
		return sentence{key: row(wordRefusals[:], int(word.Code))}, sentence{}
	case errors.As(err, &setting):
		return sentence{key: houseRefusals[sitting.BadSettings]}, sentence{}
	case errors.As(err, &unread):
		return unreadable(unread), sentence{}
	case errors.As(err, &books):
		return tabRefused(books), sentence{}
	case errors.As(err, &door):
		return door.sentence(), door.instead(at.sight.View)
	}
	return sentence{}, sentence{}
}

// row is the key of a code; "" for one without a row, of which a test finds none.
func row(keys []lang.Key, code int) lang.Key {
	if code >= len(keys) {
		return ""
	}
	return keys[code]
}

func moveRefused(at asking, r *engine.Refusal) sentence {
	s := sentence{key: row(moveRefusals[:], int(r.Code)), meld: r.Meld + 1, name: sits(at.players(), at.sight.View.Turn), cards: inOrder(r.Cards)}
	if s.key == "" {
		return sentence{}
	}
	if r.Card < engine.PackSize && r.Cards.Empty() {
		s.cards = []engine.Card{r.Card}
	}
	return s
}

// moveRefusals are the sentences of what the rules refuse: {name} is whose turn it
// is, {card}, {cards} and {meld} are the refusal's own.
//
//nolint:gochecknoglobals // constant table
var moveRefusals = [...]lang.Key{
	engine.NotYourTurn: lang.RefuseTurn, engine.HandOver: lang.RefuseOver, engine.DrawFirst: lang.RefuseDrawfirst,
	engine.AlreadyDrawn: lang.RefuseDrawn, engine.NoMixedDraw: lang.RefuseNomixed, engine.NoTurnover: lang.RefuseNoturnover,
	engine.StockEmpty: lang.RefuseStock, engine.PileEmpty: lang.RefusePile, engine.NotHeld: lang.RefuseNotheld,
	engine.NotAMeld: lang.RefuseNomeld, engine.NoSuchMeld: lang.RefuseNosuch, engine.DoesNotFit: lang.RefuseNofit,
	engine.Barred: lang.RefuseBarred, engine.NoLegalDiscard: lang.RefuseOnlybarred, engine.MustKeepDiscard: lang.RefuseKeep,
	engine.ConcealedOnly: lang.RefuseConcealed, engine.NotOut: lang.RefuseNotout, engine.CardTwice: lang.RefuseTwice,
	engine.NoCards: lang.RefuseNocards, engine.BadDeal: lang.RefuseBaddeal,
}

// waysNamed are the buttons of a table that the sentence of a refusal names.
func waysNamed(s *sitting.Sight, why error) []press {
	if s.ID == "" {
		return nil
	}
	o := from(s, Prefs{})
	var move *engine.Refusal
	var no *sitting.Refusal
	switch {
	case errors.As(why, &move) && move.Code == engine.HandOver:
		return o.overButtons(s)
	case !errors.As(why, &no):
		return nil
	}
	switch no.Code { //nolint:exhaustive // the others name none of the table's
	case sitting.Seated:
		if s.Phase != sitting.Lobby {
			return []press{o.primary(lang.ButtonHand, VerbHand, "")}
		}
	case sitting.NotInvited:
		return []press{o.primary(lang.ButtonJoin, VerbJoin, "")}
	case sitting.SeatsChanged:
		return o.overButtons(s)
	case sitting.IsClosed, sitting.NoHand, sitting.InLobby:
		if s.Alone {
			return o.overButtons(s)
		}
	}
	return nil
}

func houseRefused(at asking, r *sitting.Refusal) sentence {
	s := sentence{key: row(houseRefusals[:], int(r.Code)), name: at.reader.person(at.sight.Host), seat: int(r.Seat) + 1, hand: r.Hand, n: r.Most, when: in(r.Until), list: channels(r.Channels)}
	switch {
	case r.Word != nil:
		s.key = row(wordRefusals[:], int(r.Word.Code))
	case r.Code == sitting.NoSuchHand && r.Most == 0:
		s.key = lang.TroubleNodeal
	case r.Person != "":
		s.name = at.reader.person(r.Person)
	case r.Code == sitting.AskedLately:
		s.key = lang.TroubleManagersLately
	case r.Code == sitting.ToldNo:
		s.key = lang.TroubleManagersNo
	case r.Code == sitting.Seated && at.sight.Phase == sitting.Lobby:
		s.key = lang.TroubleSeatedLobby
	case r.Code == sitting.IsClosed && at.sight.Alone:
		s.key = lang.TroubleAloneClosed
	case (r.Code == sitting.NoHand || r.Code == sitting.InLobby) && at.sight.Alone:
		s.key = lang.TroubleAloneNohand
	case r.Code == sitting.NudgedLately, r.Code == sitting.WantsQuiet:
		s.name = sits(at.players(), at.sight.View.Turn)
	}
	return s
}

// houseRefusals are the sentences of what a table or the house refuses: {name} is
// the host, the one to play who can't be nudged, or who can't be asked to the table, {seat}, {hand}, {n}, {when} and {list} are the refusal's own.
//
//nolint:gochecknoglobals // constant table
var houseRefusals = [...]lang.Key{
	sitting.NoTable: lang.TroubleNotable, sitting.ChannelTaken: lang.TroubleTaken, sitting.TableFull: lang.TroubleFull,
	sitting.Seated: lang.TroubleSeated, sitting.NotSeated: lang.TroubleUnseated, sitting.NotHost: lang.TroubleNothost,
	sitting.TooFew: lang.TroubleFew, sitting.HandUnderWay: lang.TroubleUnderway, sitting.NoHand: lang.TroubleNohand,
	sitting.NotSure: lang.TroubleUnsure, sitting.Stale: lang.TroubleStale, sitting.IsClosed: lang.TroubleClosed,
	sitting.EmptySeat: lang.TroubleEmptyseat, sitting.BadSettings: lang.TroubleSettings, sitting.InLobby: lang.TroubleLobby,
	sitting.BadWord: lang.WordSign, sitting.JoinsLater: lang.TroubleLater, sitting.JoinsAfter: lang.TroubleAfter, sitting.NothingToTakeBack: lang.TroubleNotakeback,
	sitting.TakebackOver: lang.TroubleTakebackover, sitting.NotAsked: lang.TroubleNotasked, sitting.NoSuchHand: lang.TroubleNosuchhand,
	sitting.NothingToRepeat: lang.TroubleNoagain, sitting.SeatsChanged: lang.TroubleSeatschanged, sitting.NeverSat: lang.TroubleNotmine,
	sitting.BadQuiet: lang.TroubleQuiet, sitting.WordsFull: lang.TroubleWords, sitting.Restless: lang.TroubleRestless,
	sitting.OwnTables: lang.TroubleOwntables, sitting.ServerTables: lang.TroubleServertables,
	sitting.EndingOpen: lang.TroubleEndingopen, sitting.EndingAsked: lang.TroubleEndingasked, sitting.EndingOver: lang.TroubleEndingover,
	sitting.NudgesComputer: lang.TroubleNudgeComputer, sitting.NudgesSelf: lang.TroubleNudgeSelf,
	sitting.NudgedLately: lang.TroubleNudgeLately, sitting.WantsQuiet: lang.TroubleNudgeQuiet,
	sitting.NotSealed: lang.TroubleUnsealed, sitting.InvitesSelf: lang.TroubleInviteSelf, sitting.InvitesSeated: lang.TroubleInviteSeated,
	sitting.InvitedBefore: lang.TroubleInviteBefore, sitting.InvitesMany: lang.TroubleInviteMany, sitting.InvitesFull: lang.TroubleInviteFull, sitting.NotInvited: lang.TroubleInviteOther,
	sitting.AskedLately: lang.TroubleAskedLately, sitting.ToldNo: lang.TroubleAskedNo, sitting.AsksMany: lang.TroubleAsksMany, sitting.AskedMany: lang.TroubleAskedMany,
	sitting.HostFirst: lang.TroubleHostFirst, sitting.HostAsked: lang.TroubleHostAsked,
}

func tabRefused(r *tab.Refusal) sentence {
	if r.Code == tab.IsOver {
		return sentence{key: row(overs[:], int(r.Stage))}
	}
	return sentence{key: row(tabRefusals[:], int(r.Code)), n: int(max(r.Most, r.Least)), when: onDay(r.Until)}
}

// tabRefusals are the sentences of what the tab refuses: {n} and {when} are the refusal's own.
//
//nolint:gochecknoglobals // constant table
var tabRefusals = [...]lang.Key{
	tab.Yourself: lang.TroubleSettleSelf, tab.NothingOwed: lang.TroubleSettleEven, tab.TooFew: lang.TroubleSettleFew, tab.TooMany: lang.TroubleSettleMany,
	tab.NotOwed: lang.TroubleSettleDebtor, tab.NotGone: lang.TroubleSettleThere, tab.IsGone: lang.TroubleSettleGone, tab.NoEntry: lang.TroubleSettleNone,
	tab.UndoneNow: lang.TroubleSettleUndone, tab.IsReversal: lang.TroubleSettleReversal, tab.NotManager: lang.TroubleManager, tab.OpenAlready: lang.TroubleSettleOpen,
	tab.NoProposal: lang.TroubleSettleUnknown, tab.NotYours: lang.TroubleSettleOthers, tab.YourOwn: lang.TroubleSettleOwn,
	tab.UnderLeast: lang.TroubleSettleLeast, tab.NotDebtor: lang.TroubleCreditorDebtor,
	tab.NotLongGone: lang.TroubleCreditorEarly, tab.IsParty: lang.TroubleSettleParty,
}

// overs are those of a proposal that is over, by how it ended.
//
//nolint:gochecknoglobals // constant table
var overs = [...]lang.Key{
	tab.Confirmed: lang.TroubleSettleDone, tab.Declined: lang.TroubleSettleDeclined, tab.Withdrawn: lang.TroubleSettleWithdrawn, tab.Expired: lang.TroubleSettleExpired,
	tab.Lapsed: lang.TroubleSettleLapsed,
}

// wordRefusals are the sentences of words that can't be cut with.
//
//nolint:gochecknoglobals // constant table
var wordRefusals = [...]lang.Key{
	deal.EmptyWord: lang.WordEmpty, deal.LongWord: lang.WordLong, deal.BarInWord: lang.WordSign,
	deal.ControlWord: lang.WordSign, deal.BrokenWord: lang.WordSign, deal.DecomposedWord: lang.WordSign,
}

// channels links to them.
func channels(all []sitting.Channel) company {
	var links company
	for _, c := range all {
		links = append(links, literal("<#"+string(c)+">"))
	}
	return links
}

// unreadable says which word of a text is no card, or one that was there before.
func unreadable(p *engine.ParseError) sentence {
	s := sentence{key: lang.ParseCard, word: echo(p.Word)}
	switch {
	case p.Word == "":
		s.key = lang.ParseEmpty
	case p.Twice:
		s.key = lang.ParseTwice
	}
	return s
}
