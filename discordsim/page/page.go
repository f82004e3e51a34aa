// Package page has the web page of the simulator as it is served: HTML, style and scripts, embedded as they stand here.
//
// What is beside them – tests, types, tools of development – isn't embedded. It has no code.
//
// Read first: Files, index.html, main.js.
package page

import "embed"

// Files are what a browser may ask for, by name.
//
//go:embed index.html style.css *.js
var Files embed.FS
