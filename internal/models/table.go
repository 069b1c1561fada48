package models

import (
	"sort"
	"strings"
	"sync"
)

// Kind says how a function is modelled.
type Kind uint8

// The kinds. The zero value is none of them.
const (
	KindStub        Kind = iota + 1 // a body in C, in File
	KindIntrinsic                   // turned into instructions by the front end
	KindHavoc                       // result arbitrary, no other effect
	KindUnsupported                 // executions that call it are UNKNOWN
	KindLine                        // a line says what it does with what it is given (lines.go)
)

func (k Kind) String() string {
	switch k {
	case KindStub:
		return "stub"
	case KindIntrinsic:
		return "intrinsic"
	case KindHavoc:
		return "havoc"
	case KindUnsupported:
		return "unsupported"
	case KindLine:
		return "line"
	}
	return "none"
}

// Function is a function that heddle knows.
type Function struct {
	Name  string
	Group string // what it belongs to: "POSIX threads"
	Doc   string // one line: what the model does, or leaves out
	Kind  Kind
	File  string // of kind Stub: the file with the body
	// Overrides are other bodies of the function; the first one whose condition holds is taken instead of File's.
	Overrides []Override
	// Reads says that the real function reads memory behind its pointer arguments and the model does not: a verdict about
	// a program that hands it the address of shared memory rests on the assumption that this races with nothing.
	Reads bool
	// Alias, if set, is the function of the same parameters whose model this one has: open64 is open. Kind, File and the rest are its.
	Alias string
	// Form, if set, is the form of the function's type (cfront/form): what a program declares in another form is another function.
	Form string
	// Assumes, if set, is what a verdict about a program that calls the function rests on; it forbids PROVED.
	Assumes string
	// Register says that the function accesses registers of a device: a verdict rests on the assumption that this races with nothing.
	Register bool
	// Does, of kind Line, is what the line says.
	Does *Does
}

// Override says that the body in File is taken where the file When is linked.
type Override struct{ When, File string }

// Choose finds the file that defines a function of kind Stub, given which files are linked.
func (f Function) Choose(linked func(file string) bool) string {
	for _, o := range f.Overrides {
		if linked(o.When) {
			return o.File
		}
	}
	return f.File
}

// section is a run of functions that are modelled in the same way: how the table is written down.
type section struct {
	group   string
	kind    Kind
	file    string
	entries []entry
}

type entry struct {
	name, doc string
	overrides []Override
}

// each makes an entry of every name in a list, all with the same line of documentation.
func each(doc, names string) []entry {
	var es []entry
	for _, name := range strings.Fields(names) {
		es = append(es, entry{name, doc, nil})
	}
	return es
}

func join(lists ...[]entry) []entry {
	var es []entry
	for _, l := range lists {
		es = append(es, l...)
	}
	return es
}

// table is all sections in one list, sorted by name.
var table = sync.OnceValue(func() []Function {
	return flatten(threadSections, atomicSections, specSections, libcSections, stdioSections, mathSections, posixSections)
})

func flatten(lists ...[]section) []Function {
	var fs []Function
	for _, sections := range lists {
		for _, s := range sections {
			for _, e := range s.entries {
				fs = append(fs, Function{
					Name: e.name, Group: s.group, Doc: e.doc, Kind: s.kind, File: s.file, Overrides: e.overrides,
					Reads: s.kind == KindHavoc && reads[e.name], Assumes: assumes[e.name], Register: registers[e.name],
				})
			}
		}
	}
	byName := map[string]Function{}
	for _, f := range fs {
		byName[f.Name] = f
	}
	for _, a := range aliases {
		for _, name := range strings.Fields(a.names) {
			f := byName[a.target]
			f.Name, f.Alias, f.Doc = name, a.target, "as "+a.target
			fs = append(fs, f)
		}
	}
	form := map[string]string{}
	for _, line := range strings.Split(forms, "\n") {
		if words := strings.Fields(line); len(words) > 0 {
			for _, name := range words[1:] {
				form[name] = words[0]
			}
		}
	}
	for i := range fs {
		fs[i].Form = form[fs[i].Name]
	}
	sort.Slice(fs, func(i, j int) bool { return fs[i].Name < fs[j].Name })
	return fs
}

// HasForm reports the functions whose names a program could use for something else: not reserved ones, nor those of threads, atomics and
// verifiers, which mean the same wherever they stand, and whose types differ between platforms.
func HasForm(f Function) bool {
	if strings.HasPrefix(f.Name, "_") {
		return false
	}
	switch f.Group {
	case "POSIX threads", "POSIX semaphores", "C11 threads", atomics, "heddle.h", "SV-COMP", "assertions", "other verifiers", "for models":
		return false
	}
	return true
}
