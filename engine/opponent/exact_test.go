package opponent

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestCurvesAreTheSameOnEveryMachine compares the functions with those of package math to within what rounding may do,
// and all their bits with what those gave on a processor of type amd64 that fuses.
func TestCurvesAreTheSameOnEveryMachine(t *testing.T) {
	bits := uint64(0)
	same := func(name string, x, is, want float64) {
		if math.Abs(is-want) > 4e-16*max(math.Abs(want), 1e-300) {
			t.Errorf("%s of %g is %g, not %g", name, x, is, want)
		}
		bits = bits*1_099_511_628_211 ^ math.Float64bits(is)
	}
	for i := range 4001 {
		x := float64(i-2000) / 50
		y := exp(x)
		same("exp", x, y, math.Exp(x))
		same("log", y, log(y), math.Log(y))
		same("log1p", y, log1p(y), math.Log1p(y))
	}
	if bits != 0xd72e270ffcff8c08 {
		t.Errorf("the bits are %#x", bits)
	}
}

// TestNoChoiceRestsOnTheProcessor reads the source of the engine for what may give other bits on another machine.
func TestNoChoiceRestsOnTheProcessor(t *testing.T) {
	for _, dir := range []string{".", ".."} {
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		names = slices.DeleteFunc(names, func(name string) bool {
			return strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_gen.go")
		})
		if err != nil || len(names) == 0 {
			t.Fatalf("no source in %s: %v", dir, err)
		}
		var files []*ast.File
		positions := token.NewFileSet()
		for _, name := range names {
			file, err := parser.ParseFile(positions, name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		for _, fault := range machineFaults(t, positions, files) {
			t.Error(fault)
		}
	}
}

// TestWhatRestsOnTheProcessorIsNoticed is the control.
func TestWhatRestsOnTheProcessorIsNoticed(t *testing.T) {
	for body, faults := range map[string]int{
		"return x*y + z":                         1,
		"t := x * y; return t + z":               1,
		"z += x * y; return z":                   1,
		"z *= x; return z":                       1,
		"return math.Exp(x)":                     1,
		"return math.Sqrt(math.Log1p(x) * y)":    2,
		"return float64(x*y) + z":                0,
		"return math.FMA(x, y, z)":               0,
		"return x/y + z":                         0,
		"return z + float64(2*int(x)) + 2*3*x/x": 1,
		"return z + 2*3":                         0,
	} {
		positions := token.NewFileSet()
		file, err := parser.ParseFile(positions, "x.go", "package p; import \"math\"; var _ = math.Pi; func f(x, y, z float64) float64 { "+body+" }", parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := machineFaults(t, positions, []*ast.File{file}); len(got) != faults {
			t.Errorf("%s: %q", body, got)
		}
	}
}

// machineFaults lists the products of floats in a package that aren't converted at once, which a compiler may fuse with a
// sum, and the functions of package math but those whose result is exact or rounded once.
func machineFaults(t *testing.T, positions *token.FileSet, files []*ast.File) (faults []string) {
	t.Helper()
	known := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	check := types.Config{Importer: importer.ForCompiler(positions, "source", nil)}
	if _, err := check.Check("p", positions, files, known); err != nil {
		t.Fatal(err)
	}
	fault := func(at ast.Node, what string) {
		faults = append(faults, fmt.Sprintf("%s: %s", positions.Position(at.Pos()), what))
	}
	varies := func(e ast.Expr) bool {
		basic, ok := known.Types[e].Type.Underlying().(*types.Basic)
		return ok && basic.Info()&(types.IsFloat|types.IsComplex) != 0 && known.Types[e].Value == nil
	}
	rounded := map[ast.Expr]bool{}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if known.Types[n.Fun].IsType() {
					rounded[ast.Unparen(n.Args[0])] = true
				}
			case *ast.BinaryExpr:
				if n.Op == token.MUL && varies(n) && !rounded[n] {
					fault(n, "a product that may be fused")
				}
			case *ast.AssignStmt:
				if n.Tok == token.MUL_ASSIGN && varies(n.Lhs[0]) {
					fault(n, "a product that may be fused")
				}
			case *ast.Ident:
				f, ok := known.Uses[n].(*types.Func)
				if ok && f.Pkg() != nil && f.Pkg().Path() == "math" && !slices.Contains([]string{"Abs", "FMA", "Frexp", "Ldexp", "RoundToEven", "Sqrt"}, f.Name()) {
					fault(n, "math."+f.Name())
				}
			}
			return true
		})
	}
	return faults
}
