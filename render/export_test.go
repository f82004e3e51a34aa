package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// What the pictures of messages are drawn from, and nil where there is none; and the language that a message is told in.

func OfTable(r Reader, s *sitting.Sight) any { return sceneOfTable(r, s).picture.of }

func OfHand(r Reader, s *sitting.Sight) any { return sceneOfHand(r, s, nil).picture.of }

func OfResult(r Reader, s *sitting.Sight) any { return sceneOfResult(r, s).picture.of }

func OfEvening(r Reader, s *sitting.Sight) any { return sceneOfEvening(r, s).picture.of }

func OfMoment(r Reader, c sitting.Course, at int) any { return sceneOfMoment(r, c, at).picture.of }

func OfLesson(r Reader, m LessonModel) any { return sceneOfLesson(r, m).hand.picture.of }

func OfRecord(m RecordModel) any { return depictRecord(m, sceneOfRecord(m)).of }

func OfStandings(m StandingsModel) any { return sceneOfStandings(m).picture.of }

func OfYear(m YearModel) any { return sceneOfYear(m, sentence{}).picture.of }

func OfTab(m TabModel) any { return depictTab(m.Accounts, sceneOfTab(m)).of }

func OfAccount(m AccountModel) any { return depictTab(tab.Accounts{}, sceneOfAccount(m)).of }
func OfChart(m ChartModel) any     { return sceneOfChart(m).picture.of }

func (p Pen) Told(v View, s picture.Style) lang.Lang { return p.as(v, s).Lang }

func Dearest(h engine.Hand) []engine.Card { return dearest(h) }

func Cut(s string, limit int) string { return cut(s, limit) }
