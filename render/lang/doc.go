// Package lang holds every sentence that players read, in six languages.
//
// [Load] reads the embedded catalogues once; [Catalogue.For] picks the
// language of a Discord locale; [Lang.Say] and [Lang.Count] fill a sentence
// in. A sentence is named by a [Key], and all six catalogues hold the same
// keys with the same placeholders, or Load fails. What goes in is text that is
// safe to show already; what comes out is Discord markdown or plain text as the
// key's place on the screen needs.
//
// Cards have words too: [Lang.CardName] says one, and [Lang.ReadCards] gives all
// that a person may have meant by what they typed for some.
//
// It never decides anything: which sentence is due, and which reading is meant, is
// known to the callers.
//
// Read first: [Load], [Lang], [Key].
package lang
