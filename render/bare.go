package render

import "slices"

// Bare gives the message without its pictures; its words say what they show.
func (m Message) Bare() Message {
	m.Files = nil
	m.Components = slices.DeleteFunc(slices.Clone(m.Components), func(c Component) bool {
		_, is := c.(Gallery)
		return is
	})
	return m
}

// Untold gives the message with its pictures, which aren't described any more.
func (m Message) Untold() Message {
	m.Files, m.Components = slices.Clone(m.Files), slices.Clone(m.Components)
	for i := range m.Files {
		m.Files[i].Alt = ""
	}
	for i, c := range m.Components {
		if g, is := c.(Gallery); is {
			g.Items = slices.Clone(g.Items)
			for at := range g.Items {
				g.Items[at].Description = ""
			}
			m.Components[i] = g
		}
	}
	return m
}
