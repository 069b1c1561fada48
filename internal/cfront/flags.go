package cfront

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/source"
)

// fileOptions adds the compiler flags of one file to the common options. A data model in the flags must be that of the
// program: all files run in one address space.
func fileOptions(o cparse.Options, file File) (cparse.Options, diag.List) {
	if file.Dir != "" {
		o.Dir = file.Dir
	}
	if len(file.Flags) == 0 {
		return o, nil
	}
	at := source.Range{Pos: source.Pos{File: file.Path}}
	fl, err := cparse.ParseFlags(file.Flags)
	if err != nil {
		return o, diag.List{diag.Errorf(at, "compiler flags: %v", err).WithDetail("see the flags after --, or in compile_commands.json")}
	}
	var notes diag.List
	if fl.ShortWchar && o.Platform != "linux" {
		notes = append(notes, diag.Errorf(at, "flag -fshort-wchar is not supported: it changes types, and those of heddle stay as they are").WithDetail("leave it out"))
	}
	if fl.HasModel && fl.Model.PtrWidth() != o.Model.PtrWidth() {
		notes = append(notes, diag.Errorf(at, "the flags ask for %d-bit pointers, the data model is %s", fl.Model.PtrWidth(), o.Model).
			WithDetail("give --data-model ilp32 with -m32, lp64 with -m64"))
	}
	if len(fl.Ignored) > 0 {
		notes = append(notes, diag.Diagnostic{
			Severity: diag.Note, Summary: fmt.Sprintf("compiler flags without a meaning here: %s", strings.Join(fl.Ignored, " ")), Range: at,
		})
	}
	return fl.Merge(o), notes
}
