package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"
)

// A file is one of an archive.
type file struct {
	name    string // below the archive's one folder
	content []byte
	mode    fs.FileMode
}

// pack makes the archive of a platform from the program and the checkout at root.
func pack(root, version string, p platform, program []byte, made time.Time) (name string, archive []byte, err error) {
	files := []file{{"bot", program, 0o755}}
	from := map[string]string{"LICENSE": "LICENSE", "NOTICES.txt": "cmd/bot/notices.txt", "README.md": "README.md", ".env.example": ".env.example"}
	if p.system == "linux" {
		from["deploy/boathouse.service"] = "deploy/boathouse.service"
	}
	for name, path := range from {
		content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
		if err != nil {
			return "", nil, err
		}
		files = append(files, file{name, content, 0o644})
	}
	folder := "boathouse_" + version + "_" + p.system + "_" + p.processor
	write, name := writeTar, folder+".tar.gz"
	if p.system == "windows" {
		files[0].name = "bot.exe"
		write, name = writeZip, folder+".zip"
	}
	slices.SortFunc(files, func(a, b file) int { return cmp.Compare(a.name, b.name) })
	var out bytes.Buffer
	err = write(&out, folder, files, made)
	return name, out.Bytes(), err
}

// writeTar writes a compressed tar of files in one folder; all belong to user 0 and are of one time.
func writeTar(out io.Writer, folder string, files []file, made time.Time) error {
	zipped, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	w := tar.NewWriter(zipped)
	for _, f := range files {
		head := &tar.Header{
			Typeflag: tar.TypeReg, Name: path.Join(folder, f.name), Size: int64(len(f.content)), Mode: int64(f.mode),
			ModTime: made, Format: tar.FormatUSTAR,
		}
		if err := w.WriteHeader(head); err != nil {
			return err
		}
		if _, err := w.Write(f.content); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return zipped.Close()
}

// writeZip is the same as a zip.
func writeZip(out io.Writer, folder string, files []file, made time.Time) error {
	w := zip.NewWriter(out)
	for _, f := range files {
		head := &zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: made}
		head.SetMode(f.mode)
		in, err := w.CreateHeader(head)
		if err != nil {
			return err
		}
		if _, err := in.Write(f.content); err != nil {
			return err
		}
	}
	return w.Close()
}
