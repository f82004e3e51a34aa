package render

import (
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// turned marks a deal that was dealt before; "" for a fresh one.
func turned(again int, onTab bool) lang.Key {
	switch {
	case again == 0:
		return ""
	case onTab:
		return lang.TableTurnedOn
	}
	return lang.TableTurnedOff
}

// counts says how the hand of a sight, fresh or turned, counts where it is no common one.
func counts(s *sitting.Sight, again int, onTab, retaken bool) lang.Key {
	if retaken {
		return lang.ResultRetaken
	}
	if s.Settings.Bare && again == 0 && !onTab {
		return lang.ResultBare
	}
	return turned(again, onTab)
}

// italic says a sentence in italics; "" for none.
func italic(l lang.Lang, key lang.Key) string {
	if key == "" {
		return ""
	}
	return "*" + l.Say(key) + "*"
}
