package render

import "github.com/boathouse-rum/boathouse/render/lang"

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

// italic says a sentence in italics; "" for none.
func italic(l lang.Lang, key lang.Key) string {
	if key == "" {
		return ""
	}
	return "*" + l.Say(key) + "*"
}
