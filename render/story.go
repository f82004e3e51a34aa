package render

import (
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// tales are the sentences of what stories tell.
//
//nolint:gochecknoglobals // constant table
var tales = [...]lang.Key{
	sitting.ByAHair: lang.StoryHair, sitting.Overtook: lang.StoryOvertook, sitting.Short: lang.StoryShort, sitting.Long: lang.StoryLong,
	sitting.WouldBeOut: lang.StoryNext, sitting.OneShort: lang.StoryLacked, sitting.InFront: lang.StoryFront, sitting.AtOnce: lang.StoryAtonce,
	sitting.TookFor: lang.StoryTook,
}

// storyOf tells what was most striking in the last hand; empty for nothing.
func storyOf(s sitting.Story, players []who) sentence {
	if s.Told == 0 {
		return sentence{}
	}
	says := sentence{key: tales[s.Told], n: s.N, cards: s.Cards, name: sits(players, s.Of), other: sits(players, s.Other)}
	switch s.Told { //nolint:exhaustive // the others are told as they are
	case sitting.OneShort:
		if len(s.Cards) > 1 {
			says.key = lang.StoryLackedAny
		}
	case sitting.TookFor:
		says.cards = s.Cards[:1]
	}
	return says
}
