package cparse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Flags is what compiler flags say.
type Flags struct {
	Options             // the parts that flags set
	HasModel   bool     // -m32 or -m64 was there, and Options.Model is it
	ShortWchar bool     // -fshort-wchar was there
	HasChar    bool     // -funsigned-char or -fsigned-char was there, and Options.UnsignedChar is it
	Files      []string // arguments that are no flags
	Ignored    []string // flags that have no meaning here
}

// withValue are the flags of gcc and clang whose value may be the next argument.
var withValue = map[string]bool{
	"-I": true, "-D": true, "-U": true, "-include": true, "-isystem": true, "-iquote": true, "-idirafter": true, "-imacros": true,
	"-o": true, "-x": true, "-MF": true, "-MT": true, "-MQ": true, "-L": true, "-l": true, "-T": true, "-u": true, "-z": true,
	"-Xlinker": true, "-Xassembler": true, "-Xpreprocessor": true, "-Xclang": true, "-arch": true, "-target": true, "--param": true,
	"-isysroot": true, "-iprefix": true, "-iwithprefix": true, "-iwithprefixbefore": true, "-G": true, "-A": true, "-aux-info": true, "-dumpbase": true,
	"-mllvm": true, "-wrapper": true, "-specs": false, "--sysroot": true, "-e": true, "-std": false, "-b": true, "-V": true,
}

// silent are prefixes of flags that change nothing for heddle and are not worth a note.
var silent = []string{"-O", "-W", "-w", "-g", "-c", "-S", "-E", "-o", "-M", "-pipe", "-v", "-pedantic", "-fdiagnostics", "-fcolor", "-l", "-L", "-save-temps"}

// ParseFlags reads compiler flags. Flags without a meaning here are listed, not refused.
func ParseFlags(args []string) (Flags, error) {
	var f Flags
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "" {
			continue
		}
		if a[0] != '-' || a == "-" {
			f.Files = append(f.Files, a)
			continue
		}
		name, value, attached := splitFlag(a)
		if withValue[name] && !attached {
			if i+1 >= len(args) {
				return f, fmt.Errorf("flag %s needs a value", name)
			}
			i++
			value = args[i]
		}
		if err := f.set(name, value, a); err != nil {
			return f, err
		}
	}
	return f, nil
}

// splitFlag takes a flag and a value attached to it apart: -Idir, -DX=1, -std=c11, --include=x.
func splitFlag(a string) (name, value string, attached bool) {
	for _, p := range []string{"-include", "-isystem", "-iquote", "-idirafter", "-imacros", "-isysroot", "-iprefix", "-iwithprefixbefore", "-iwithprefix"} {
		if rest, ok := strings.CutPrefix(a, p); ok {
			return p, rest, rest != ""
		}
	}
	for _, p := range []string{"-I", "-D", "-U", "-L", "-l", "-o", "-x", "-MF", "-MT", "-MQ", "-T", "-u", "-z"} {
		if rest, ok := strings.CutPrefix(a, p); ok && (rest == "" || p != "-u" && p != "-z" && p != "-x" && p != "-T") {
			return p, rest, rest != ""
		}
	}
	if n, v, ok := strings.Cut(a, "="); ok {
		return n, v, true
	}
	return a, "", false
}

func (f *Flags) set(name, value, whole string) error {
	switch name {
	case "-I", "--include-directory":
		f.IncludeDirs = append(f.IncludeDirs, value)
	case "-isystem", "-idirafter":
		f.SystemDirs = append(f.SystemDirs, value)
	case "-iquote":
		f.QuoteDirs = append(f.QuoteDirs, value)
	case "-D", "--define-macro":
		if !macroName(value) {
			return fmt.Errorf("flag -D%s does not name a macro", value)
		}
		f.Defines = append(f.Defines, value)
		f.Undefs = slices.DeleteFunc(f.Undefs, func(u string) bool { return u == head(value) })
	case "-U", "--undefine-macro":
		if !macroName(value) {
			return fmt.Errorf("flag -U%s does not name a macro", value)
		}
		f.Undefs = append(f.Undefs, value)
		f.Defines = slices.DeleteFunc(f.Defines, func(d string) bool { return head(d) == value })
	case "-include", "-imacros", "--include":
		f.Includes = append(f.Includes, value)
	case "-std", "--std":
		f.Std = value
	case "-ansi":
		f.Std = "c90"
	case "-m32":
		f.Model, f.HasModel = ir.ILP32, true
	case "-m64":
		f.Model, f.HasModel = ir.LP64, true
	case "-pthread":
		f.Defines = append(f.Defines, "_REENTRANT=1")
	case "-funsigned-char", "-fno-signed-char":
		f.UnsignedChar, f.HasChar = true, true
	case "-fsigned-char", "-fno-unsigned-char":
		f.UnsignedChar, f.HasChar = false, true
	case "-funsigned-bitfields", "-fno-signed-bitfields":
		return fmt.Errorf("flag %s is not supported: bit-fields of type int are signed here", name)
	case "-fpack-struct":
		return fmt.Errorf("flag -fpack-struct is not supported: use #pragma pack in the source")
	case "-fshort-wchar":
		f.ShortWchar = true
	case "-fshort-enums", "-mms-bitfields", "-malign-double", "-mx32", "-m16", "-mlong-double-64", "-fsingle-precision-constant":
		return fmt.Errorf("flag %s is not supported: it changes types, and those of heddle stay as they are", name)
	default:
		for _, p := range silent {
			if strings.HasPrefix(whole, p) {
				return nil
			}
		}
		f.Ignored = append(f.Ignored, whole)
	}
	return nil
}

// head is the name of a -D value.
func head(d string) string {
	if i := strings.IndexAny(d, "=("); i >= 0 {
		return d[:i]
	}
	return d
}

func macroName(d string) bool {
	n := head(d)
	if n == "" || n[0] >= '0' && n[0] <= '9' {
		return false
	}
	for _, c := range n {
		if c != '_' && c != '$' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c < 0x80 {
			return false
		}
	}
	return !strings.ContainsAny(d, "\n\r")
}

// Merge adds what flags say to options: lists behind the lists there, single values over them. The data model stays: it is one for all files.
func (f *Flags) Merge(o Options) Options {
	o.QuoteDirs = append(append([]string(nil), o.QuoteDirs...), f.QuoteDirs...)
	o.IncludeDirs = append(append([]string(nil), o.IncludeDirs...), f.IncludeDirs...)
	o.SystemDirs = append(append([]string(nil), o.SystemDirs...), f.SystemDirs...)
	o.Defines = append(append([]string(nil), o.Defines...), f.Defines...)
	o.Undefs = append(append([]string(nil), o.Undefs...), f.Undefs...)
	o.Includes = append(append([]string(nil), o.Includes...), f.Includes...)
	if f.Std != "" {
		o.Std = f.Std
	}
	if f.HasChar {
		o.UnsignedChar = f.UnsignedChar
	}
	return o
}
