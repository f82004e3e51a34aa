package picture

import (
	"math"
	"testing"
)

// TestCurvesAreAsThickWhereTheyAreSteep measures how many pixels lines of many slopes cover for each pixel of their
// length. As the control they are measured for each column.
func TestCurvesAreAsThickWhereTheyAreSteep(t *testing.T) {
	p := newPalette()
	for _, slope := range []int{0, 1, 4, 8, 16, 40, 80} { // in quarters of a pixel
		c := newCanvas(p, 200, 4000)
		columns := make([]int, c.w)
		for x := range columns {
			columns[x] = 80 + x*slope
		}
		c.curve(0, columns, owner1)
		covered := 0
		for y := range c.h {
			for _, px := range c.row(y, 0, c.w) {
				switch px {
				case 0:
				case uint8(owner1):
					covered += 2
				default:
					covered++
				}
			}
		}
		wide := float64(covered) / 2 / float64(c.w)
		if thick := wide / math.Hypot(1, float64(slope)/4); math.Abs(thick-stroke) > 0.45 { // the steps of coverage round down
			t.Errorf("a line that falls %d quarters of a pixel a column is %.2f pixels thick", slope, thick)
		}
		if slope >= 8 && wide < 2*stroke {
			t.Errorf("the control is as thick: %.2f pixels", wide)
		}
	}
}
