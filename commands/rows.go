package commands

import "slices"

// rows lists all that a person can ask for.
func rows() []row {
	return slices.Concat(lifeRows(), seatRows(), inviteRows(), dealRows(), handRows(), moveRows(), hintRows(), takebackRows(), proofRows(), replayRows(), reviewRows(), watchRows(), playRows(),
		settingsRows(), callRows(), habitRows(), serverRows(), tabRows(), exportRows(), readingRows(), learnRows(), recordRows(), privacyRows())
		settingsRows(), callRows(), habitRows(), serverRows(), tabRows(), settleRows(), reverseRows(), readingRows(), learnRows(), recordRows(), privacyRows())
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
