package cfront_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irtext"
)

var update = flag.Bool("update", false, "rewrite the expected parts of the txtar files")

// Goldens: C files in, the program as text out. Flags stand in the comment of the archive, one per line:
//
//	ilp32, llp64      the data model
//	models            show the functions of models too
//	names             show names, source lines and places
//	strict, mayfail   the options of the same name
//	model FILE        a --model file
//	harness FUNC      start at a function of an open program
//	flags -DX=1 ...   compiler flags
//
// A file "harness" is a harness.Spec that the command line cannot say; the functions that it makes are shown, too.
// The answer stands in "want": the program, then what is assumed, unsupported, or wrong.
func TestGolden(t *testing.T) {
	paths, _ := filepath.Glob("testdata/golden/*.txtar")
	if len(paths) == 0 {
		t.Fatal("no goldens")
	}
	for _, p := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(p), ".txtar"), func(t *testing.T) {
			t.Parallel()
			ar, err := txtar.ParseFile(p)
			if err != nil {
				t.Fatal(err)
			}
			got := golden(t, ar)
			var files []txtar.File
			want := ""
			for _, f := range ar.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				files = append(files, f)
			}
			if *update {
				ar.Files = append(files, txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(p, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s: -want +got\n%s", p, d)
			}
		})
	}
}

func printed(r *cfront.Result) string { return irtext.Print(r.Program) }

func golden(t *testing.T, ar *txtar.Archive) string {
	t.Helper()
	dir := t.TempDir()
	opts := cfront.Options{Parse: cparse.Options{Dir: dir}}
	var show irtext.Options
	showModels, showEntry := false, false
	isModel := map[string]bool{}
	var flags []string
	for _, l := range strings.Split(string(ar.Comment), "\n") {
		w := strings.Fields(l)
		if len(w) == 0 {
			continue
		}
		switch w[0] {
		case "ilp32":
			opts.Parse.Model = ir.ILP32
		case "llp64":
			opts.Parse.Model = ir.LLP64
			opts.Parse.Platform = "windows"
		case "kernel":
			opts.Parse.Platform = "linux"
		case "models":
			showModels = true
		case "names":
			show = irtext.Options{Pos: true, Text: true, Names: true}
		case "strict":
			opts.StrictExterns = true
		case "mayfail":
			opts.MayFail = true
		case "model":
			isModel[w[1]] = true
			opts.Models = append(opts.Models, filepath.Join(dir, w[1]))
		case "flags":
			flags = w[1:]
		case "harness":
			opts.Harness = harness.Calling("--harness", strings.Split(w[1], ",")...)
		}
	}
	var files []cfront.File
	for _, f := range ar.Files {
		if f.Name == "want" {
			continue
		}
		if f.Name == "harness" {
			spec, err := harness.Parse("harness", string(f.Data))
			if err != nil {
				return err.Error() + "\n"
			}
			opts.Harness, showEntry = spec, true
			continue
		}
		name := filepath.Join(dir, f.Name)
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(f.Name, ".c") && !isModel[f.Name] || strings.HasSuffix(f.Name, ".i") {
			files = append(files, cfront.File{Path: name, Dir: dir, Flags: flags})
		}
	}
	res, err := cfront.Compile(context.Background(), files, opts)
	clean := func(s string) string { return strings.ReplaceAll(s, dir+string(filepath.Separator), "") }
	if err != nil {
		return clean(err.Error()) + "\n"
	}
	for _, err := range ircheck.Check(res.Program) {
		t.Errorf("ircheck: %v", err)
	}
	var b strings.Builder
	if showModels {
		b.WriteString(irtext.Format(res.Program, show))
	} else {
		whole := irtext.Format(res.Program, show)
		if i := strings.Index(whole, "\nfunc "); i >= 0 {
			whole = whole[:i+1]
		}
		b.WriteString(whole)
		for _, f := range res.Program.Funcs {
			if !f.Model && (f.Name != cfront.EntryName || showEntry) {
				b.WriteString("\n" + irtext.Func(res.Program, f, show))
			}
		}
	}
	for _, a := range res.Program.Assumed {
		b.WriteString("assumed: " + a.Text)
		if a.ForbidsProved {
			b.WriteString(" (forbids PROVED)")
		}
		b.WriteString("\n")
	}
	for _, d := range res.Unsupported {
		b.WriteString(d.Range.Pos.String() + ": " + d.Summary + "\n")
	}
	for _, d := range res.Notes {
		b.WriteString(d.Error() + "\n")
	}
	return clean(b.String())
}
