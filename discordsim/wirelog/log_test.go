package wirelog

import (
	"strings"
	"testing"
)

// TestTheNewestAreKept: what is over the limit is forgotten, oldest first, and the numbers go on.
func TestTheNewestAreKept(t *testing.T) {
	l := New()
	for range kept + 10 {
		l.Add(Exchange{Dir: "bot→discord"})
	}
	all := l.After(0)
	if len(all) != kept || all[0].N != 11 || all[kept-1].N != kept+10 {
		t.Errorf("%d entries, %d to %d", len(all), all[0].N, all[len(all)-1].N)
	}
	if few := l.Newest(0, 3); len(few) != 3 || few[0].N != kept+8 {
		t.Errorf("%+v", few)
	}
	if none := l.After(kept + 10); len(none) != 0 {
		t.Errorf("%+v", none)
	}
}

// TestTokensStayInside whatever form they were sent in; what is no JSON is shown as text.
func TestTokensStayInside(t *testing.T) {
	l := New()
	l.Add(Exchange{Body: []byte(`{"op":2,"d":{"token" : "very.secret","a":1}}`)})
	l.Add(Exchange{Body: []byte("error code: 1015")})
	l.Add(Exchange{})
	all := l.After(0)
	if strings.Contains(string(all[0].Body), "secret") || string(all[1].Body) != `"error code: 1015"` || all[2].Body != nil {
		t.Errorf("%s %s %s", all[0].Body, all[1].Body, all[2].Body)
	}
}
