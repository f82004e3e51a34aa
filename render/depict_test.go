package render_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// TestAPictureGoesWithItsWords finds one picture in each message that has one, by a name that its bytes have, told to who
// doesn't see it; and none where somebody wants none.
func TestAPictureGoesWithItsWords(t *testing.T) {
	l := words(t).For("en")
	hand, table := sight(engine.See(toPlay(t), 0)), sight(engine.Watch(toDraw(t)))
	seen := func(v render.View) render.Reader {
		r := reader()
		r.Prefs.View = v
		return r
	}
	for name, c := range map[string]struct {
		m        render.Message
		pictures int
		tells    string
	}{
		"table":         {render.Table(pen(faced(l)), reader(), table), 1, "It’s Ann’s turn to draw. "},
		"hand":          {render.Hand(pen(faced(l)), reader(), hand, nil), 1, "Your turn. Meld or lay off"},
		"result":        {render.Result(pen(faced(l)), reader(), rummy()), 1, "Ann goes rummy and wins hand "},
		"hand, symbols": {render.Hand(pen(faced(l)), seen(render.ViewSymbols), hand, nil), 0, ""},
		"hand, words":   {render.Hand(pen(faced(l)), seen(render.ViewWords), hand, nil), 0, ""},
		"no artist":     {render.Table(render.Pen{Lang: l, Codec: codec}, reader(), table), 0, ""},
		"lobby":         {render.Table(pen(faced(l)), reader(), but(table, func(s *sitting.Sight) { s.Phase = sitting.Lobby })), 0, ""},
		"hand is over":  {render.Hand(pen(faced(l)), reader(), but(hand, func(s *sitting.Sight) { s.Phase = sitting.Between }), nil), 0, ""},
	} {
		text, err := json.Marshal(c.m)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.m.Files) != c.pictures || strings.Count(string(text), `"type":12`) != c.pictures {
			t.Errorf("%s: %d files beside %s", name, len(c.m.Files), text)
		}
		for _, f := range c.m.Files {
			sum := sha256.Sum256(f.Data)
			if f.Name != fmt.Sprintf("%x.png", sum[:8]) || f.Type != "image/png" || !strings.HasPrefix(f.Alt, c.tells) {
				t.Errorf("%s: %q, %q: %q", name, f.Name, f.Type, f.Alt)
			}
			if want := fmt.Sprintf(`{"media":{"url":"attachment://%s"},"description":`, f.Name); !strings.Contains(string(text), want) {
				t.Errorf("%s has no gallery of %s: %s", name, f.Name, text)
			}
		}
		if all := faults(c.m); len(all) > 0 {
			t.Errorf("%s: %q", name, all)
		}
	}
}

// TestATableHasAStyleAndAReaderTheirs compares what is drawn in one style with the other.
func TestATableHasAStyleAndAReaderTheirs(t *testing.T) {
	l := words(t).For("en")
	hand, table := sight(engine.See(toPlay(t), 0)), sight(engine.Watch(toDraw(t)))
	bold := reader()
	bold.Prefs.Cards = picture.FourColour
	four := func(s *sitting.Sight) { s.Settings.FourColours = true }
	drawn := func(r render.Reader, s *sitting.Sight) string { return render.Table(pen(faced(l)), r, s).Files[0].Name }
	if a, b := drawn(reader(), table), drawn(reader(), but(table, four)); a == b || a != drawn(bold, table) {
		t.Errorf("the table looks as %s, %s in four colours, %s to who has them", a, b, drawn(bold, table))
	}
	held := func(r render.Reader, s *sitting.Sight) string {
		return render.Hand(pen(faced(l)), r, s, nil).Files[0].Name
	}
	if a, b := held(reader(), hand), held(bold, hand); a == b || a != held(reader(), but(hand, four)) {
		t.Errorf("a hand looks as %s, %s in four colours, %s where the table has them", a, b, held(reader(), but(hand, four)))
	}
}

// TestAStyleWithoutEmojisHasSymbols draws with the emojis of one style alone.
func TestAStyleWithoutEmojisHasSymbols(t *testing.T) {
	l := words(t).For("en")
	ids := map[string]string{render.EmojiName(picture.Classic, engine.NoCard): "1400000000000000001"}
	for c := range engine.Card(engine.PackSize) {
		ids[render.EmojiName(picture.Classic, c)] = fmt.Sprint(1400000000000000100 + int(c))
	}
	p := bare(l)
	p.Emojis = render.NewEmojis(ids)
	hand := func(style picture.Style) string {
		r := reader()
		r.Prefs.Cards = style
		return readable(t, render.Hand(p, r, sight(engine.See(toPlay(t), 0)), nil))
	}
	if said := hand(picture.Classic); !strings.Contains(said, "<:9_of_clubs:1400000000000000108> <:9_of_diamonds:") || strings.Contains(said, "```") {
		t.Errorf("in the style that has emojis:\n%s", said)
	}
	if said := hand(picture.FourColour); strings.Contains(said, "<:") || !strings.Contains(said, "```\n9♣ 9♦ 9♠\n") {
		t.Errorf("in the style that has none:\n%s", said)
	}
}

// TestOwnLettersHaveNoEmojiOfOthers has a reader with letters of their own: their queen is no picture of a Q.
func TestOwnLettersHaveNoEmojiOfOthers(t *testing.T) {
	l := words(t).For("de")
	r := reader()
	r.Prefs.Letters = render.OwnLetters
	said := readable(t, render.Hand(pen(r.Prefs.In(l, emojis())), r, sight(engine.See(toPlay(t), 0)), nil))
	if !strings.Contains(said, "<:king_of_diamonds:1400000000000000025> D♥") || strings.Contains(said, "queen") {
		t.Errorf("a queen isn't a D:\n%s", said)
	}
}

// TestATableIsDrawnAsItsTurnBegan plays on: the picture and what tells it stay, the words go on.
func TestATableIsDrawnAsItsTurnBegan(t *testing.T) {
	l := words(t).For("en")
	before := sight(engine.Watch(toDraw(t)))
	drew := but(before, func(s *sitting.Sight) {
		s.View.Phase = engine.ToPlay
		s.View.Stock -= 2
		s.View.Counts[s.View.Turn] += 2
		s.Seats = slices.Clone(s.Seats)
		s.Seats[0].Away = true
	})
	next := but(drew, func(s *sitting.Sight) { s.Still = sitting.Still{View: s.View, Log: s.Log, Seats: s.Seats} })
	one, two, three := render.Table(pen(l), reader(), before), render.Table(pen(l), reader(), drew), render.Table(pen(l), reader(), next)
	if one.Files[0].Name != two.Files[0].Name || one.Files[0].Alt != two.Files[0].Alt || readable(t, one) == readable(t, two) {
		t.Errorf("within a turn\n%s\nbecomes\n%s", readable(t, one), readable(t, two))
	}
	if two.Files[0].Name == three.Files[0].Name || two.Files[0].Alt == three.Files[0].Alt {
		t.Error("the next turn looks as the one before")
	}
}

// A shaky artist drops the brush.
type shaky struct{ *picture.Artist }

func (shaky) Table(picture.Look, picture.Table) []byte { panic("out of paint") }

// TestADrawingThatGoesWrongStopsNoWords draws a table and a hand of which one can't be drawn.
func TestADrawingThatGoesWrongStopsNoWords(t *testing.T) {
	l := words(t).For("en")
	p, heard := pen(l), ""
	p.Artist, p.Failed = shaky{picture.New()}, func(caught any, stack []byte) { heard = fmt.Sprint(caught, len(stack) > 0) }
	m := render.Table(p, reader(), sight(engine.Watch(toDraw(t))))
	if len(m.Files) != 0 || !strings.Contains(readable(t, m), "turn to draw") || heard != "out of painttrue" {
		t.Errorf("heard %q; %d files beside %s", heard, len(m.Files), readable(t, m))
	}
	if m = render.Hand(p, reader(), sight(engine.See(toPlay(t), 0)), nil); len(m.Files) != 1 {
		t.Error("the hand isn't drawn either")
	}
}

// TestABareMessageSaysTheSameWithoutItsPicture takes pictures out, and what tells them.
func TestABareMessageSaysTheSameWithoutItsPicture(t *testing.T) {
	m := render.Table(pen(words(t).For("en")), reader(), sight(engine.Watch(toDraw(t))))
	bare, untold := m.Bare(), m.Untold()
	text := func(m render.Message) string {
		t.Helper()
		data, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if len(bare.Files) != 0 || strings.Contains(text(bare), "attachment://") || len(bare.Components) != len(m.Components)-1 {
		t.Errorf("%d files beside %s", len(bare.Files), text(bare))
	}
	if len(untold.Files) != 1 || untold.Files[0].Alt != "" || strings.Contains(text(untold), m.Files[0].Alt) || !strings.Contains(text(untold), "attachment://"+m.Files[0].Name) {
		t.Errorf("told: %s", text(untold))
	}
	if len(m.Files) != 1 || m.Files[0].Alt == "" || !strings.Contains(text(m), "attachment://") {
		t.Error("the message itself has changed")
	}
}
