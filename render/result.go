package render

import (
	"fmt"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A resultScene is what there is to say of a hand that is over.
type resultScene struct {
	own      bool // it is told to its player alone
	outcome  sentence
	turned   lang.Key    // that its deal was dealt before; "": it was fresh
	hands    []shownHand // what everybody held at the end; none of an abandoned hand
	payments []sentence
	sum      sentence // what several payments come to; may be empty
	computer bool     // one pays or is paid
	story    sentence // what was most striking; may be empty
	remark   sentence // of a computer; may be empty
	score    sentence // what each has won at this table; may be empty
	match    sentence // how it stands with this hand; may be empty
	final    sentence // what each collected in the match that this hand won; else empty
	won      bool     // the match, by this hand
	runs     bool     // the match, on: who leads leads in that
	leads    sentence // who has most; empty where two have
	standin  sentence // for whom a computer won; empty: for nobody
	buttons  []press
	head     sentence // the newest entry of the tab; may be empty
	next     sentence // the seal of the next hand; empty where there is none
	picture  depiction
}

// headDigits is how much of the head of a tab's chain a result shows: enough to tell
// chains apart, and to hold against what the whole is said to be.
const headDigits = 16

// Result draws the end of a sight's last hand, a message of its own that is edited only where
// somebody in it was erased. There is one. It seals the next hand: its last line is that seal.
func Result(p Pen, r Reader, s *sitting.Sight) Message {
	return sceneOfResult(r, s).message(p.as(ViewPictures, tableStyle(s)))
}

func sceneOfResult(r Reader, s *sitting.Sight) resultScene {
	last, players := s.Last, r.sitters(s.Last.Seats)
	t := resultScene{
		outcome: outcome(last, players), turned: counts(s, last.Again, last.OnTab, last.Retaken), score: scores(last, players), leads: leads(last, players), match: matchLine(r, last.Match),
		buttons: resultButtons(from(s, Prefs{}), s), next: r.nextSeal(s), remark: remarkOf(last.Remark, players), story: storyOf(last.Story, players), standin: standinOf(last, players),
	}
	if last.TabHead != "" {
		t.head = sentence{key: lang.ResultHead, word: code(last.TabHead[:min(len(last.TabHead), headDigits)])}
	}
	t.won = isWon(last.Match)
	t.runs = last.Match != nil && !last.Match.Over
	if t.won {
		t.leads, t.final = sentence{}, matchScore(r, last.Match) // who leads is said
	}
	if last.Abandoned {
		return t
	}
	winner := sits(players, last.Result.Winner)
	for i, player := range players {
		held := shownHandOf(player, last.Result.Hands[i], last.Rules)
		held.laid = laidBy(last, engine.Seat(i))
		t.hands = append(t.hands, held)
		if pays := payment(last, engine.Seat(i)); pays.key != "" {
			pays.name, pays.other = player, winner
			t.payments = append(t.payments, pays)
			t.computer = t.computer || pays.n > 0 && (player.level != "" || winner.level != "")
		}
	}
	t.sum = collected(last, winner, t.payments)
	t.picture = depictResult(last, players, t)
	return t
}

func resultButtons(o origin, s *sitting.Sight) []press {
	buttons := o.overButtons(s)
	if s.Last.Match != nil && s.Last.Match.Over {
		buttons = o.withRematch(s, buttons)
	}
	return append(append(buttons, o.review(s.Last)...), o.secondary(lang.ButtonTab, VerbTab, ""), o.secondary(lang.ButtonMore, VerbMore, s.Last.Key().String()))
}

// scores tells what everybody has come to at this table with the last hand; nothing
// before anybody has won anything.
func scores(last *sitting.HandResult, players []who) sentence {
	if !hasScore(last.Scores) {
		return sentence{}
	}
	all := make([]winnings, len(players))
	for i, player := range players {
		all[i] = winnings{player, netPips(last.Scores[i].Net)}
	}
	return sentence{key: lang.ResultScore, list: listOf(all)}
}

// leads names who has most.
func leads(last *sitting.HandResult, players []who) sentence {
	leader := leaderOf(last.Match, last.Seats, last.Scores)
	if leader == engine.Nobody || !hasScore(last.Scores) {
		return sentence{}
	}
	return sentence{key: lang.ResultLeads, name: sits(players, leader)}
}

// Winnings are what somebody has come to.
type winnings struct {
	who
	score told
}

func (w winnings) tell(l lang.Lang, plain bool) string {
	return cameTo(l, w.who, w.score, plain)
}

// cameTo names somebody with what they have come to. A list of these stands after a colon, so
// there is no other in it.
func cameTo(l lang.Lang, name, score told, plain bool) string {
	said := name.tell(l, plain)
	if !plain {
		said = "**" + said + "**"
	}
	return said + " " + score.tell(l, plain)
}

// nextSeal is the seal of the hand after the last: whole, and linked to where it
// stands already, if it does.
func (r Reader) nextSeal(s *sitting.Sight) sentence {
	if s.Phase == sitting.Ended || s.Deal.Hand != s.Last.Hand+1 {
		return sentence{}
	}
	seal := sentence{key: lang.ResultSeal, hand: s.Deal.Hand, word: sealCode(s.Deal)}
	if url := r.Seals[s.Deal.Hand]; url != "" {
		seal.key, seal.other = lang.ResultSealAgain, literal(url)
	}
	return seal
}

func outcome(last *sitting.HandResult, players []who) sentence {
	r := last.Result
	s := sentence{name: sits(players, r.Winner), hand: last.Hand}
	switch {
	case last.Idle > 0:
		s.key, s.word = lang.ResultIdle, limitOf(last.Idle)
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

// standinOf names the person for whom a computer won; nothing without one.
func standinOf(last *sitting.HandResult, players []who) sentence {
	winner := last.Result.Winner
	if winner == engine.Nobody {
		return sentence{}
	}
	if won := last.Seats[winner]; won.Person == "" || !won.Away && !won.Leaving {
		return sentence{}
	}
	return sentence{key: lang.ResultStandin, name: sits(players, winner)}
}

// A shownHand is what somebody held at the end of a hand, the matched cards as
// melds and the rest apart.
type shownHand struct {
	who
	melds [][]engine.Card
	loose []engine.Card   // that alone cost; where all cards do they are the last of melds
	whole bool            // all cards cost, matched or not
	count int             // what the hand costs
	laid  [][]engine.Card // what they have laid down, if they won
}

func shownHandOf(w who, hand engine.Hand, rules engine.Rules) shownHand {
	a := engine.Arrange(hand)
	h := shownHand{
		who: w, melds: allInOrder(a.Melds[:a.Count]), loose: dearest(a.Deadwood),
		whole: rules.Pay == engine.PayHand, count: int(rules.Count(hand)),
	}
	if h.whole && len(h.loose) > 0 {
		h.melds, h.loose = append(h.melds, h.loose), nil
	}
	return h
}

// laidBy are the melds of a seat on the table, if it won.
func laidBy(last *sitting.HandResult, seat engine.Seat) (all [][]engine.Card) {
	for _, m := range last.Melds {
		if seat == last.Result.Winner && m.Owner == seat {
			all = append(all, inOrder(m.Cards))
		}
	}
	return all
}

// payment tells what a seat pays, with its arithmetic where it isn't the plain
// count; nothing for who pays nobody.
func payment(last *sitting.HandResult, seat engine.Seat) sentence {
	r := last.Result
	if r.Winner == engine.Nobody || seat == r.Winner {
		return sentence{}
	}
	pays := sentence{key: lang.ResultPays, n: int(r.Payments[seat])}
	if sum := arithmetic(last, seat); sum != "" {
		pays.key, pays.sum = lang.ResultPaysSum, literal(sum)
	}
	return pays
}

// arithmetic is how the payment of who pays is made; "" where it is the plain count.
func arithmetic(last *sitting.HandResult, seat engine.Seat) string {
	r, count := last.Result, last.Result.Counts[seat]
	switch {
	case r.Blocked:
		return fmt.Sprintf("%d − %d", count, r.Counts[r.Winner])
	case r.Rummy && last.Rules.RummyMultiplier > 1:
		return fmt.Sprintf("%d × %d", count, last.Rules.RummyMultiplier)
	}
	return ""
}

func (s resultScene) message(p Pen) Message {
	l := p.Lang
	wrap := public
	if s.own {
		wrap = private
	}
	return wrap(
		text(s.top(l)), p.show(s.picture), text(italic(l, s.turned)), text(s.handLines(l)), text(s.paid(l)),
		text(lines(s.standing(l), small(s.standin.say(l)), small(s.story.say(l)), small(s.remark.say(l)))), p.row(s.buttons), text(s.small(l)))
}

// top tells the outcome, under who has won the match by it.
func (s resultScene) top(l lang.Lang) string {
	if s.won {
		return lines("# "+s.match.say(l), "## "+s.outcome.say(l))
	}
	return "## " + s.outcome.say(l)
}

// standing tells how the match stands, where the top doesn't, and the table; who leads
// stands beside what they lead in.
func (s resultScene) standing(l lang.Lang) string {
	switch {
	case s.won:
		return lines(s.final.say(l), s.score.say(l))
	case s.runs:
		return lines(beside(l, s.leads, s.match), s.score.say(l))
	}
	return lines(s.match.say(l), beside(l, s.leads, s.score))
}

func (s resultScene) handLines(l lang.Lang) string {
	if len(s.hands) == 0 {
		return ""
	}
	all := []string{"**" + l.Say(lang.ResultHands) + "**"}
	for _, h := range s.hands {
		all = append(all, fmt.Sprintf("%d\\. %s", h.number, h.tell(l, false)))
	}
	return lines(all...)
}

// tell says who held what, and what it counts.
func (h shownHand) tell(l lang.Lang, plain bool) string {
	return l.Say(lang.ResultHand, lang.Name(h.who.tell(l, plain)), lang.Cards(h.cards(l)))
}

func (h shownHand) cards(l lang.Lang) string {
	parts := []string{}
	if len(h.melds) > 0 {
		parts = append(parts, symbolsOf(l, h.melds))
	}
	switch {
	case len(h.loose) > 0:
		parts = append(parts, l.Say(lang.ResultLoose, lang.Cards(symbols(l, h.loose))))
	case len(parts) > 0 && !h.whole:
		parts = append(parts, l.Say(lang.ResultMatched))
	}
	held := l.Say(lang.ResultNocards)
	if len(parts) > 0 {
		held = fmt.Sprintf("%s = **%s**", strings.Join(parts, l.Apart()), l.Number(int64(h.count)))
	}
	if len(h.laid) == 0 {
		return held
	}
	return held + l.Apart() + l.Say(lang.ResultLaid, lang.List(symbolsOf(l, h.laid)))
}

// paid tells each payment; "" when nobody pays.
func (s resultScene) paid(l lang.Lang) string {
	if len(s.payments) == 0 {
		return ""
	}
	all := lines("**"+l.Say(lang.ResultPayments)+"**", paragraph(l, s.payments...), s.sum.say(l))
	if s.computer {
		all = lines(all, "-# "+l.Say(lang.ResultComputers))
	}
	return all
}

// small is the last line: the newest entry of the tab, and the seal of the next hand.
func (s resultScene) small(l lang.Lang) string {
	said := make([]string, 0, 2)
	for _, part := range []sentence{s.head, s.next} {
		if part := part.say(l); part != "" {
			said = append(said, part)
		}
	}
	return small(strings.Join(said, l.Apart()))
}

// small puts a line in small print; "" stays "".
func small(line string) string {
	if line == "" {
		return ""
	}
	return "-# " + line
}
