// Package picture draws: what is to be seen of a table, a hand or a result goes in
// as a plain value, and a PNG comes out.
//
// No picture has a word in it: numbers, letters of cards, names of people and signs
// only, so one picture serves every language, and the words beside it say the rest.
// A value holds nothing but what is drawn of it; whoever may see the picture may see
// the whole value, and whatever is in the value the words must say too.
//
// An [Artist] draws everything that looks the same in each picture once, when it is
// made. After that it only copies, keeps nothing from one picture to the next, and
// may draw several at once. The same value in the same [Look] gives the same bytes.
//
// Read first: [Table], [Hand], [Artist].
package picture
