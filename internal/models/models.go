package models

import (
	"embed"
	"fmt"
	"io/fs"
)

//go:embed include kernel known stubs windows
var files embed.FS

// Include gives the embedded headers, rooted so that "pthread.h" and "sys/types.h" are names in it.
func Include() fs.FS {
	sub, err := fs.Sub(files, "include")
	if err != nil {
		panic(fmt.Sprintf("models: %v", err)) // the directory is embedded: only a broken build gets here
	}
	return sub
}

// Stub gives the C text of a stub file by the name that Function.File has.
func Stub(file string) ([]byte, error) {
	text, err := files.ReadFile("stubs/" + file)
	if err != nil {
		return nil, fmt.Errorf("no model file %q: %w", file, err)
	}
	return text, nil
}

// KernelInclude gives the embedded headers that stand before those of a Linux kernel, rooted so that "asm/atomic.h" is a name in it.
func KernelInclude() fs.FS {
	sub, err := fs.Sub(files, "kernel")
	if err != nil {
		panic(fmt.Sprintf("models: %v", err))
	}
	return sub
}

// WindowsInclude gives the embedded headers of Windows drivers, and behind them those of C. All names are small letters.
func WindowsInclude() fs.FS { return layered{"windows/", "include/"} }

// layered is some of the embedded directories as one: the first that has a file gives it.
type layered []string

func (l layered) Open(name string) (fs.File, error) {
	for _, dir := range l {
		if f, err := files.Open(dir + name); err == nil {
			return f, nil
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// Lookup finds a function of user programs by its C name.
func Lookup(name string) (Function, bool) { return posix.Lookup(name) }

// Variable finds a variable that programs for a platform know by its C name: of the C library, or of the Linux kernel.
func Variable(platform, name string) (Var, bool) {
	known := variables
	if platform == "linux" {
		known = kernelVariables
	}
	v, ok := known[name]
	return v, ok
}

// Table lists all known functions, sorted by name. The caller owns the slice.
func Table() []Function { return posix.Functions() }
