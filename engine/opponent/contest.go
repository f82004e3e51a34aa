package opponent

// A contest counts by how many pips one line did better than another, played out
// from the same guesses. One guess is like the one before, so differences are summed by
// batches of guesses, which are nearly independent, and chance is judged by those.
type contest struct {
	batches      int
	sum, squares int // of the sums of the batches
}

const (
	batch         = 25 // guesses
	fewestBatches = 8
	roughest      = 2 // standard error in pips above which nothing is told
	surely        = 2 // standard errors that chance doesn't explain
)

// compare plays two lines out from the same guesses until the budget is spent.
func (s *search) compare(turns int, stop func() bool) (c contest) {
	for spent := s.burnIn(turns); spent < turns; {
		for range batch {
			guess, steps := s.nextGuess()
			spent += steps
			for i := range s.lines {
				spent += s.play(&s.lines[i], guess)
			}
			if stop != nil && stop() {
				return c
			}
		}
		sum := s.lines[0].gain - s.lines[1].gain
		s.lines[0].gain, s.lines[1].gain = 0, 0
		c.batches++
		c.sum += sum
		c.squares += sum * sum
	}
	return c
}

// told gives by how many pips the first line is better, 0 where chance may have
// made the difference. It is false when that is too uncertain to be told, or when
// it is the other line that is better.
func (c contest) told() (pips int, known bool) {
	switch {
	case c.batches < fewestBatches || c.within(1) > roughest:
		return 0, false
	case !c.beyond(surely):
		return 0, true
	case c.sum < 0:
		return 0, false
	}
	return c.pips(), true
}

// pips gives by how many of them the first line is better, on average of the guesses.
func (c contest) pips() int {
	guesses := c.batches * batch
	return (2*c.sum + guesses) / (2 * guesses)
}

// spread is the variance of the sum, times the number of batches less one.
func (c contest) spread() int { return c.batches*c.squares - c.sum*c.sum }

// beyond says whether the lines are more than so many standard errors apart.
func (c contest) beyond(errors int) bool {
	return c.sum*c.sum*(c.batches-1) > errors*errors*c.spread()
}

// within gives so many standard errors of a pip, rounded up. There must be several batches.
func (c contest) within(errors int) (pips int) {
	for guesses := c.batches * batch; (c.batches-1)*(pips*guesses)*(pips*guesses) < errors*errors*c.spread(); {
		pips++
	}
	return pips
}
