package picture

import "github.com/boathouse-rum/boathouse/engine"

// larger is how large a style has a sign that is so large in the common one.
func (s Style) larger(px int) int {
	if s == FourColour {
		return px + px/6
	}
	return px
}

// suit draws the sign of a suit px pixels large.
func (s Style) suit(of engine.Suit, px int) outline {
	if s == FourColour {
		return bold(of, px)
	}
	p := newPen(px)
	switch of {
	case engine.Clubs:
		p.round(500, 255, 215, 215)
		p.round(255, 590, 215, 215)
		p.round(745, 590, 215, 215)
		p.move(420, 420).line(580, 420, 580, 560).cube(570, 760, 620, 880, 720, 960).line(280, 960).cube(380, 880, 430, 760, 420, 560)
	case engine.Diamonds:
		p.move(500, 10).cube(600, 200, 720, 360, 890, 500).cube(720, 640, 600, 800, 500, 990).cube(400, 800, 280, 640, 110, 500).cube(280, 360, 400, 200, 500, 10)
	case engine.Hearts:
		p.move(500, 960).cube(380, 760, 50, 560, 50, 300).cube(50, 140, 170, 50, 290, 50).cube(390, 50, 470, 120, 500, 220).
			cube(530, 120, 610, 50, 710, 50).cube(830, 50, 950, 140, 950, 300).cube(950, 560, 620, 760, 500, 960)
	case engine.Spades:
		p.move(500, 30).cube(600, 230, 940, 400, 940, 640).cube(940, 790, 830, 860, 725, 860).cube(640, 860, 575, 815, 545, 750).
			cube(555, 850, 600, 920, 690, 970).line(310, 970).cube(400, 920, 445, 850, 455, 750).cube(425, 815, 360, 860, 275, 860).
			cube(170, 860, 60, 790, 60, 640).cube(60, 400, 400, 230, 500, 30)
	}
	return p.out
}

// bold draws a sign that fills more of its square: broad where the common one is slim,
// and with straight sides where the others are round.
func bold(of engine.Suit, px int) outline {
	p := newPen(px)
	switch of {
	case engine.Clubs:
		p.round(500, 265, 255, 255)
		p.round(250, 610, 250, 250)
		p.round(750, 610, 250, 250)
		p.move(350, 400).line(650, 400, 650, 620).cube(650, 800, 700, 920, 800, 1000).line(200, 1000).cube(300, 920, 350, 800, 350, 620)
	case engine.Diamonds:
		p.move(500, 0).line(960, 500, 500, 1000, 40, 500)
	case engine.Hearts:
		p.move(500, 1000).cube(370, 850, 0, 620, 0, 310).cube(0, 120, 140, 10, 280, 10).cube(390, 10, 470, 70, 500, 150).
			cube(530, 70, 610, 10, 720, 10).cube(860, 10, 1000, 120, 1000, 310).cube(1000, 620, 630, 850, 500, 1000)
	case engine.Spades:
		p.move(500, 0).cube(620, 190, 1000, 380, 1000, 640).cube(1000, 810, 870, 890, 750, 890).cube(680, 890, 630, 870, 600, 840).
			cube(620, 910, 680, 960, 770, 1000).line(230, 1000).cube(320, 960, 380, 910, 400, 840).cube(370, 870, 320, 890, 250, 890).
			cube(130, 890, 0, 810, 0, 640).cube(0, 380, 380, 190, 500, 0)
	}
	return p.out
}
