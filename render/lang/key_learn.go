package lang

// Labels of the lessons' buttons.
const (
	ButtonShow       Key = "button.show"
	ButtonLesson     Key = "button.lesson"
	ButtonOncemore   Key = "button.oncemore"
	ButtonFirst      Key = "button.first"
	ButtonPlay       Key = "button.play"
	ButtonLessonBack Key = "button.lesson.back"
)

// Names of the lessons, and what each step of them asks.
const (
	LessonTurn        Key = "lesson.turn"
	LessonMelds       Key = "lesson.melds"
	LessonOut         Key = "lesson.out"
	LessonTurnDraw    Key = "lesson.turn.draw"
	LessonTurnDiscard Key = "lesson.turn.discard"
	LessonTurnTake    Key = "lesson.turn.take"
	LessonTurnLoose   Key = "lesson.turn.loose"
	LessonMeldsTake   Key = "lesson.melds.take"
	LessonMeldsSet    Key = "lesson.melds.set"
	LessonMeldsLayoff Key = "lesson.melds.layoff"
	LessonMeldsBarred Key = "lesson.melds.barred"
	LessonOutDraw     Key = "lesson.out.draw"
	LessonOutKeep     Key = "lesson.out.keep"
	LessonOutTake     Key = "lesson.out.take"
	LessonOutRummy    Key = "lesson.out.rummy"
	LessonOutWon      Key = "lesson.out.won"
	LessonTurnLearnt  Key = "lesson.turn.learnt"
	LessonMeldsLearnt Key = "lesson.melds.learnt"
	LessonOutLearnt   Key = "lesson.out.learnt"
)

// What lessons say beside that.
const (
	LessonTitle        Key = "lesson.title"
	LessonStep         Key = "lesson.step"
	LessonPassed       Key = "lesson.passed"
	LessonHelped       Key = "lesson.helped"
	LessonRight        Key = "lesson.right"
	LessonShown        Key = "lesson.shown"
	LessonOtherDraw    Key = "lesson.other.draw"
	LessonOtherLay     Key = "lesson.other.lay"
	LessonOtherEarly   Key = "lesson.other.early"
	LessonOtherDiscard Key = "lesson.other.discard"
	LessonAgain        Key = "lesson.again"
)

// What a line above the choices of a hand says: what can be done, and why one would.
const (
	ButtonTips   Key = "button.tips"
	HabitTipsOn  Key = "habit.tips.on"
	HabitTipsOff Key = "habit.tips.off"
)
