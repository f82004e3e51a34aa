# Everything that CI runs is `make test`. Tools are installed at pinned versions
# into TOOLS, outside the tree.
SHELL := /bin/bash
TOOLS ?= $(HOME)/.cache/boathouse/bin
LINT_VERSION := v2.15.0
LINTERS := .ci/linters/linters.go
LINT := $(TOOLS)/golangci-lint-$(LINT_VERSION)-$(firstword $(shell cksum < $(LINTERS)))
BENCHSTAT_VERSION := v0.0.0-20260908200009-22c9c6c9d4da
BENCHSTAT := $(TOOLS)/benchstat-$(BENCHSTAT_VERSION)

# What tests write is in memory where there is room for it: a file there is a file, and outlives whoever is killed. What a disk may
# lose when the power fails is tested by what was written to it in which order.
ifeq ($(TMPDIR)$(shell [ -w /dev/shm ] && [ $$(df -k --output=avail /dev/shm | tail -n 1) -gt 4000000 ] && echo roomy),roomy)
export TMPDIR := /dev/shm
endif

.PHONY: test steps check lint unit page tests race e2e long litestream deploy-test counts load torture taps bench compare house notices strength matches release fuzz contact-sheet pictures-bench screenshots debian build

# The machine's programs come while the compiler works, and what races runs while other tests wait for their clocks.
test:
	@$(MAKE) --no-print-directory -j 2 -O debian check
	@$(MAKE) --no-print-directory steps

steps: lint unit page
	@$(MAKE) --no-print-directory -j 2 tests race
	@$(MAKE) --no-print-directory e2e

# Programs that Debian has, each with its packages: all that are missing, at once. A browser without the windows that nobody sees; a
# reader of units; what the journal of the tab is checked by; what is in front of a bot that takes interactions over HTTP; a server
# and a pooler for tests that start their own, of which the package would begin a cluster for all otherwise.
DEBIAN := systemd-analyze=systemd npm=nodejs,npm chromium-headless-shell=chromium-headless-shell,fonts-dejavu-core,fonts-liberation \
	hledger=hledger nginx=nginx-light /usr/lib/postgresql/15/bin/initdb=postgresql-15 /usr/sbin/pgbouncer=pgbouncer
debian:
	@missing=; for need in $(DEBIAN); do command -v $${need%%=*} >/dev/null || missing="$$missing,$${need#*=}"; done; \
	[ -z "$$missing" ] || { install="apt-get install -y -qq --no-install-recommends"; set -ex; \
		apt-get update -qq; $$install postgresql-common >/dev/null; \
		sed -i 's/^#*create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf; \
		$$install $${missing//,/ } >/dev/null; }

# Formatting, tidy modules and generated files: none may leave a diff. What vet finds of this module lint does.
check:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "run gofmt -w ."; exit 1; }
	go mod tidy -diff
	go test -count=1 . # what it reads by go list is no input that the cache knows of
	go test ./.ci/house ./.ci/release
	go test -count=1 ./.ci/notices # it reads the module cache
	cd .ci/pictures && go vet . && go mod tidy -diff
	go generate ./...
	git diff --exit-code -- '*.go' '*.json' '*.sql'

lint: $(LINT)
	$(LINT) run --allow-parallel-runners ./... ./.ci/house ./.ci/notices ./.ci/release

# The linter with those that .golangci.yml asks for alone: it takes half as long to build as with all.
LINT_SOURCE := github.com/golangci/golangci-lint/v2
$(LINT):
	@set -ex; at=$$(mktemp -d); trap "rm -rf $$at" EXIT; mkdir -p $(TOOLS); \
	source=$$(go mod download -json $(LINT_SOURCE)@$(LINT_VERSION) | sed -n 's/^.*"Dir": "\(.*\)",$$/\1/p'); \
	cp -r --no-preserve=mode "$$source" $$at/source; cp $(LINTERS) $$at/source/pkg/lint/lintersdb/builder_linter.go; \
	cd $$at/source; GOGC=400 go build -ldflags '-s -w' -o $@ ./cmd/golangci-lint

# What copies the file elsewhere, tried by the recipe.
LITESTREAM_VERSION := v0.5.18
LITESTREAM := $(TOOLS)/litestream-$(LITESTREAM_VERSION)

$(LITESTREAM):
	mkdir -p $(TOOLS)
	GOBIN=$(TOOLS) go install github.com/benbjohnson/litestream/cmd/litestream@$(LITESTREAM_VERSION)
	mv $(TOOLS)/litestream $(LITESTREAM)

litestream: $(LITESTREAM)
	BOATHOUSE_LITESTREAM=$(LITESTREAM) go test -vet=off -count=1 -timeout 10m ./cmd/bot -run '^TestTheFileIsCopiedElsewhere$$'

# systemd's own look at the units: that it reads them, that the bot may do little more than it needs, and all of them as little.
unit: debian
	@set -e; units=$$(mktemp -d); trap "rm -rf $$units" EXIT; \
	for unit in boathouse.service boathouse@.service; do \
		sed 's,/usr/local/bin/boathouse,/bin/true,' deploy/$$unit > $$units/$$unit; \
		said=$$(systemd-analyze verify $$units/$${unit/@./@1.} 2>&1) && [ -z "$$said" ] || { echo "$$said"; exit 1; }; \
		said=$$(systemd-analyze security --offline=true --threshold=20 --no-pager deploy/$$unit) || { echo "$$said"; exit 1; }; \
	done; \
	diff <(sed -n '/^DynamicUser/,$$p' deploy/boathouse.service) <(sed -n '/^DynamicUser/,$$p' deploy/boathouse@.service)

# The page: its types, and its unit tests, which say more only when they fail. Its tools are installed when their list
# changed; with them there nothing is fetched. What is served needs no tool and no build.
PAGE := discordsim/page
page: $(PAGE)/node_modules/.package-lock.json
	@cd $(PAGE) && node_modules/.bin/tsc
	@cd $(PAGE) && said=$$(node --test --test-concurrency=2 --test-reporter=spec test/*.test.js 2>&1) || { echo "$$said"; exit 1; }; \
	echo "$$said" | grep -E ' (tests|pass|fail) [0-9]+$$'

$(PAGE)/node_modules/.package-lock.json: $(PAGE)/package-lock.json | debian
	cd $(PAGE) && npm ci
	touch $@

# Every picture on one sheet, to look at: both styles, dark and light, on a phone and on a desktop.
CONTACT_SHEET ?= contact-sheet.png
contact-sheet:
	go test ./render/picture -count=1 -run '^TestContactSheet$$' -contact-sheet '$(abspath $(CONTACT_SHEET))'

# How fast pictures are drawn and how large they are, and a hand beside a common 2D library, which is no part of the module.
pictures-bench:
	go test ./render/picture -run '^$$' -bench .
	cd .ci/pictures && go test -bench .

# The linter has looked for what vet would look for in each step again, and no debugger comes. A heap may grow five times before
# it is swept, the compiler's too.
TEST := GOGC=400 go test -vet=off -ldflags=-w

# Every package but the one with the real binary, in full. More packages and tests run at a time than
# there are processors, because half of the time they wait for their clocks. The slowest begins first.
tests: debian
	$(TEST) -p 4 -parallel 3 -timeout 15m $$(go list ./storage/postgres ./... | grep -v '/cmd/bot$$')

# With the race detector, at three to five times the price: the packages that differ from main, or
# without a main from 20 commits ago. All of them: make race RACED=./... Left out are packages that
# start nothing and share nothing (races_test.go), and tests of many games or files one after
# another, or of workers that are processes; of render/picture and render/lang come the tests that
# draw and ask at once. What asks for the real binary skips itself: it follows in e2e.
# Some of others' packages aren't watched, which takes more than half the time: SQLite, which is C in
# origin and does its own locking, with its C library and memory, and the checker of JSON, whose
# schemas are made under a lock of ours.
RACE_SINCE ?= $(shell git merge-base HEAD origin/main 2>/dev/null || git merge-base HEAD main 2>/dev/null || git rev-parse HEAD~20)
RACED ?= $(shell git diff --name-only --diff-filter=d $(RACE_SINCE) -- '*.go' ':!.ci' ':!*/testdata/*' | xargs -r -n 1 dirname | sort -u | sed 's,^,./,')
UNWATCHED := modernc.org/sqlite/lib modernc.org/libc modernc.org/memory github.com/santhosh-tekuri/jsonschema/...
UNRACED := TestAFileMovesInToTheLastHash|TestAForgedTabIsNoticed|TestAMonthIsWhatAnotherProgramMakesOfIt|TestARowThatSaysLessThanIsSoIsNoticed|TestAStartThatEndsAfterTheMigrationsLeavesFilesWhole|TestASynchronousStandbyLosesNothing|TestAnExportThatDiscordTakesNotIsCompressed|TestCheckFindsTampering|TestEditsAreFoundAndPlaced|TestEveryEditOfATabIsNoticed|TestEveryMomentIsInOneWeekMonthAndSeason|TestEveryRowKeepsItsWordInEveryRoleAndState|TestHandsAreCountedAlikeInOldFilesAndNew|TestNobodysBalanceMovesInAFileWithoutThemOrAHand|TestNothingIsLostAtAnyPoint|TestOldEveningsGoOn|TestOldFilesPlayOn|TestOldGamesAreWhole|TestOldGamesGoOnRecord|TestOldRummiesAreTakenOut|TestRandomEditsAreFound|TestTablesThatWereLeftWithoutATimeAreDue|TestTheNextDealerIsWhoWouldHaveDealt|TestTheTabSumsToZeroOverHundredsOfHands|TestTorture|TestTortureFindsWhatAStoreLeavesOut|TestWhatACrowdDidntAgreeToIsNoticed|TestWhatIsChangedInADatabaseIsFound|TestWhatSQLiteFindsDamagedIsFound|TestWhoComesAndGoesIsTurnedAwaySoon|TestWhoLeavesInMidHandStillOwesAndCollects
RACE := GOGC=400 go test -vet=off -ldflags=-w -race $(UNWATCHED:%=-gcflags=%=-race=false) -p 4 -parallel 6 -timeout 30m
race: debian
	@raced=$$([ -z "$(RACED)" ] || go list $(RACED) | grep -Ev '/(engine(/.*)?|render(/ledger)?)$$'); \
	whole=$$(grep -Ev '/render/' <<< "$$raced"); some=$$(grep '/render/' <<< "$$raced"); \
	echo "race: $${raced:-nothing differs}"; \
	{ [ -z "$$some" ] || $(RACE) -run '^TestTheSameSceneGivesTheSameBytes$$|^TestManyAskForALanguageAtOnce$$' $$some; } && \
	{ [ -z "$$whole" ] || $(RACE) -skip '^($(UNRACED))$$' $$whole; }

# The real binary, discordsim and a real headless Chromium. These tests wait for processes and screens
# two thirds of their time, so more of them run at a time than there are processors.
e2e: debian $(PAGE)/node_modules/.package-lock.json
	$(TEST) -parallel 7 -timeout 30m ./cmd/bot

# The README's picture, from the page with the real bot, light and dark.
screenshots: debian
	BOATHOUSE_SCREENSHOTS=1 go test -count=1 ./cmd/bot -run '^TestScreenshots$$'

# The long runs in full: ten times the games, kills and edits of make test, every write of a start, and all of race.
long: debian
	BOATHOUSE_LONG=1 go test -timeout 90m $$(go list ./... | grep -v '/cmd/bot$$')
	BOATHOUSE_LONG=1 go test -parallel 7 -timeout 90m ./cmd/bot
	$(MAKE) race RACED=./...

# A minute of 50 clicks a second while the bot is told to stop, or killed, and started again, nine times.
deploy-test:
	BOATHOUSE_LONG=1 go test -count=1 -v -timeout 15m ./cmd/bot -run '^(TestADeployNobodyFeels|TestAKillLosesOnlyWhatWasUnderWay|TestADeployWithoutTheSessionIsFelt)$$'

# What a hand costs in messages and requests, as the tables in docs/FIGURES.md.
counts:
	@set -o pipefail; go test ./cmd/bot -count=1 -run '^TestWhatAHandCosts$$' -v | sed -n 's/^ *counts_test.go:[0-9]*: |/|/p'

# 1,800 turns a minute at 2,000 tables, and twice as many, within Discord's limits: how late calls and tables are.
load:
	BOATHOUSE_LOAD=1 go test ./commands -count=1 -timeout 30m -run '^TestAtThousandsOfTurnsAMinuteNobodyIsCalledLate$$' -v

# Workers that are killed and paused, and a server that is killed and in the end replaced by its standby, while people play so
# many commands, and ten times the histories of several houses.
COMMANDS ?= 1000000
torture: debian
	BOATHOUSE_LONG=1 BOATHOUSE_TORTURE=$(COMMANDS) go test ./storage/postgres -count=1 -timeout 6h -v \
		-run '^(TestTorture|TestHousesOnOneDatabaseAreAsOne|TestNoMessageIsForgotten)$$'

# What people tap until they have cards, as the table in docs/FIGURES.md.
taps:
	@echo '| how | taps |'
	@echo '|---|---|'
	@set -o pipefail; go test ./cmd/bot -count=1 -run '^TestTapsToTheFirstCards$$' -v | sed -n 's/^ *taps_test.go:[0-9]*: |/|/p'

bench:
	go test -run '^$$' -bench . -benchmem ./...

# The benchmarks of the commit BASE and of this tree, in turn, ROUNDS times and in
# one run. Fails when one of them got more than 30 % slower.
ROUNDS ?= 6
BENCH ?= .
BENCH_TIME ?= 0.1s
BENCH_PACKAGES ?= ./engine/...
compare: $(BENCHSTAT)
	@[ -n "$(BASE)" ] || { echo "make compare BASE=<commit>"; exit 2; }
	@set -e -o pipefail; run=$$(mktemp -d); trap "rm -rf $$run" EXIT; \
	mkdir $$run/tree; git archive $(BASE) | tar -x -C $$run/tree; \
	measure() { (cd $$1; go test -run '^$$' -bench '$(BENCH)' -benchtime $(BENCH_TIME) -benchmem $(BENCH_PACKAGES)) >> $$run/$$2; }; \
	for i in $$(seq $(ROUNDS)); do measure $$run/tree base; measure . head; done; \
	$(BENCHSTAT) base=$$run/base head=$$run/head; \
	$(BENCHSTAT) -format csv base=$$run/base head=$$run/head 2>/dev/null | awk -f .ci/slower.awk

$(BENCHSTAT):
	mkdir -p $(TOOLS)
	GOBIN=$(TOOLS) go install golang.org/x/perf/cmd/benchstat@$(BENCHSTAT_VERSION)
	mv $(TOOLS)/benchstat $(BENCHSTAT)

# How the code hangs together on the commit BASE and in this tree: calls that run
# back up, the types with the most methods, and the lines that moved, came and went.
house:
	@[ -n "$(BASE)" ] || { echo "make house BASE=<commit>"; exit 2; }
	@go run ./.ci/house -base $(BASE)

# The notices of what the binary contains, from the licence files of the modules that it is linked from.
notices:
	@set -e; text=$$(mktemp); trap "rm -f $$text" EXIT; go run ./.ci/notices > $$text; cp $$text cmd/bot/notices.txt

# How long matches last, as the table in docs/FIGURES.md: for each the pips that win it, the
# median of its hands, and what nine of ten take at most, between computers of the level
# normal, MATCH_HANDS hands a row.
MATCH_HANDS ?= 4000
matches: build
	@echo '| preset | players | short | evening | long |'
	@echo '|---|---|---|---|---|'
	@set -e; for rules in boathouse concealed mixed brisk; do for players in 2 3 4 5 6; do \
		./bot simulate -matches -seats normal -players $$players -rules $$rules -hands $(MATCH_HANDS); done; done

# How strong the computers are, as the table in docs/FIGURES.md. Each deal is played
# once with every turning of the seats. Rows with hard think: they take a few
# seconds a deal, HARD_DEALS=0 leaves them out.
DEALS ?= 2000
HARD_DEALS ?= 50
strength: build
	@echo '| command | hands won, of those decided | pips a hand | rummies, of hands won | blocked | something laid before the last turn | turns | deals |'
	@echo '|---|---|---|---|---|---|---|---|'
	@set -e; row() { \
		deals=$(DEALS); [[ $$2 != *hard* ]] || deals=$(HARD_DEALS); \
		[ $$deals = 0 ] || ./bot simulate -row $$2 -hands $$((deals * $$1)); }; \
	row 2 '-seats easy,random'; \
	row 2 '-seats normal,melds'; \
	for a in normal hard; do \
		for rules in '' ' -rules concealed' ' -rules mixed' ' -rules brisk'; do row 2 "-seats $$a,holds$$rules"; done; \
		row 3 "-seats $$a,holds,holds -players 3"; \
		row 4 "-seats $$a,holds,holds,holds -players 4"; \
		row 6 "-seats $$a,holds,holds,holds,holds,holds -players 6"; \
	done; \
	row 2 '-seats normal,easy'; \
	row 3 '-seats easy,normal,normal -players 3'; \
	row 4 '-seats easy,normal,normal,normal -players 4'; \
	row 2 '-seats hard,easy'; \
	row 2 '-seats hard,normal'; \
	for a in easy normal hard; do for seats in 2 3 4 6; do row 1 "-seats $$a -players $$seats"; done; done

# Each decoder for FUZZ_TIME.
FUZZ_TIME ?= 20s
fuzz:
	@for p in $$(go list ./...); do for f in $$(go test -list '^Fuzz' $$p | grep ^Fuzz); do \
		go test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZ_TIME) $$p || exit 1; done; done

build:
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w -X main.release=$(shell git describe --tags --always --dirty 2>/dev/null)' -o bot ./cmd/bot

# The archives of a version in dist/, for six platforms, from a clean checkout: make release VERSION=v1.0.0
release:
	@go run ./.ci/release '$(VERSION)'
