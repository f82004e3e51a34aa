package enginetest

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// Vectors reads a file of the engine's test records, such as "records": a JSON object
// a line. It lies compressed in testdata/vectors; home is the folder of the engine as
// seen from the test. A file without a line fails the test.
func Vectors(t testing.TB, home, name string) []byte {
	t.Helper()
	file, err := os.Open(filepath.Join(filepath.FromSlash(home), "testdata", "vectors", name+".jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	packed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(lines, []byte("\n")) {
		t.Fatalf("%s has no lines", name)
	}
	return lines
}
