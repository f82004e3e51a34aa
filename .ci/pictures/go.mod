module github.com/boathouse-rum/boathouse/.ci/pictures

go 1.26.0

replace github.com/boathouse-rum/boathouse => ../..

require (
	eliasnaur.com/font v0.0.0-20230308162249-dd43949cb42d
	github.com/boathouse-rum/boathouse v0.0.0-00010101000000-000000000000
	github.com/fogleman/gg v1.3.0
	github.com/golang/freetype v0.0.0-20170609003504-e2365dfdc4a0
	golang.org/x/image v0.47.0
)

require (
	github.com/hashicorp/golang-lru/v2 v2.0.7 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
