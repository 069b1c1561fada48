package cfront

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/cfront/layout"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/source"
)

// A compilation database names all files of a project: several programs, their tests, libraries. It does not say what is linked with what, so
// that is found as a linker finds what it needs in an archive: a program is a file that defines main, and every file that defines a name which a file of the
// program refers to and none of them defines, until nothing is missing. A file with another main is never taken. Where several files define
// the name, the one nearest to main in the tree of directories is, and the first of those: tests tend to keep their own copies beside them.
//
// Rejected: reading the linker's command lines, which the database does not have; linking everything but the other mains, because projects define one name in
// several programs.

// Program is the files of one program.
type Program struct {
	Main  string // the file that defines main
	Files []File
}

// Programs separates the files of a project into programs, in the order of the files that define main. If there is at most one main, the program consists of all files.
func Programs(ctx context.Context, files []File, opts Options) ([]Program, error) {
	files = slices.Clone(files)
	units := make([]linked, len(files))
	definers := map[string][]int{}
	var mains []int
	for i := range files {
		if err := files[i].parse(ctx, opts); err != nil {
			return nil, err
		}
		if files[i].unit == nil { // its errors are Compile's to report, if a program needs it
			continue
		}
		units[i] = namesOf(files[i].unit)
		for name := range units[i].defined {
			definers[name] = append(definers[name], i)
		}
		if units[i].defined["main"] {
			mains = append(mains, i)
		}
	}
	if len(mains) < 2 {
		all := Program{Files: files}
		if len(mains) == 1 {
			all.Main = files[mains[0]].path()
		}
		return []Program{all}, nil
	}
	var out []Program
	for _, main := range mains {
		linked := []int{main}
		has := map[string]bool{}
		for k := 0; k < len(linked); k++ {
			u := units[linked[k]]
			for name := range u.defined {
				has[name] = true
			}
			for _, name := range u.refers {
				if at := nearest(files, main, definers[name], mains); !has[name] && at >= 0 && !slices.Contains(linked, at) {
					linked = append(linked, at)
					for n := range units[at].defined {
						has[n] = true
					}
				}
			}
		}
		sort.Ints(linked)
		p := Program{Main: files[main].path()}
		for _, i := range linked {
			p.Files = append(p.Files, files[i])
		}
		out = append(out, p)
	}
	return out, nil
}

// nearest is the file among some that shares the longest part of its directory with a file, and has no main; -1 if there is none.
func nearest(files []File, to int, among, mains []int) int {
	best, common := -1, -1
	dir := strings.Split(filepath.Dir(files[to].path()), string(filepath.Separator))
	for _, i := range among {
		if slices.Contains(mains, i) {
			continue
		}
		n := 0
		for k, part := range strings.Split(filepath.Dir(files[i].path()), string(filepath.Separator)) {
			if k >= len(dir) || dir[k] != part {
				break
			}
			n++
		}
		if n > common {
			best, common = i, n
		}
	}
	return best
}

// path is the file's name as it can be opened.
func (f *File) path() string {
	if f.Dir == "" || filepath.IsAbs(f.Path) {
		return f.Path
	}
	return filepath.Join(f.Dir, f.Path)
}

// parse reads the file, unless that was done.
func (f *File) parse(ctx context.Context, opts Options) error {
	if f.unit != nil || f.diags != nil {
		return nil
	}
	o, notes := fileOptions(opts.Parse, *f)
	if notes.HasErrors() {
		f.diags = notes
		return nil
	}
	u, list, err := cparse.Parse(ctx, cparse.Source{Name: f.Path, Model: f.model, After: f.After}, o)
	if err != nil {
		var stop *cparse.Interrupted
		if errors.As(err, &stop) {
			return err // it names the file
		}
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	f.diags = append(notes, list...)
	if !list.HasErrors() {
		f.unit = u
	}
	return nil
}

// linked is what a linker sees of a file.
type linked struct {
	defined map[string]bool
	refers  []string // sorted
}

// namesOf finds the names with external linkage that a unit defines, and those that it refers to. Static functions that nothing refers to do not
// count, nor do inline ones: headers are full of them.
func namesOf(u *cparse.Unit) linked {
	out := linked{defined: map[string]bool{}}
	refers := map[string]bool{}
	local := map[string]*cc.FunctionDefinition{}
	var work []cc.Node
	for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		switch x := tu.ExternalDeclaration; x.Case {
		case cc.ExternalDeclarationFuncDef:
			d := x.FunctionDefinition.Declarator
			if d.IsStatic() || d.IsInline() {
				local[d.Name()] = x.FunctionDefinition
				continue
			}
			out.defined[d.Name()] = true
			work = append(work, x.FunctionDefinition)
		case cc.ExternalDeclarationDecl:
			for l := x.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
				d := l.InitDeclarator.Declarator
				if !d.IsTypename() && d.Type().Kind() != cc.Function && !d.IsExtern() && !d.IsStatic() {
					out.defined[d.Name()] = true
				}
			}
			work = append(work, x.Declaration)
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		layout.Walk(n, func(n cc.Node) bool {
			e, ok := n.(*cc.PrimaryExpression)
			if !ok || e.Case != cc.PrimaryExpressionIdent {
				return true
			}
			if d, ok := e.ResolvedTo().(*cc.Declarator); ok && d.Linkage() == cc.None {
				return true
			}
			name := e.Token.SrcStr()
			if fd := local[name]; fd != nil {
				delete(local, name)
				work = append(work, fd)
			}
			refers[name] = true
			return true
		})
	}
	for name := range refers {
		if !out.defined[name] {
			out.refers = append(out.refers, name)
		}
	}
	sort.Strings(out.refers)
	return out
}

// missing notes a function of the project that none of the files defines: a header of the project declares it, or nothing does.
func (c *compiler) missing(u *unit, s *symbol, d *cc.Declarator) {
	if u.model || u.SystemFile(d.Position().Filename) {
		return
	}
	c.elsewhere[s.name] = true
}

// noteElsewhere says which functions are in files that were not given.
func (c *compiler) noteElsewhere() {
	if len(c.elsewhere) == 0 {
		return
	}
	list := slices.Sorted(maps.Keys(c.elsewhere))
	what := fmt.Sprintf("defined elsewhere: %s", strings.Join(list, ", "))
	if most := 12; len(list) > most {
		what = fmt.Sprintf("defined elsewhere: %s and %d more", strings.Join(list[:most], ", "), len(list)-most)
	}
	c.notes = append(c.notes, diag.Diagnostic{
		Severity: diag.Note, Range: source.Range{Pos: source.Pos{File: firstName(c.units)}}, Summary: what,
		Detail: "give their files too, or -p DIR with the project's compile_commands.json",
	})
}
