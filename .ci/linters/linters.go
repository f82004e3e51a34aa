// Package lintersdb is what golangci-lint is built with in place of its own package's list of all linters: those that
// .golangci.yml asks for, and no others. The rest of the package stays its own.
package lintersdb

import (
	"github.com/golangci/golangci-lint/v2/pkg/config"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/bodyclose"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/errcheck"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/errorlint"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/exhaustive"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/gochecknoglobals"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/gochecknoinits"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/gochecksumtype"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/govet"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/ineffassign"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/misspell"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/noctx"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/revive"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/rowserrcheck"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/staticcheck"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/unconvert"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/unused"
	"github.com/golangci/golangci-lint/v2/pkg/lint/linter"
)

// LinterBuilder makes the linters.
type LinterBuilder struct{}

// NewLinterBuilder makes one.
func NewLinterBuilder() *LinterBuilder { return &LinterBuilder{} }

// Build makes them with their settings.
func (LinterBuilder) Build(c *config.Config) ([]*linter.Config, error) {
	if c == nil {
		return nil, nil
	}
	set := &c.Linters.Settings
	typed := func(l *linter.Config) *linter.Config { return l.WithLoadForGoAnalysis() } // it asks for types
	return []*linter.Config{
		typed(linter.NewConfig(bodyclose.New(&set.BodyClose))),
		typed(linter.NewConfig(errcheck.New(&set.Errcheck))),
		typed(linter.NewConfig(errorlint.New(&set.ErrorLint))),
		typed(linter.NewConfig(exhaustive.New(&set.Exhaustive))),
		typed(linter.NewConfig(gochecknoglobals.New())),
		linter.NewConfig(gochecknoinits.New()),
		typed(linter.NewConfig(gochecksumtype.New(&set.GoChecksumType))),
		typed(linter.NewConfig(govet.New(&set.Govet))),
		linter.NewConfig(ineffassign.New(&set.Ineffassign)),
		linter.NewConfig(misspell.New(&set.Misspell)),
		typed(linter.NewConfig(noctx.New())),
		linter.NewConfig(revive.New(&set.Revive)),
		typed(linter.NewConfig(rowserrcheck.New(&set.RowsErrCheck))),
		typed(linter.NewConfig(staticcheck.New(&set.Staticcheck))),
		typed(linter.NewConfig(unconvert.New(&set.Unconvert))),
		typed(linter.NewConfig(unused.New(&set.Unused))),
	}, nil
}
