package opponent

import "math"

// The functions here give the same bits on every machine, so that a hand goes the
// same way there. Those of package math don't: some processors have their own,
// and a compiler may fuse a product with the sum that it goes into. So wherever a
// product of floats is made in this package it is converted at once, which
// forbids that, or made by [math.FMA], which always fuses.
//
// The methods are those of package math on a processor of type amd64.

// exp gives e to the power of x, which must not be so far from 0 that this is no
// number any more: a power of two times the series for a sixteenth of what
// is left of x, squared four times.
func exp(x float64) float64 {
	const high, low = 0.69314718055966295651160180568695068359375, 0.28235290563031577122588448175013436025525412068e-12 // log(2)
	k := math.RoundToEven(float64(x * math.Log2E))
	x = math.FMA(-k, low, math.FMA(-k, high, x)) / 16
	sum := 1.0 / 40320
	for _, factorial := range [...]float64{5040, 720, 120, 24, 6, 2, 1} {
		sum = math.FMA(sum, x, 1/factorial)
	}
	more := float64(sum * x) // than 1
	for range 3 {
		more = float64(more * (more + 2))
	}
	return math.Ldexp(math.FMA(more, more+2, 1), int(k))
}

// log gives the natural logarithm of x above 0.
func log(x float64) float64 {
	k, f := scaled(x)
	s := f / (2 + f)
	z := float64(s * s)
	w := float64(z * z)
	odd := float64(z * (6.666666666666735130e-01 + float64(w*(2.857142874366239149e-01+float64(w*(1.818357216161805012e-01+float64(w*1.479819860511658591e-01)))))))
	even := float64(w * (3.999999999940941908e-01 + float64(w*(2.222219843214978396e-01+float64(w*1.531383769920937332e-01)))))
	return logOf(k, f, s, odd+even, 0)
}

// log1p gives the natural logarithm of 1+x, x above 0, exactly for small x too.
func log1p(x float64) float64 {
	k, f, lost := 0.0, x, 0.0
	if x >= math.Sqrt2-1 {
		sum := 1 + x
		k, f = scaled(sum)
		lost = (min(1, x) - (sum - max(1, x))) / sum
	}
	s := f / (2 + f)
	z := float64(s * s)
	series := 0.0
	for _, c := range [...]float64{1.479819860511658591e-01, 1.531383769920937332e-01, 1.818357216161805012e-01, 2.222219843214978396e-01, 2.857142874366239149e-01, 3.999999999940941908e-01, 6.666666666666735130e-01} {
		series = float64(z * (series + c))
	}
	return logOf(k, f, s, series, lost)
}

// scaled writes x as two to the power of k times 1+f, f between √½-1 and √2-1.
func scaled(x float64) (k, f float64) {
	f, power := math.Frexp(x)
	if f < math.Sqrt2/2 {
		f, power = f+f, power-1
	}
	return float64(power), f - 1
}

// logOf puts a logarithm together: that of two to the power of k, that of 1+f by
// the series of s = f/(2+f), and what rounding lost before.
func logOf(k, f, s, series, lost float64) float64 {
	const high, low = 6.93147180369123816490e-01, 1.90821492927058770002e-10 // log(2)
	half := float64(float64(0.5*f) * f)
	return float64(k*high) - (half - (float64(s*(half+series)) + (float64(k*low) + lost)) - f)
}
