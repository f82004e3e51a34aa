package render_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

const module = "github.com/boathouse-rum/boathouse/"

// TestWhatIsSaidWasDecidedBefore holds the rule of this package: a function that knows the language looks sentences up and
// computes nothing. It asks the rules nothing and reads no position, not through a helper either, and calculates
// nothing. Only an exported function joins a scene with its telling.
func TestWhatIsSaidWasDecidedBefore(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	sources := map[string]any{}
	for _, name := range files {
		if !strings.HasSuffix(name, "_test.go") {
			sources[name] = nil
		}
	}
	r := readRoom(t, sources)
	if faults := r.faults(); len(faults) > 0 {
		t.Errorf("a function that knows the language decides:\n%s", strings.Join(faults, "\n"))
	}
	if n := len(r.tellers()); n < 40 {
		t.Errorf("only %d functions know the language: the search sees nothing", n)
	}
}

// TestADecisionInASentenceIsFound puts decisions where they must not be.
func TestADecisionInASentenceIsFound(t *testing.T) {
	const head = "package render\nimport (\"" + module + "engine\"; \"" + module + "render/lang\")\ntype Pen struct{ lang lang.Lang }\n"
	for fault, source := range map[string]string{
		"asks":            `func f(l lang.Lang, h engine.Hand) int { return engine.Arrange(h).Count }`,
		"asks by method":  `func f(l lang.Lang, h engine.Hand) int { return h.Len() }`,
		"asks by pen":     `func (p Pen) f(v engine.View) bool { return v.Top() == engine.NoCard }`,
		"reads":           `func f(l lang.Lang, v engine.View) bool { return v.Turn == v.Seat }`,
		"asks by another": `func f(l lang.Lang, h engine.Hand) bool { return g(h) }; func g(h engine.Hand) bool { return h.Empty() }`,
		"calculates":      `func f(l lang.Lang, n int) string { return l.Say(lang.Title, lang.N(n+1)) }`,
		"counts on":       `func f(l lang.Lang, n int) { n++ }`,
		"in a closure":    `func F(l lang.Lang, v engine.View) { func() { _ = v.Turn }() }`,
	} {
		if faults := readRoom(t, map[string]any{"x.go": head + source}).faults(); len(faults) == 0 {
			t.Errorf("what %s passes", fault)
		}
	}
	for _, source := range []string{
		`func F(l lang.Lang, h engine.Hand) int { return g(h) }; func g(h engine.Hand) int { return h.Len() + 1 }`,
		`func f(l lang.Lang, c engine.Card, m engine.Move) string { return l.Say(lang.Title) + c.String() + m.String() }`,
	} {
		if faults := readRoom(t, map[string]any{"x.go": head + source}).faults(); len(faults) > 0 {
			t.Errorf("%s has faults: %q", source, faults)
		}
	}
}

// A room is this package as its source has it.
type room struct {
	names *token.FileSet
	info  *types.Info
	funcs map[*types.Func]*ast.FuncDecl
}

// readRoom checks the types of files, given as their text or nil to read them. Of all packages it imports it knows only
// ours: that is what the rule is about.
func readRoom(t *testing.T, sources map[string]any) room {
	t.Helper()
	r := room{
		names: token.NewFileSet(), funcs: map[*types.Func]*ast.FuncDecl{},
		info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}},
	}
	var files []*ast.File
	for name, text := range sources {
		file, err := parser.ParseFile(r.names, name, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	ours := knowing{t: t, names: r.names, known: map[string]*types.Package{}}
	config := types.Config{Importer: ours, Error: func(error) {}}
	_, _ = config.Check(module+"render", r.names, files, r.info) // errors are of packages that aren't ours
	for _, file := range files {
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				r.funcs[r.info.Defs[f.Name].(*types.Func)] = f
			}
		}
	}
	return r
}

// knowing imports packages of ours from their source, and of others nothing but the name.
type knowing struct {
	t     *testing.T
	names *token.FileSet
	known map[string]*types.Package
}

func (k knowing) Import(of string) (*types.Package, error) {
	if p := k.known[of]; p != nil {
		return p, nil
	}
	if !strings.HasPrefix(of, module) {
		p := types.NewPackage(of, path.Base(of))
		p.MarkComplete()
		return p, nil
	}
	sources, err := filepath.Glob(filepath.Join("..", strings.TrimPrefix(of, module), "*.go"))
	if err != nil || len(sources) == 0 {
		k.t.Fatalf("%s: %d files, %v", of, len(sources), err)
	}
	var files []*ast.File
	for _, name := range sources {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(k.names, name, nil, 0)
		if err != nil {
			k.t.Fatal(err)
		}
		files = append(files, file)
	}
	config := types.Config{Importer: k, Error: func(error) {}}
	p, _ := config.Check(of, k.names, files, nil)
	k.known[of] = p
	return p, nil
}

// tellers are the functions that know the language: one of what they are given is a lang.Lang or a Pen.
func (r room) tellers() []*types.Func {
	var all []*types.Func
	for f := range r.funcs {
		of := f.Signature()
		given := slices.Collect(of.Params().Variables())
		if of.Recv() != nil {
			given = append(given, of.Recv())
		}
		if slices.ContainsFunc(given, func(v *types.Var) bool {
			name := types.TypeString(v.Type(), nil)
			return name == module+"render/lang.Lang" || name == module+"render.Pen"
		}) {
			all = append(all, f)
		}
	}
	return all
}

// faults lists what functions that know the language decide.
func (r room) faults() []string {
	var faults []string
	for _, f := range r.tellers() {
		faults = append(faults, r.decides(f)...)
		faults = append(faults, r.calculates(f)...)
		if !f.Exported() {
			for _, helper := range r.helpers(f, map[*types.Func]bool{}) {
				faults = append(faults, r.decides(helper)...)
			}
		}
	}
	slices.Sort(faults)
	return slices.Compact(faults)
}

// rules says whether a thing belongs to a package that knows the rules of the game or of an evening.
func rules(of types.Object) bool {
	return of != nil && of.Pkg() != nil && strings.HasPrefix(of.Pkg().Path(), module+"engine")
}

// decides lists where a function asks the rules or reads a position. What a value is called may be
// asked, and what people see of a text.
func (r room) decides(f *types.Func) []string {
	var faults []string
	ast.Inspect(r.funcs[f].Body, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok || !rules(r.info.Uses[s.Sel]) || s.Sel.Name == "String" || s.Sel.Name == "Visible" {
			return true
		}
		switch of := r.info.Uses[s.Sel].(type) {
		case *types.Func:
			faults = append(faults, r.at(f, s, "asks "+of.Name()))
		case *types.Var:
			if of.IsField() {
				faults = append(faults, r.at(f, s, "reads "+of.Name()))
			}
		}
		return true
	})
	return faults
}

// calculates lists where a function does arithmetic with whole numbers.
func (r room) calculates(f *types.Func) []string {
	var faults []string
	number := func(e ast.Expr) bool {
		of := r.info.Types[e].Type
		if of == nil {
			return false
		}
		basic, ok := of.Underlying().(*types.Basic)
		return ok && basic.Info()&types.IsInteger != 0 && r.info.Types[e].Value == nil
	}
	ast.Inspect(r.funcs[f].Body, func(n ast.Node) bool {
		switch e := n.(type) {
		case *ast.BinaryExpr:
			if slices.Contains([]token.Token{token.ADD, token.SUB, token.MUL, token.QUO, token.REM}, e.Op) && number(e) {
				faults = append(faults, r.at(f, e, "calculates"))
			}
		case *ast.IncDecStmt:
			faults = append(faults, r.at(f, e, "counts"))
		}
		return true
	})
	return faults
}

// helpers lists the functions of the package that a function calls, and they call in turn.
func (r room) helpers(f *types.Func, seen map[*types.Func]bool) []*types.Func {
	ast.Inspect(r.funcs[f].Body, func(n ast.Node) bool {
		if name, ok := n.(*ast.Ident); ok {
			if of, ok := r.info.Uses[name].(*types.Func); ok && r.funcs[of] != nil && !seen[of] {
				seen[of] = true
				r.helpers(of, seen)
			}
		}
		return true
	})
	var all []*types.Func
	for helper := range seen {
		all = append(all, helper)
	}
	return all
}

func (r room) at(f *types.Func, n ast.Node, what string) string {
	where := r.names.Position(n.Pos())
	return fmt.Sprintf("%s:%d: %s %s", where.Filename, where.Line, f.Name(), what)
}

// TestASceneIsTheSameInEveryLanguage takes the words off each screen and compares what is left: parts, custom_ids, styles,
// values, lines and cards.
func TestASceneIsTheSameInEveryLanguage(t *testing.T) {
	all := append(screens(t), largest(t)...)
	catalogue := words(t)
	for _, s := range all {
		english := wordless(t, s.draw(catalogue.For("en")))
		for _, tag := range lang.Tags() {
			if diff := cmp.Diff(english, wordless(t, s.draw(catalogue.For(tag)))); diff != "" {
				t.Errorf("%s, en and %s differ: %s", s.name, tag, diff)
			}
		}
	}
	if a, b := wordless(t, all[0].draw(catalogue.For("en"))), wordless(t, all[1].draw(catalogue.For("en"))); cmp.Equal(a, b) {
		t.Error("two different screens are the same without their words")
	}
}

// wordless lists what a message holds beside its words.
func wordless(t *testing.T, m render.Message) []string {
	t.Helper()
	var left []string
	var part func(render.Component)
	said := func(kind, words string) {
		cards := signs.FindAllString(words, -1)
		slices.Sort(cards)
		left = append(left, fmt.Sprint(kind, cards, strings.Count(words, "\n")))
	}
	part = func(c render.Component) {
		switch c := c.(type) {
		case render.Text:
			said("text", c.Content)
		case render.Separator:
			left = append(left, "separator")
		case render.Paper:
			left = append(left, c.File.URL)
		case render.Gallery:
			for _, picture := range c.Items {
				said("picture "+picture.Media.URL, picture.Description)
			}
		case render.Section:
			part(c.Components[0])
			part(c.Accessory)
		case render.Row:
			for _, inner := range c.Components {
				part(inner)
			}
		case render.Button:
			said(fmt.Sprint("button", c.CustomID, c.Style), c.Label)
		case render.PeopleSelect:
			said(fmt.Sprint("people", c.CustomID, c.MinValues, c.MaxValues), c.Placeholder)
		case render.Select:
			left = append(left, "select "+c.CustomID)
			for _, o := range c.Options {
				said(fmt.Sprint("option", o.Value, o.Default), o.Label)
			}
		}
	}
	for _, c := range m.Components {
		part(c)
	}
	said("content", m.Content)
	text, err := json.Marshal([]any{m.Flags, m.AllowedMentions})
	if err != nil {
		t.Fatal(err)
	}
	return append(left, string(text))
}
