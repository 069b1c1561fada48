package cparse

import (
	"io/fs"
	"os/exec"
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/layout"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"

	"modernc.org/cc/v4"
)

// Options say how files are read. The zero value is LP64 Linux, GNU C11, our own headers.
type Options struct {
	Model    ir.DataModel
	Platform string // posix, linux or windows; empty is posix

	QuoteDirs   []string // -iquote: searched for "x.h" only
	IncludeDirs []string // -I
	SystemDirs  []string // -isystem
	Defines     []string // -D: NAME or NAME=VALUE or NAME(ARGS)=VALUE
	Undefs      []string // -U
	Includes    []string // -include
	Std         string   // -std: gnu11 if empty

	// Dir is where relative names are looked up; empty is the working directory.
	Dir string

	// Kernel, with the platform linux, is where the kernel's headers are.
	Kernel *Kernel
	// UnsignedChar is -funsigned-char.
	UnsignedChar bool

	// Headers are our own headers; nil means the embedded ones.
	Headers fs.FS
	// HostDirs are where the machine's headers are; nil means the usual places.
	HostDirs []string

	// Alone makes a process that calls ReadAlone, for texts that may be more than the parser library can take, see
	// alone.go. Where it is nil, texts that look so are refused.
	Alone func() (*exec.Cmd, error)

	Whole bool // headers of the C library keep what nothing mentions

	test func(*limits) // changes the limits
}

// kernel reports whether files are parts of the Linux kernel.
func (o *Options) kernel() bool { return o.Platform == "linux" }

// windows reports whether files are parts of a Windows driver.
func (o *Options) windows() bool { return o.Platform == "windows" }

// Source is a file to parse.
type Source struct {
	Name    string
	Content []byte // nil: the file is read
	Model   bool   // part of heddle's models rather than of the user's program
	After   string // read behind the file, as a part of it that is heddle's: a harness
}

// AfterFile is what positions in Source.After name as their file.
const AfterFile = "<harness>"

// Unit is a parsed translation unit.
type Unit struct {
	Name   string
	AST    *cc.AST
	Layout *layout.Table
	Model  bool
	OpenMP source.Range // the first pragma that makes threads, if there is one

	UnsignedChar bool // plain char is unsigned

	lines lineText
}

// Text is a line of a source file as it was read, without the surrounding blanks; empty if unknown. For a
// preprocessed file, positions follow its line markers and the text is that of the preprocessed line.
func (u *Unit) Text(file string, line int) string { return u.lines.get(file, line) }

// SystemFile reports whether a file is a header of ours or of the machine. Preprocessed files name theirs in line markers.
func (u *Unit) SystemFile(name string) bool {
	return u.lines.system[name] || strings.HasPrefix(name, "/usr/") || strings.HasPrefix(name, "<")
}
