package picture

import "github.com/boathouse-rum/boathouse/engine"

// ornament is what a court card wears.
func ornament(r engine.Rank, px int) outline {
	p := newPen(px)
	switch r { //nolint:exhaustive // the others wear nothing
	case engine.Jack: // a cap with a feather
		p.move(110, 690).cube(130, 470, 310, 360, 510, 380).cube(700, 390, 850, 490, 880, 690)
		p.box(70, 740, 860, 150)
		p.move(540, 350).cube(600, 180, 740, 70, 980, 50).cube(960, 260, 890, 420, 720, 470).cube(670, 410, 610, 370, 540, 350)
	case engine.Queen: // a tiara
		p.move(50, 360).cube(130, 520, 240, 610, 330, 620).cube(350, 520, 420, 420, 500, 290).cube(580, 420, 650, 520, 670, 620).
			cube(760, 610, 870, 520, 950, 360).line(870, 800).cube(640, 720, 360, 720, 130, 800)
		p.move(120, 840).cube(360, 760, 640, 760, 880, 840).line(860, 930).cube(640, 860, 360, 860, 140, 930)
		p.round(500, 170, 95, 95)
		p.round(70, 270, 70, 70)
		p.round(930, 270, 70, 70)
	case engine.King: // a crown with a cross on it
		p.move(40, 300).line(280, 500, 400, 290, 600, 290, 720, 500, 960, 300, 880, 730, 120, 730)
		p.box(120, 780, 760, 150)
		p.box(450, 30, 100, 270)
		p.box(360, 100, 280, 95)
	}
	return p.out
}

// boat is the one on the backs: a hull, two sails, and water.
func boat(px int) outline {
	p := newPen(px)
	p.move(470, 60).line(470, 610, 170, 610).cube(310, 470, 410, 280, 470, 60)
	p.move(530, 150).cube(640, 280, 760, 440, 830, 610).line(530, 610)
	p.move(90, 660).line(910, 660).cube(880, 740, 820, 790, 740, 810).line(260, 810).cube(180, 790, 120, 740, 90, 660)
	p.move(60, 900)
	for x := 60; x < 940; x += 220 {
		p.cube(x+70, 830, x+150, 830, x+220, 900)
	}
	p.line(940, 960)
	for x := 940; x > 60; x -= 220 {
		p.cube(x-70, 890, x-150, 890, x-220, 960)
	}
	return p.out
}
