package cparse

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/cfront/layout"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

type headerFS struct{ h fs.FS }

func (f headerFS) Open(name string) (fs.File, error) {
	if rest, ok := strings.CutPrefix(name, "<heddle>/"); ok {
		return f.h.Open(rest)
	}
	return os.Open(name)
}

func (f headerFS) Stat(name string) (fs.FileInfo, error) {
	if rest, ok := strings.CutPrefix(name, "<heddle>/"); ok {
		return fs.Stat(f.h, rest)
	}
	return os.Stat(name)
}

// Parse reads, preprocesses, parses and checks a file. Problems of the input are in the list, and then there
// is no unit; the error is for problems of the environment.
func Parse(ctx context.Context, src Source, o Options) (u *Unit, list diag.List, err error) {
	defer func() {
		if r := recover(); r != nil {
			u, list = nil, diag.List{diag.Errorf(source.Range{Pos: source.Pos{File: src.Name}}, "the C parser failed: %v", r)}
		}
	}()
	if src.Content == nil {
		src.Content, err = os.ReadFile(src.Name)
		if err != nil {
			return nil, nil, fmt.Errorf("reading source: %w", err)
		}
	}
	if o.Headers == nil {
		o.Headers = os.DirFS("/nonexistent")
	}
	goos, arch := "linux", "amd64"
	if o.Model == ir.ILP32 {
		arch = "386"
	}
	if o.Model == ir.LLP64 {
		goos = "windows"
	}
	abi, err := cc.NewABI(goos, arch)
	if err != nil {
		return nil, nil, err
	}
	dirs := append(append([]string{}, o.IncludeDirs...), o.SystemDirs...)
	dirs = append(dirs, "<heddle>")
	cfg := &cc.Config{ABI: abi, FS: headerFS{o.Headers}, IncludePaths: append([]string{"", filepath.Dir(src.Name)}, dirs...), SysIncludePaths: dirs}
	ast, err := cc.Translate(cfg, []cc.Source{{Name: "<predef>", Value: predefined(&o)}, {Name: "<builtin>", Value: cc.Builtin}, {Name: src.Name, Value: src.Content}})
	if err != nil {
		return nil, diag.List{diag.Errorf(source.Range{Pos: source.Pos{File: src.Name}}, "%v", err)}, nil
	}
	u = &Unit{Name: src.Name, AST: ast, Model: src.Model, Layout: layout.New(ast, o.Model)}
	u.lines.add(src.Name, src.Content)
	return u, nil, nil
}
