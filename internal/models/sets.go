package models

import (
	"slices"
	"sort"
	"strings"
	"sync"
)

// Set is the functions that programs for one platform know. Its table is made when somebody asks: it takes a moment, and one run knows one platform.
type Set struct{ table func() []Function }

// For is what programs for a platform know: posix, linux or windows; empty is posix.
func For(platform string) *Set {
	switch platform {
	case "linux":
		return linux
	case "windows":
		return windows
	}
	return posix
}

var (
	posix   = &Set{table: sync.OnceValue(posixTable)}
	linux   = &Set{table: sync.OnceValue(linuxTable)}
	windows = &Set{table: sync.OnceValue(windowsTable)}
)

// Lookup finds a function by its C name.
func (s *Set) Lookup(name string) (Function, bool) {
	t := s.table()
	i := sort.Search(len(t), func(i int) bool { return t[i].Name >= name })
	if i < len(t) && t[i].Name == name {
		return t[i], true
	}
	return Function{}, false
}

// Functions lists all functions of the set, sorted by name. The caller owns the slice.
func (s *Set) Functions() []Function { return append([]Function(nil), s.table()...) }

// Known reports whether a function has a model that holds whatever headers define. A line is for functions without a body: one that a header defines, as for a kernel without device trees, does what it says there.
func (s *Set) Known(name string) bool {
	f, ok := s.Lookup(name)
	return ok && f.Kind != KindLine
}

// posixTable is the functions of the C library and of POSIX, of which lines say more.
func posixTable() []Function {
	fs := withLines(slices.Clone(table()), slices.Concat(linesOf("c", cLines), linesOf("posix", posixLines))...)
	sort.Slice(fs, func(i, j int) bool { return fs[i].Name < fs[j].Name })
	return fs
}

// linuxTable is the kernel's functions, and those of the C library that the kernel has too. All others of the library are no functions of a kernel, whatever is called so there.
func linuxTable() []Function {
	return with(withLines(flatten(linuxSections), linesOf("linux", kLines)...), linuxShared)
}

// with is some sections, and the functions of the C library by their names; what models and specifications use is in all sets.
func with(fs []Function, names string) []Function {
	own := map[string]bool{}
	for _, f := range fs {
		own[f.Name] = true
	}
	shared := map[string]bool{}
	for _, n := range strings.Fields(names) {
		shared[n] = true
	}
	for _, f := range table() {
		if !own[f.Name] && (shared[f.Name] || f.Group == forModels || f.Group == heddleGroup || f.Group == svcomp) {
			fs = append(fs, f)
		}
	}
	sort.Slice(fs, func(i, j int) bool { return fs[i].Name < fs[j].Name })
	return fs
}
