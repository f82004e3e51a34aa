package render

import (
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A pingScene is what there is to say to the one whose turn it is.
type pingScene struct {
	user    string // Discord id of who is notified; empty: nobody
	call    sentence
	ends    sentence // how long the turn lasts; may be empty
	buttons []press
}

// Ping calls the one whose turn it is, or reminds them that half of the time is
// over, in a message of its own, because an edit notifies nobody.
func Ping(p Pen, r Reader, s *sitting.Sight, half bool) Message {
	return sceneOfPing(r, s, half).message(p)
}

func sceneOfPing(r Reader, s *sitting.Sight, half bool) pingScene {
	player := sits(r.sitters(s.Seats), s.View.Turn)
	t := pingScene{
		user: player.user, call: sentence{key: lang.PingTurn, name: called{player}}, ends: left(s.Deadline),
		buttons: from(s, Prefs{}).drawButtons(s.View),
	}
	if half {
		t.call.key = lang.PingHalf
	}
	return t
}

func (s pingScene) message(p Pen) Message {
	return public(text(beside(p.Lang, s.call, s.ends)), p.row(s.buttons)).mentioning(s.user)
}
