// Command bot is the front door of Boathouse: it opens the parts, wires them
// and closes them.
//
// In come arguments, the environment, .env, signals and standard input; out go
// compact JSON on standard output, English on standard error, and an exit code
// (0 done, 1 a fault or a record that isn't ok, 2 a wrong call, 75 try again,
// 78 a setting that must be mended first). It never decides a rule, draws a
// screen or speaks to a player.
//
// Read first: run (the tree of subcommands), serveBot (how the parts are
// wired) and desk (how whoever asks hears how the bot is).
package main
