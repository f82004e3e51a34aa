package render

import "github.com/boathouse-rum/boathouse/render/lang"

// turnedText marks a deal that was dealt before; "" for a fresh one.
func turnedText(l lang.Lang, again int, onTab bool) string {
	switch {
	case again == 0:
		return ""
	case onTab:
		return "*" + l.Say(lang.TableTurnedOn) + "*"
	}
	return "*" + l.Say(lang.TableTurnedOff) + "*"
}
