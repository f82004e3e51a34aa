package rest

import (
	"context"
	"net/http"
)

// A Kind says what a call is for. Where the bot may make no more calls for now, those of an earlier kind go first.
type Kind uint8

// The kinds, in their order. Of a seal it is that of a table's first hand, since later ones go with results.
const (
	KindAnswer Kind = iota // to who did something, or what they alone see; as a rule by an interaction's token, which never waits
	KindOther              // what somebody or the start waits for, by the bot's token
	KindResult
	KindSeal
	KindCall // of people, who are notified
	KindTable
	KindTidy // deletes what is over; what a call must wait for goes with that
	KindLast // the application's emojis, lists of commands that may be doubled, messages that show somebody who was erased: nobody waits
	kinds    = iota
)

// String is the kind's name in figures.
func (k Kind) String() string {
	return [kinds]string{"answer", "other", "result", "seal", "call", "table", "tidy", "last"}[k]
}

type kindKey struct{}

// For has the calls made with the context that it returns be of a kind. Without it those by an interaction's token are
// answers, those for emojis are of that kind, and all others are others.
func For(ctx context.Context, k Kind) context.Context { return context.WithValue(ctx, kindKey{}, k) }

// counted is the kind of a call in figures: what deletes is told apart.
func (r route) counted(ctx context.Context) Kind {
	if r.method == http.MethodDelete && !r.last {
		return KindTidy
	}
	return r.kind(ctx)
}

// kind is what a call on a route is for.
func (r route) kind(ctx context.Context) Kind {
	told, has := ctx.Value(kindKey{}).(Kind)
	switch {
	case r.last:
		return KindLast
	case has:
		return told
	case r.answer:
		return KindAnswer
	}
	return KindOther
}
