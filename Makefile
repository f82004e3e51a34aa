# Everything that CI runs is `make test`. Tools are installed at pinned versions
# into TOOLS, outside the tree.
SHELL := /bin/bash
TOOLS ?= $(HOME)/.cache/boathouse/bin
LINT_VERSION := v2.15.0
LINT := $(TOOLS)/golangci-lint-$(LINT_VERSION)

.PHONY: test check lint hands race e2e long bench fuzz chromium build

test: check lint hands race e2e

# Formatting, vet, tidy modules and generated files: none may leave a diff.
check:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "run gofmt -w ."; exit 1; }
	go vet ./...
	go mod tidy -diff
	go test -count=1 . # what it reads by go list is no input that the cache knows of
	go generate ./...
	git diff --exit-code -- '*.go' '*.json' '*.sql'

lint: $(LINT)
	$(LINT) run ./...

$(LINT):
	mkdir -p $(TOOLS)
	GOBIN=$(TOOLS) go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)
	mv $(TOOLS)/golangci-lint $(LINT)

# The rules at full speed: ten thousands of random hands. Under race there are fewer.
hands:
	go test -timeout 5m ./engine/...

# Every package with the race detector; the real binary and the browser follow in e2e.
race:
	go test -race -timeout 8m $$(go list ./... | grep -v /cmd/bot)

# The real binary, discordsim and a real headless Chromium.
e2e: chromium
	go test -timeout 10m ./cmd/bot/...

chromium:
	@command -v chromium >/dev/null || { apt-get update -qq && apt-get install -y -qq chromium fonts-dejavu-core >/dev/null; }

# The long runs in full: ten times the games and kills of make test.
long: chromium
	BOATHOUSE_LONG=1 go test -timeout 90m ./...

bench:
	go test -run '^$$' -bench . -benchmem ./...

# Each decoder for FUZZ_TIME.
FUZZ_TIME ?= 20s
fuzz:
	@for p in $$(go list ./...); do for f in $$(go test -list '^Fuzz' $$p | grep ^Fuzz); do \
		go test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZ_TIME) $$p || exit 1; done; done

build:
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o bot ./cmd/bot
