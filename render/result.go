package render

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A resultScene is what there is to say of a hand that is over.
type resultScene struct {
	outcome  sentence
	turned   lang.Key    // that its deal was dealt before; "": it was fresh
	hands    []shownHand // what everybody held at the end; none of an abandoned hand
	payments []sentence
	computer bool // one pays or is paid
	small    []sentence
	seal     seal
	head     sentence // the newest entry of the tab; may be empty
	buttons  []press
}

// Result draws the end of a sight's last hand, a message of its own. There is one.
func Result(p Pen, r Reader, s *sitting.Sight) Message { return sceneOfResult(r, s).message(p) }

func sceneOfResult(r Reader, s *sitting.Sight) resultScene {
	last, players := s.Last, r.sitters(s.Last.Seats)
	t := resultScene{
		outcome: outcome(last, players), turned: turned(last.Again, last.OnTab), small: dealShown(last), seal: r.seal(last.Hand),
		buttons: resultButtons(from(s, Prefs{}), s),
	}
	if last.TabHead != "" {
		t.head = sentence{key: lang.ResultHead, word: code(last.TabHead)}
	}
	if last.Abandoned {
		return t
	}
	winner := sits(players, last.Result.Winner)
	for i, player := range players {
		t.hands = append(t.hands, shownHandOf(player, last.Result.Hands[i], last.Result.Counts[i]))
		if pays := payment(last, engine.Seat(i)); pays.key != "" {
			pays.name, pays.other = player, winner
			t.payments = append(t.payments, pays)
			t.computer = t.computer || pays.n > 0 && (player.level != "" || winner.level != "")
		}
	}
	return t
}

func resultButtons(o origin, s *sitting.Sight) []press {
	var buttons []press
	if s.Phase == sitting.Ended {
		buttons = append(buttons, o.primary(lang.ButtonRematch, VerbRematch, ""))
	} else {
		buttons = append(buttons, o.primary(lang.ButtonNext, VerbNext, ""))
		if s.Repeatable {
			buttons = append(buttons, o.secondary(lang.ButtonAgain, VerbAgain, ""))
		}
		buttons = append(buttons, o.secondary(lang.ButtonLeave, VerbLeave, ""))
	}
	return append(buttons, o.secondary(lang.ButtonTab, VerbTab, ""), o.secondary(lang.ButtonProof, VerbProof, strconv.Itoa(s.Last.Hand)))
}

func outcome(last *sitting.HandResult, players []who) sentence {
	r := last.Result
	s := sentence{name: sits(players, r.Winner), hand: last.Hand}
	switch {
	case last.Abandoned:
		s.key = lang.ResultAbandoned
	case r.Blocked && last.Rules.Blocked == engine.BlockedVoid:
		s.key = lang.ResultVoid
	case r.Winner == engine.Nobody:
		s.key = lang.ResultTied
	case r.Blocked:
		s.key = lang.ResultBlocked
	case r.Rummy && last.Rules.RummyMultiplier > 1:
		s.key, s.n = lang.ResultRummy, int(last.Rules.RummyMultiplier)
	default:
		s.key = lang.ResultWon
	}
	return s
}

// A shownHand is what somebody held at the end of a hand, the matched cards as
// melds and the rest apart.
type shownHand struct {
	who
	melds [][]engine.Card
	loose []engine.Card
	count int // what it counts
}

func shownHandOf(w who, hand engine.Hand, count engine.Pips) shownHand {
	a := engine.Arrange(hand)
	return shownHand{who: w, melds: allInOrder(a.Melds[:a.Count]), loose: dearest(a.Deadwood), count: int(count)}
}

// payment tells what a seat pays, with its arithmetic where it isn't the plain
// count; nothing for who pays nobody.
func payment(last *sitting.HandResult, seat engine.Seat) sentence {
	r := last.Result
	if r.Winner == engine.Nobody || seat == r.Winner {
		return sentence{}
	}
	pays := sentence{key: lang.ResultPays, n: int(r.Payments[seat])}
	switch count := r.Counts[seat]; {
	case r.Blocked:
		pays.key, pays.sum = lang.ResultPaysSum, literal(fmt.Sprintf("%d − %d", count, r.Counts[r.Winner]))
	case r.Rummy && last.Rules.RummyMultiplier > 1:
		pays.key, pays.sum = lang.ResultPaysSum, literal(fmt.Sprintf("%d × %d", count, last.Rules.RummyMultiplier))
	}
	return pays
}

// dealShown opens the sealed deal: seed and cuts.
func dealShown(last *sitting.HandResult) []sentence {
	var all []sentence
	if last.Seed != "" {
		all = append(all, sentence{key: lang.ResultSeed, word: code(last.Seed)})
	}
	if len(last.Cuts) > 0 {
		all = append(all, sentence{key: lang.ResultCuts, list: safeWords(last.Cuts)})
	}
	return all
}

func (s resultScene) message(p Pen) Message {
	l := p.Lang
	return public(
		text("## "+s.outcome.say(l)), text(italic(l, s.turned)), text(s.handLines(l)), text(s.paid(l)),
		separator(), text(s.deal(l)), p.row(s.buttons))
}

func (s resultScene) handLines(l lang.Lang) string {
	if len(s.hands) == 0 {
		return ""
	}
	all := []string{"**" + l.Say(lang.ResultHands) + "**"}
	for _, h := range s.hands {
		all = append(all, l.Say(lang.ResultHand, lang.Name(h.tell(l, false)), lang.Cards(h.cards(l))))
	}
	return lines(all...)
}

func (h shownHand) cards(l lang.Lang) string {
	parts := []string{}
	if len(h.melds) > 0 {
		parts = append(parts, symbolsOf(h.melds))
	}
	if len(h.loose) > 0 {
		parts = append(parts, l.Say(lang.ResultLoose, lang.Cards(symbols(h.loose))))
	}
	if len(parts) == 0 {
		return l.Say(lang.ResultNocards)
	}
	return fmt.Sprintf("%s = **%d**", strings.Join(parts, " · "), h.count)
}

// paid tells each payment; "" when nobody pays.
func (s resultScene) paid(l lang.Lang) string {
	if len(s.payments) == 0 {
		return ""
	}
	all := lines("**"+l.Say(lang.ResultPayments)+"**", paragraph(l, s.payments...))
	if s.computer {
		all = lines(all, "-# "+l.Say(lang.ResultComputers))
	}
	return all
}

// deal says what opens the sealed deal, where it was sealed, and the newest entry
// of the tab.
func (s resultScene) deal(l lang.Lang) string {
	var all []string
	for _, line := range s.small {
		all = append(all, small(line.say(l)))
	}
	return lines(append(all, small(s.seal.text(l)), small(s.head.say(l)))...)
}

// small puts a line in small print; "" stays "".
func small(line string) string {
	if line == "" {
		return ""
	}
	return "-# " + line
}

// safeWords lists words of people's own.
func safeWords(words []string) list {
	safe := make([]literal, len(words))
	for i, word := range words {
		safe[i] = safeWord(word)
	}
	return listOf(safe)
}
