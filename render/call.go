package render

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A Reason is why people are called.
type Reason uint8

// The reasons.
const (
	YourTurn   Reason = iota // the turn has come to them
	HalfTime                 // half of their time for it is over
	Nudged                   // somebody waits for them
	Wished                   // somebody would like to take a play back
	Voted                    // somebody would like to end the hand
	Invited                  // somebody asks them to take a seat
	TableOpens               // a table has opened in their server
	HostWanted               // somebody wants to close the table, whose host they are
)

// A callScene is what there is to say to those who are called.
type callScene struct {
	users   []string // Discord ids of who is notified
	called  []told
	news    []sentence
	buttons []press
}

// Call calls people in a message of its own, because an edit notifies nobody. It has
// its words in its content, because a phone tells nothing else of it: whom it calls,
// what happened, and what they may do.
func Call(p Pen, r Reader, s *sitting.Sight, why Reason, whom []sitting.Person) Message {
	return sceneOfCall(r, s, why, whom).message(p.as(ViewPictures, tableStyle(s)))
}

// CallDirect calls a person by direct message, where a button of the table's would be of
// another channel: it leads to the table at a link.
func CallDirect(p Pen, r Reader, s *sitting.Sight, why Reason, whom []sitting.Person, link string) Message {
	t := sceneOfCall(r, s, why, whom)
	t.news, t.buttons = append(t.news, sentence{key: lang.CallDirect, word: literal("<" + link + ">")}), nil
	return t.message(p)
}

// CallBack calls a person in the channel who can't be reached by direct message, and
// tells them so.
func CallBack(p Pen, r Reader, s *sitting.Sight, why Reason, whom []sitting.Person) Message {
	t := sceneOfCall(r, s, why, whom)
	t.news = append(t.news, sentence{key: lang.CallRefused})
	return t.message(p.as(ViewPictures, tableStyle(s)))
}

func sceneOfCall(r Reader, s *sitting.Sight, why Reason, whom []sitting.Person) callScene {
	t := callScene{}
	for _, id := range whom {
		w := r.person(id)
		t.called = append(t.called, called{w})
		if w.user != "" {
			t.users = append(t.users, w.user)
		}
	}
	players := r.sitters(s.Seats)
	switch why {
	case YourTurn:
		t.news = turnNews(s, players)
	case HalfTime:
		t.news = append([]sentence{{key: lang.CallHalf}}, turnNews(s, players)...)
	case Nudged:
		t.news = append([]sentence{{key: lang.CallNudge, name: r.person(s.Nudger)}}, turnNews(s, players)...)
	case Voted:
		if wish := s.Ending; wish != nil {
			key := lang.CallEnd
			if wish.Close {
				key = lang.CallClose
			}
			t.news = []sentence{{key: key, name: r.person(wish.By), when: in(wish.Until)}}
			t.buttons = from(s, Prefs{}).verdicts(wish)
		}
		return t
	case Invited:
		asked, by := awaited(r, s)
		t.called = asked
		key := lang.CallInvite
		if len(asked) > 1 {
			key = lang.CallInviteAll
		}
		o := from(s, Prefs{})
		t.news = []sentence{{key: key, name: by}}
		t.buttons = []press{o.primary(lang.ButtonJoin, VerbAccept, ""), o.secondary(lang.ButtonNotnow, VerbDecline, "")}
		return t
	case HostWanted:
		if q := s.Sought; q != nil {
			t.news = []sentence{{key: lang.CallHost, name: r.person(q.By), when: in(q.Until)}}
			t.buttons = []press{from(s, Prefs{}).primary(lang.ButtonHere, VerbKeep, "")}
		}
		return t
	case TableOpens:
		t.news = []sentence{{key: lang.CallOpens, name: r.person(s.Host)}}
		t.buttons = []press{from(s, Prefs{}).primary(lang.ButtonJoin, VerbJoin, "")}
		return t
	case Wished:
		if wish := s.Takeback; wish != nil {
			t.news = []sentence{{key: lang.CallWish, name: sits(players, wish.Seat), cards: inOrder(wish.Cards)}}
			t.buttons = from(s, Prefs{}).answers()
		}
		return t
	}
	t.news, t.buttons = append(t.news, left(s.Deadline)), from(s, Prefs{}).drawButtons(s.View)
	return t
}

// turnNews tells the one to play how the turn came to them, and what they may take.
func turnNews(s *sitting.Sight, players []who) []sentence {
	news := sentence{key: lang.CallTurn}
	switch last := len(s.Log) - 1; {
	case s.View.Phase == engine.ToPlay:
		return []sentence{{key: lang.CallPlay}}
	case last < 0:
		news = sentence{key: lang.CallDealt, hand: s.Hand}
	case s.Log[last].Kind == engine.SawDiscard:
		news = sentence{key: lang.CallThrew, name: sits(players, s.Log[last].Seat), cards: s.Log[last].Cards}
	}
	for _, way := range drawings(s.View) {
		if len(way.label.cards) > 0 {
			return []sentence{news, {key: lang.CallTake, cards: way.label.cards}}
		}
	}
	return []sentence{news}
}

// message has its cards by their symbols: a phone would tell a small picture by its name.
func (s callScene) message(p Pen) Message {
	l := p.Lang.WithFaces(nil)
	words := tellAll(l, s.called, false)
	for _, news := range s.news {
		if said := news.say(l); said != "" {
			words = append(words, said)
		}
	}
	m := message(0, []Component{p.row(s.buttons)})
	m.Content, m.AllowedMentions.Users = strings.Join(words, " "), s.users
	return m
}
