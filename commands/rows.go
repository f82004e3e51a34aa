package commands

import "slices"

// rows lists all that a person can ask for.
func rows() []row {
	return slices.Concat(
		lifeRows(), seatRows(), inviteRows(), dealRows(), handRows(), moveRows(), hintRows(), takebackRows(), playRows(),
		proofRows(), replayRows(), reviewRows(), watchRows(), readingRows(), learnRows(), recordRows(),
		settingsRows(), callRows(), habitRows(), serverRows(),
		tabRows(), standingsRows(), chartRows(), yearRows(), seasonRows(), settleRows(), reverseRows(), releaseRows(), voidRows(), exportRows(),
		privacyRows(),
	)
}

// byHandle finds rows.
func byHandle(all []row) map[handle]*row {
	found := make(map[handle]*row)
	for i := range all {
		for _, h := range all[i].by {
			found[h] = &all[i]
		}
	}
	return found
}
