package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A pkg is what is measured of a package.
type pkg struct {
	name     string         // its path below the module's
	order    []string       // its files, callers before whom they call as far as that can be
	calls    map[pair]uses  // between files
	circling int            // calls that are in a circle
	methods  map[string]int // by receiver
	receiver string         // the one with the most, and their number
}

// A pair is a file that calls and one that is called.
type pair struct{ from, to string }

// Uses are how often each function of a file is called by another file, by name.
type uses map[string]int

func (u uses) count() (n int) {
	for _, times := range u {
		n += times
	}
	return n
}

// names are the functions, those that are called most first.
func (u uses) names() string {
	all := slices.SortedFunc(maps.Keys(u), func(a, b string) int { return cmp.Or(cmp.Compare(u[b], u[a]), cmp.Compare(a, b)) })
	if len(all) > 6 {
		all = append(all[:6], "…")
	}
	return strings.Join(all, " ")
}

// between is the number of calls between files.
func (p *pkg) between() (n int) {
	for _, c := range p.calls {
		n += c.count()
	}
	return n
}

// backUp are the pairs whose calls run against the order of the files.
func (p *pkg) backUp() (against []pair) {
	for edge := range p.calls {
		if slices.Index(p.order, edge.to) < slices.Index(p.order, edge.from) {
			against = append(against, edge)
		}
	}
	return against
}

// up is the number of calls that run back up.
func (p *pkg) up() (n int) {
	for _, edge := range p.backUp() {
		n += p.calls[edge].count()
	}
	return n
}

// A listed is what go list tells of a package.
type listed struct {
	ImportPath string
	Dir        string
	Export     string
	GoFiles    []string
	Module     *struct {
		Path string
		Main bool
	}
}

// list lists the packages of a checkout and all that they need, compiled.
func list(ctx context.Context, dir string) ([]listed, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles,Module", "./...")
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []listed
	for dec := json.NewDecoder(bytes.NewReader(text)); ; {
		var one listed
		if err := dec.Decode(&one); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
}

// measure measures each package of a checkout, in the order of their names.
func measure(ctx context.Context, dir string) ([]*pkg, error) {
	all, err := list(ctx, dir)
	if err != nil {
		return nil, err
	}
	exports := make(map[string]string)
	for _, one := range all {
		exports[one.ImportPath] = one.Export
	}
	files := token.NewFileSet()
	imports := importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("go list didn't tell of %s", path)
		}
		return os.Open(exports[path])
	})
	var found []*pkg
	for _, one := range all {
		if one.Module == nil || !one.Module.Main {
			continue
		}
		var trees []*ast.File
		for _, name := range one.GoFiles {
			tree, err := parser.ParseFile(files, filepath.Join(one.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			trees = append(trees, tree)
		}
		if len(trees) == 0 {
			continue
		}
		p, err := look(strings.TrimPrefix(one.ImportPath, one.Module.Path+"/"), files, trees, imports)
		if err != nil {
			return nil, err
		}
		found = append(found, p)
	}
	slices.SortFunc(found, func(a, b *pkg) int { return cmp.Compare(a.name, b.name) })
	return found, nil
}

// look measures one package. A call is counted wherever a function or method of
// the package is named in another file than its own, so also where it is handed
// on to be called; a call through an interface of the package is one to where the
// interface is declared.
func look(name string, files *token.FileSet, trees []*ast.File, imports types.Importer) (*pkg, error) {
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object)}
	checked, err := (&types.Config{Importer: imports}).Check(name, files, trees, info)
	if err != nil {
		return nil, err
	}
	in := func(at token.Pos) string { return filepath.Base(files.Position(at).Filename) }
	p := &pkg{name: name, calls: make(map[pair]uses), methods: make(map[string]int)}
	for id, what := range info.Uses {
		f, is := what.(*types.Func)
		if !is || f.Pkg() != checked {
			continue
		}
		edge := pair{in(id.Pos()), in(f.Origin().Pos())}
		if edge.from == edge.to {
			continue
		}
		if p.calls[edge] == nil {
			p.calls[edge] = make(uses)
		}
		p.calls[edge][f.Name()]++
	}
	var names []string
	for _, tree := range trees {
		names = append(names, in(tree.Pos()))
		for _, d := range tree.Decls {
			if f, is := d.(*ast.FuncDecl); is && f.Recv != nil {
				p.methods[receiver(f.Recv.List[0].Type)]++
			}
		}
	}
	for _, r := range slices.Sorted(maps.Keys(p.methods)) {
		if most, _, _ := strings.Cut(p.receiver, " "); p.receiver == "" || p.methods[r] > p.methods[most] {
			p.receiver = fmt.Sprintf("%s %d", r, p.methods[r])
		}
	}
	weights := make(map[pair]int)
	for edge, c := range p.calls {
		weights[edge] = c.count()
	}
	p.order, p.circling = order(names, weights)
	return p, nil
}

// receiver names the type of a receiver.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.ParenExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}
