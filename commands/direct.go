package commands

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
)

// callDirectly calls the one whose turn it is by direct message, if that is what they
// want; without a message it wasn't made. refused: they want it, and Discord doesn't let
// the bot write to them.
func (b *Noticeboard) callDirectly(ctx context.Context, p table.Post, at screen) (call table.Asked, refused bool, err error) {
	whom := p.Calls
	if p.Kind.Asks() != sitting.AsksTurn || len(whom) != 1 {
		return table.Asked{}, false, nil
	}
	prefs, err := b.people.prefs(ctx, whom[0])
	if err != nil {
		b.line.Log.Warn("settings not read", "by", whom[0], "error", err)
	}
	user := at.reader.People[whom[0]].UserID
	if prefs.Calls != render.CallsDirect || user == "" {
		return table.Asked{}, false, nil
	}
	link := strings.TrimSuffix(linkTo(at.snap, at.refs.Table), "/")
	m := render.CallDirect(at.pen(), at.reader, at.snap, reasons[p.Kind], whom, link)
	channel, message, err := b.tellDirectly(ctx, user, nonceOf(at.snap.ID, p)+"d", m)
	if isRefused(err) {
		return table.Asked{}, true, nil
	}
	return table.Asked{Message: message, Seq: p.Seq, In: channel}, false, err
}

// tellDirectly sends a user a direct message.
func (b *Noticeboard) tellDirectly(ctx context.Context, user, nonce string, m render.Message) (sitting.Channel, string, error) {
	channel, err := b.line.REST.CreateDM(ctx, user)
	if err != nil {
		return "", "", err
	}
	made, err := b.line.REST.CreateMessage(ctx, channel, nonce, rest.Payload{Body: m})
	if err != nil {
		return "", "", err
	}
	return sitting.Channel(channel), made.ID, nil
}

// callHere has a person be called in the channel from now on, who can't be reached
// by direct message.
func (b *Noticeboard) callHere(ctx context.Context, p sitting.Person) {
	if _, err := b.people.prefer(ctx, p, "", func(kept *render.Prefs) { kept.Calls = render.CallsHere }); err != nil {
		b.line.Log.Warn("settings not kept", "by", p, "error", err)
	}
}

// isRefused says whether Discord refused something that trying again won't change.
func isRefused(err error) bool {
	var no *rest.Error
	if !errors.As(err, &no) || no.Status/100 != 4 {
		return false
	}
	switch no.Status {
	case http.StatusUnauthorized, http.StatusRequestTimeout, http.StatusTooEarly,
		http.StatusTooManyRequests: // which say nothing of what was asked
		return false
	}
	return true
}
