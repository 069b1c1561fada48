package cfront

import (
	"context"
	"slices"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// Files that were preprocessed for another machine. Such a text brings its own size_t, and where that has 32 bits while a pointer has 64, the text was not made for this data
// model: what it computes with sizes, and pointers that it keeps in numbers, would be cut. What counts is the type that the compiler sees, not how it is spelled or
// where: our headers, and those of the machine, always agree with the data model.

// madeFor32 finds a definition of size_t that has 32 bits, if no file has another one.
func madeFor32(units []*cparse.Unit) (at source.Range, ok bool) {
	for _, u := range units {
		for _, n := range u.AST.Scope.Nodes["size_t"] {
			d, is := n.(*cc.Declarator)
			if !is || !d.IsTypename() {
				continue
			}
			if d.Type().Size() != 4 {
				return at, false
			}
			at, ok = posOf(d), true
		}
	}
	return at, ok
}

// saysWide reports whether a compiler flag asks for 64 bits.
func saysWide(files []File) bool {
	return slices.ContainsFunc(files, func(f File) bool { return slices.Contains(f.Flags, "-m64") })
}

// compileFor32 reads the files again.
func compileFor32(ctx context.Context, files []File, opts Options, at source.Range) (*Result, error) {
	opts.Parse.Model, opts.SizesFromText = ir.ILP32, false
	again := make([]File, len(files))
	for i, f := range files {
		again[i] = File{Path: f.Path, Dir: f.Dir, Flags: f.Flags, model: f.model}
	}
	res, err := Compile(ctx, again, opts)
	if err != nil {
		return nil, err
	}
	note := diag.Diagnostic{Severity: diag.Note, Range: at, Summary: "size_t has 32 bits, so the program is checked as one of a 32-bit machine"}
	res.Notes = append(diag.List{note.WithDetail("give --data-model to say otherwise")}, res.Notes...)
	return res, nil
}
