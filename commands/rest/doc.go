// Package rest speaks Discord's REST API, version 10, for the calls that the bot makes and no others.
//
// A call goes in with a context, ids and a [Payload]; a [Message] or another small value comes out, or an error.
// A refusal by Discord is an [*Error]; use [HasCode] to ask which one.
//
// What the client promises:
//   - It keeps to the rate limits of a route and of the whole bot, as headers and bodies state them. Answers to
//     interactions have limits of their own and never wait behind an edit of a table or the bot's 50 requests a second.
//   - Where that is too little for all that is to be sent, it goes by what calls are for ([Kind]), within a kind by turns of
//     the servers where they began ([From]), and by who has waited long.
//   - Processes with one token that share a [Budget] make no more calls in any second together than one may, however they
//     start, pause, die or lose the budget; what one hears of too many calls all keep to, and refused requests are added up.
//   - It opens a bounded number of connections, those of answers apart, so that slow edits hold no answer up.
//   - Every message payload has allowed_mentions; one that has none is sent with an empty list, so nobody is mentioned.
//   - A POST whose outcome is unknown isn't repeated, unless it has an enforced nonce. PATCH, PUT, DELETE and GET are.
//   - A good status means taken, whatever the body says: such a call isn't repeated unless that changes nothing, and what
//     the body should have told is fetched where it can be ([ErrUnread] where not).
//   - A message that is refused for an emoji on a button or an option is sent again without its emojis, which every label
//     does without.
//   - Calls that nobody waits for ([KindLast]) leave half of the bot's requests a second to the
//     others, and stop first where many are refused.
//   - It stops long before Discord's 10,000 invalid requests in ten minutes ([ErrTooManyInvalid]), and for good when the
//     bot's token is refused ([ErrTokenRefused]).
//   - No error and no log line holds the bot's token or an interaction's token.
//
// It never decides what to say, never keeps a message, and never reads the gateway.
//
// Read first: [Client], [Payload], [Error]; of what processes share, [Budget].
package rest
