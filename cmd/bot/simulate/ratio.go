package simulate

import "math"

// A ratio is the total of one thing over the total of another, such as hands won
// over hands decided, both counted by group. A group is one deal with all its
// turnings: the same cards were played in each, so hands of a group say little
// more together than one alone, and the group is the unit of chance here.
//
// With w and n the two counts of a group, G groups and p = Σw/Σn, the variance
// of p is that of a ratio of totals, by linearisation:
//
//	var = G/(G−1) · Σ(w − p·n)² / (Σn)²
//
// The sums are kept in integers, so the order of adding changes nothing.
type ratio struct {
	groups      int // of those that counted at all: n > 0
	over, under int // Σw, Σn
	oo, ou, uu  int // Σw², Σw·n, Σn²
}

// z95 is the number of standard errors on each side that hold 95 % of a normal distribution.
const z95 = 1.959964

func (r *ratio) add(over, under int) {
	if under == 0 {
		return
	}
	r.groups++
	r.over += over
	r.under += under
	r.oo += over * over
	r.ou += over * under
	r.uu += under * under
}

func (r ratio) value() float64 { return float64(r.over) / float64(r.under) }

// variance is that of value; it takes two groups at least.
func (r ratio) variance() float64 {
	p, g := r.value(), float64(r.groups)
	squares := float64(r.oo) - 2*p*float64(r.ou) + p*p*float64(r.uu)
	return g / (g - 1) * math.Max(squares, 0) / (float64(r.under) * float64(r.under))
}

// A Measure is a figure with the interval that holds its true value in 95 of 100 cases.
type Measure struct {
	Value    float64   `json:"value"`
	Interval []float64 `json:"interval_95,omitempty"` // low and high; nil of fewer than two groups
}

// mean is the ratio with a normal interval: value ± z95·√var. Nil when nothing was counted.
func (r ratio) mean() *Measure {
	if r.groups == 0 {
		return nil
	}
	m := &Measure{Value: rounded(r.value())}
	if r.groups > 1 {
		half := z95 * math.Sqrt(r.variance())
		m.Interval = []float64{rounded(r.value() - half), rounded(r.value() + half)}
	}
	return m
}

// share is the ratio of a part to its whole, with Wilson's interval for as many
// independent trials as would give that variance, n = p·(1−p)/var. When all groups
// agree, as with p = 1, the variance is nil and n is the number of groups. Nil
// when nothing was counted.
func (r ratio) share() *Measure {
	if r.groups == 0 {
		return nil
	}
	p := r.value()
	m := &Measure{Value: rounded(p)}
	if r.groups > 1 {
		n := float64(r.groups)
		if v := r.variance(); v > 1e-12 {
			n = p * (1 - p) / v
		}
		middle := (p + z95*z95/(2*n)) / (1 + z95*z95/n)
		half := z95 / (1 + z95*z95/n) * math.Sqrt(p*(1-p)/n+z95*z95/(4*n*n))
		m.Interval = []float64{rounded(math.Max(0, middle-half)), rounded(math.Min(1, middle+half))}
	}
	return m
}

// rounded keeps four places: finer ones are noise at any number of hands.
func rounded(x float64) float64 { return math.Round(x*1e4) / 1e4 }
