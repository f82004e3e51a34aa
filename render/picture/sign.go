package picture

// A glyph is a sign of ours.
type glyph uint8

const (
	crown      glyph = iota // won a hand
	star                    // the rummy's factor
	up                      // drew
	onward                  // laid
	down                    // threw
	lock                    // barred
	chip                    // the dealer
	computer                // a computer's seat
	away                    // a computer plays for them, or they left
	trophy                  // won a match; best of an evening or of a time; the best there was
	leads                   // has most
	deck                    // cards: how many
	flame                   // one after the other
	target                  // how close
	people                  // with people
	drop                    // what was waited for
	notch                   // cut into the left end of a ribbon
	notchRight              // and into the right one
	glyphs     = iota
)

// cuts are the sizes that signs are made in.
func cuts() [5]int { return [5]int{20, 28, 40, 64, 96} }

// outline draws a sign px pixels large.
func (g glyph) outline(px int) outline {
	p := newPen(px)
	switch g {
	case crown:
		p.move(60, 240).line(280, 480, 500, 120, 720, 480, 940, 240, 850, 780, 150, 780)
		p.box(150, 820, 700, 90)
	case star:
		p.move(500, 30)
		for _, q := range [][2]int{{590, 170}, {735, 93}, {741, 259}, {907, 265}, {830, 410}, {970, 500}, {830, 590}, {907, 735}, {741, 741}, {735, 907}, {590, 830}, {500, 970}, {410, 830}, {265, 907}, {259, 741}, {93, 735}, {170, 590}, {30, 500}, {170, 410}, {93, 265}, {259, 259}, {265, 93}, {410, 170}} {
			p.line(q[0], q[1])
		}
	case up:
		p.move(500, 80).line(860, 450, 750, 560, 575, 385, 575, 920, 425, 920, 425, 385, 250, 560, 140, 450)
	case down:
		p.move(500, 920).line(140, 550, 250, 440, 425, 615, 425, 80, 575, 80, 575, 615, 750, 440, 860, 550)
	case onward:
		p.move(920, 500).line(550, 860, 440, 750, 615, 575, 80, 575, 80, 425, 615, 425, 440, 250, 550, 140)
	case lock:
		p.box(160, 440, 680, 500)
		p.move(250, 440).line(250, 330).cube(250, 190, 360, 70, 500, 70).cube(640, 70, 750, 190, 750, 330).line(750, 440, 630, 440, 630, 330).
			cube(630, 250, 575, 180, 500, 180).cube(425, 180, 370, 250, 370, 330).line(370, 440)
	case chip:
		p.round(500, 500, 450, 450)
		p.round(500, 500, -300, 300)
		p.round(500, 500, 220, 220)
	case computer:
		p.box(100, 160, 800, 560)
		p.hole(200, 260, 600, 360)
		p.box(300, 790, 400, 100)
	case away:
		p.move(700, 80).cube(400, 60, 140, 280, 140, 560).cube(140, 800, 340, 940, 540, 940).cube(720, 940, 860, 840, 910, 700).
			cube(640, 780, 440, 640, 440, 430).cube(440, 270, 560, 140, 700, 80)
	case trophy:
		p.move(250, 100).line(750, 100).cube(750, 450, 680, 620, 560, 660).line(560, 800, 720, 800, 720, 900, 280, 900, 280, 800, 440, 800, 440, 660).
			cube(320, 620, 250, 450, 250, 100)
		p.round(240, 300, 170, 170)
		p.round(240, 300, -90, 90)
		p.round(760, 300, 170, 170)
		p.round(760, 300, -90, 90)
	case leads:
		p.move(240, 100).line(840, 500, 240, 900)
	case deck:
		p.box(220, 80, 560, 840)
		p.hole(300, 160, 400, 680)
		p.box(360, 220, 280, 560)
	case flame:
		p.move(520, 40).cube(560, 260, 840, 380, 840, 640).cube(840, 820, 690, 960, 500, 960).cube(310, 960, 160, 820, 160, 640).
			cube(160, 500, 240, 420, 320, 330).cube(330, 430, 370, 480, 430, 500).cube(400, 330, 420, 160, 520, 40)
	case target:
		p.round(500, 500, 450, 450)
		p.round(500, 500, -340, 340)
		p.round(500, 500, 230, 230)
		p.round(500, 500, -110, 110)
	case notch:
		p.move(0, 0).line(900, 500, 0, 1000)
	case notchRight:
		p.move(1000, 0).line(1000, 1000, 100, 500)
	case drop:
		p.move(500, 40).cube(560, 220, 820, 460, 820, 650).cube(820, 830, 680, 960, 500, 960).cube(320, 960, 180, 830, 180, 650).cube(180, 460, 440, 220, 500, 40)
	case people:
		p.round(350, 320, 160, 160)
		p.round(700, 360, 130, 130)
		p.move(60, 860).cube(60, 640, 180, 530, 350, 530).cube(520, 530, 640, 640, 640, 860)
		p.move(690, 860).cube(690, 730, 650, 630, 590, 580).cube(740, 510, 940, 600, 940, 860)
	}
	return p.out
}
