package main

// mover: splits a package by a table file -> package.
import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

func main() {
	dir, base := os.Args[1], os.Args[2] // base import path
	table := map[string]string{}        // file -> package folder ("" core)
	names := map[string]string{}        // file -> new file name
	data, _ := os.ReadFile(os.Args[3])
	for _, l := range strings.Split(string(data), "\n") {
		f := strings.Fields(l)
		if len(f) >= 2 {
			if f[1] == "." {
				f[1] = ""
			}
			table[f[0]] = f[1]
			names[f[0]] = f[0]
			if len(f) > 2 {
				names[f[0]] = f[2]
			}
		}
	}
	core := filepath.Base(dir)
	fset := token.NewFileSet()
	pkgs, err := parser.ParseDir(fset, dir, nil, parser.ParseComments)
	if err != nil {
		panic(err)
	}
	p := pkgs[core]
	var files []*ast.File
	var paths []string
	for n := range p.Files {
		paths = append(paths, n)
	}
	sort.Strings(paths)
	for _, n := range paths {
		files = append(files, p.Files[n])
		if _, ok := table[filepath.Base(n)]; !ok {
			panic("no package for " + n)
		}
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil), Error: func(e error) { fmt.Fprintln(os.Stderr, e) }}
	pkg, _ := conf.Check("x", fset, files, info)
	of := func(pos token.Pos) string { return table[filepath.Base(fset.Position(pos).Filename)] }
	member := func(o types.Object) bool { // field or method
		if v, ok := o.(*types.Var); ok {
			return v.IsField()
		}
		if f, ok := o.(*types.Func); ok {
			return f.Type().(*types.Signature).Recv() != nil
		}
		return false
	}
	ours := func(o types.Object) bool {
		return o != nil && o.Pkg() == pkg && o.Pos().IsValid() && (member(o) || o.Parent() == pkg.Scope())
	}
	origin := func(o types.Object) types.Object {
		switch o := o.(type) {
		case *types.Func:
			return o.Origin()
		case *types.Var:
			return o.Origin()
		}
		return o
	}
	rename := map[types.Object]string{}
	export := func(s string) string {
		s = strings.TrimSuffix(s, "_")
		return strings.ToUpper(s[:1]) + s[1:]
	}
	for id, o := range info.Uses {
		o = origin(o)
		if !ours(o) || of(id.Pos()) == of(o.Pos()) || token.IsExported(o.Name()) {
			continue
		}
		rename[o] = export(o.Name())
	}
	scope := pkg.Scope()
	for _, in := range scope.Names() {
		tn, ok := scope.Lookup(in).(*types.TypeName)
		if !ok {
			continue
		}
		it, ok := tn.Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for _, cn := range scope.Names() {
			c, ok := scope.Lookup(cn).(*types.TypeName)
			if !ok || of(c.Pos()) == of(tn.Pos()) || types.IsInterface(c.Type()) || !(types.Implements(c.Type(), it) || types.Implements(types.NewPointer(c.Type()), it)) || it.NumMethods() == 0 {
				continue
			}
			for k := range it.NumMethods() {
				m := it.Method(k)
				rename[m] = export(m.Name())
				o, _, _ := types.LookupFieldOrMethod(types.NewPointer(c.Type()), true, pkg, m.Name())
				rename[o] = export(m.Name())
			}
		}
	}
	// interface methods: an unexported interface implemented elsewhere keeps working only if exported with it
	changed := true
	for changed {
		changed = false
		for _, o := range info.Defs {
			f, ok := o.(*types.Func)
			if !ok || !member(f) || rename[f] != "" {
				continue
			}
			for r, n := range rename {
				g, ok := r.(*types.Func)
				if !ok || !member(g) || g.Name() != f.Name() {
					continue
				}
				_, gi := g.Type().(*types.Signature).Recv().Type().Underlying().(*types.Interface)
				_, fi := f.Type().(*types.Signature).Recv().Type().Underlying().(*types.Interface)
				if gi || fi {
					rename[f] = n
					changed = true
				}
			}
		}
	}
	newName := func(o types.Object) string {
		o = origin(o)
		if n := rename[o]; n != "" {
			return n
		}
		if v, ok := o.(*types.Var); ok && v.Embedded() {
			t := v.Type()
			if p, ok := t.(*types.Pointer); ok {
				t = p.Elem()
			}
			if n, ok := t.(*types.Named); ok && rename[n.Obj()] != "" {
				return rename[n.Obj()]
			}
		}
		return ""
	}
	var list []string
	for o, n := range rename {
		list = append(list, fmt.Sprintf("%s %s -> %s", fset.Position(o.Pos()), o.Name(), n))
	}
	sort.Strings(list)
	fmt.Println(strings.Join(list, "\n"))
	for i, f := range files {
		name := filepath.Base(paths[i])
		here := table[name]
		src, _ := os.ReadFile(paths[i])
		type edit struct {
			at, end int
			text    string
		}
		var edits []edit
		imports := map[string]bool{}
		seen := map[token.Pos]bool{}
		put := func(id *ast.Ident, o types.Object, use bool) {
			if !ours(o) || seen[id.Pos()] {
				return
			}
			seen[id.Pos()] = true
			text := id.Name
			if n := newName(o); n != "" {
				text = n
			}
			if use && !member(o) && of(o.Pos()) != here {
				q := of(o.Pos())
				if q == "" {
					text = core + "." + text
					imports[base] = true
				} else {
					text = filepath.Base(q) + "." + text
					imports[base+"/"+q] = true
				}
			}
			if text != id.Name {
				off := fset.Position(id.Pos()).Offset
				edits = append(edits, edit{off, off + len(id.Name), text})
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if o := info.Uses[id]; o != nil {
					put(id, o, true)
				} else if o := info.Defs[id]; o != nil {
					put(id, o, false)
				}
			}
			return true
		})
		if here != "" {
			off := fset.Position(f.Name.Pos()).Offset
			edits = append(edits, edit{off, off + len(f.Name.Name), filepath.Base(here)})
		}
		sort.Slice(edits, func(a, b int) bool { return edits[a].at > edits[b].at })
		out := string(src)
		for _, e := range edits {
			out = out[:e.at] + e.text + out[e.end:]
		}
		if len(imports) > 0 {
			var im []string
			for k := range imports {
				im = append(im, fmt.Sprintf("import %q\n", k))
			}
			sort.Strings(im)
			j := strings.Index(out, "\npackage ")
			if strings.HasPrefix(out, "package ") {
				j = -1
			}
			k := strings.Index(out[j+1:], "\n") + j + 2
			out = out[:k] + "\n" + strings.Join(im, "") + out[k:]
		}
		to := filepath.Join(dir, here, names[name])
		os.MkdirAll(filepath.Dir(to), 0o755)
		if to != paths[i] {
			os.Remove(paths[i])
		}
		if err := os.WriteFile(to, []byte(out), 0o644); err != nil {
			panic(err)
		}
	}
}
