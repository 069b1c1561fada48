package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/ir"
)

// inputFlags are the flags about the program, which every command that reads C takes.
type inputFlags struct {
	// Of heddle.yaml: what to read if the command line names nothing, and compiler flags for all.
	files, ccFlags []string
	before         int // how many arguments stand before the files

	dataModel     string
	harness       string
	models        []string
	externs       string
	strictExterns bool
	externThreads bool
	assume        []string
	mayFail       bool
	buildDir      string
	fileGlob      string
	platform      string
	kernel        string
	rules         string
}

// assumeWhole is the word of --assume that closes the program.
const assumeWhole = "whole-program"

func (in *inputFlags) register(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&in.dataModel, "data-model", "", "sizes of C types: lp64, llp64 or ilp32 (default: what a definition of size_t in the files says, else lp64)")
	f.StringVar(&in.harness, "harness", "", "start at this function, called from outside with any arguments and variables, instead of main; several, as in f,g, run at the same time")
	f.StringArrayVar(&in.models, "model", nil, "a C file whose functions replace heddle's models; may be repeated")
	f.StringVar(&in.externs, "externs", cfront.ExternsHavoc, "what undefined functions do to the memory that their arguments lead to: havoc (anything) or pure (nothing)")
	f.BoolVar(&in.strictExterns, "strict-externs", false, "UNKNOWN where an undefined function is called")
	f.BoolVar(&in.externThreads, "extern-threads", false, "functions handed over to undefined functions are called by other threads, too")
	f.StringSliceVar(&in.assume, "assume", nil, "what verdicts may rest on: whole-program (no other file uses the program's variables and functions)")
	f.BoolVar(&in.mayFail, "may-fail", false, "malloc, pthread_create and *_init may fail")
	f.StringVarP(&in.buildDir, "build", "p", "", "directory with compile_commands.json, or that file; or, for a Windows driver, a .vcxproj")
	f.StringVar(&in.platform, "platform", "posix", "what the program is written for: posix, linux for code of the Linux kernel, or windows for Windows drivers")
	f.StringVar(&in.kernel, "kernel", "", "with --platform linux: a configured kernel tree, or kernel headers (default: the tree that the file lies in, else the newest that are installed); none for heddle's own small headers")
	f.StringVar(&in.rules, "rules", "", "with --platform linux or windows: a file that adds or removes rules about which calls exclude each other (docs/linux.md, docs/windows.md)")
	f.StringVar(&in.fileGlob, "file", "", "with -p: only files that match this pattern")
}

// validate refuses what cannot be meant or is not there.
func (in *inputFlags) validate() error {
	if in.dataModel != "" {
		if err := oneOf("data-model", in.dataModel, "lp64", "llp64", "ilp32"); err != nil {
			return err
		}
	}
	if err := oneOf("externs", in.externs, cfront.ExternsHavoc, cfront.ExternsPure); err != nil {
		return err
	}
	for _, a := range in.assume {
		if err := oneOf("assume", a, assumeWhole); err != nil {
			return err
		}
	}
	if in.externs == cfront.ExternsPure && in.externThreads {
		return usagef("--externs pure and --extern-threads: undefined functions that do nothing call nothing\n\tgive one of the two")
	}
	if err := oneOf("platform", in.platform, "posix", "linux", "windows"); err != nil {
		return err
	}
	if in.platform == "linux" && in.dataModel != "" && in.dataModel != "lp64" {
		return usagef("--platform linux and --data-model %s: kernels are read as they are built for x86-64\n\tleave --data-model out", in.dataModel)
	}
	if in.platform == "windows" && in.dataModel == "lp64" {
		return usagef("--platform windows and --data-model lp64: Windows has long of 32 bits\n\tleave --data-model out, or give ilp32")
	}
	if in.rules != "" && in.platform == "posix" {
		return usagef("--rules is about the functions of a driver: it needs --platform linux or windows")
	}
	if in.rules != "" && in.harness != "" {
		return usagef("--rules and --harness: a harness says itself who runs at the same time\n\tgive one of the two")
	}
	if in.kernel != "" && in.platform != "linux" {
		return usagef("--kernel names the headers of a Linux kernel: it needs --platform linux")
	}
	if cparse.IsProject(in.buildDir) && in.platform != "windows" {
		return usagef("-p %s is a project of Visual Studio: it needs --platform windows", in.buildDir)
	}
	if in.fileGlob != "" && in.buildDir == "" {
		return usagef("--file chooses among the files of compile_commands.json: it needs -p DIR")
	}
	return nil
}

// resolve turns arguments into files to compile: those named, with the compiler flags after --, or those of a compilation database.
func (in *inputFlags) resolve(c *cobra.Command, args []string) ([]cfront.File, cfront.Options, error) {
	var opts cfront.Options
	if err := in.validate(); err != nil {
		return nil, opts, err
	}
	opts.Parse.Model = map[string]ir.DataModel{"": ir.LP64, "lp64": ir.LP64, "llp64": ir.LLP64, "ilp32": ir.ILP32}[in.dataModel]
	opts.SizesFromText = in.dataModel == "" && in.platform != "windows"
	if in.platform == "windows" && in.dataModel == "" {
		opts.Parse.Model = ir.LLP64
	}
	opts.Parse.Platform, opts.Parse.Alone = in.platform, alone
	opts.StrictExterns, opts.MayFail = in.strictExterns, in.mayFail
	opts.Externs, opts.ExternThreads = in.externs, in.externThreads
	opts.WholeProgram = slices.Contains(in.assume, assumeWhole)
	opts.Models = in.models
	if in.harness != "" {
		names := strings.Split(in.harness, ",")
		for i, n := range names {
			names[i] = strings.TrimSpace(n)
		}
		opts.Harness = harness.Calling("--harness", names...)
	}

	paths, ccFlags := args, []string(nil)
	if n := c.ArgsLenAtDash() - in.before; n >= 0 {
		paths, ccFlags = args[:n], args[n:]
	}
	if len(paths) == 0 && in.buildDir == "" {
		paths = in.files
	}
	ccFlags = slices.Concat(in.ccFlags, ccFlags)
	var files []cfront.File
	switch {
	case in.buildDir != "" && len(paths) > 0:
		return nil, opts, usagef("give either files or -p %s, not both", in.buildDir)
	case in.buildDir != "":
		read := cparse.CompileCommands
		if cparse.IsProject(in.buildDir) {
			read = cparse.Project
		}
		commands, err := read(in.buildDir, in.fileGlob)
		if err != nil {
			return nil, opts, err
		}
		for _, cmd := range commands {
			files = append(files, cfront.File{Path: cmd.File, Dir: cmd.Dir, Flags: append(cmd.Args, ccFlags...)})
		}
	case len(paths) == 0:
		return nil, opts, usagef("no input file\n\tgive C files, or -p DIR with a compile_commands.json")
	default:
		for _, p := range paths {
			files = append(files, cfront.File{Path: p, Flags: ccFlags})
		}
	}
	for _, f := range append(filePaths(files), in.models...) {
		if err := readable(f); err != nil {
			return nil, opts, err
		}
	}
	if in.platform == "linux" {
		if err := in.findKernel(files, &opts); err != nil {
			return nil, opts, err
		}
	}
	return files, opts, nil
}

// findKernel finds the headers that the files of a driver are read with: one kernel for all of them.
func (in *inputFlags) findKernel(files []cfront.File, opts *cfront.Options) error {
	k, err := cparse.FindKernel(filePaths(files)[0], in.kernel)
	if err != nil {
		return usagef("%s%w", map[bool]string{true: "--kernel: "}[in.kernel != ""], err)
	}
	opts.Parse = k.Options(opts.Parse)
	opts.SizesFromText = false
	return nil
}

func filePaths(files []cfront.File) []string {
	var out []string
	for _, f := range files {
		if p := f.Path; f.Dir != "" && !filepath.IsAbs(p) {
			out = append(out, filepath.Join(f.Dir, p))
		} else {
			out = append(out, p)
		}
	}
	return out
}

// compile makes a program of the input and gives the names of its files. It prints what there is to note. Pointers wrap where memory safety is looked for.
func (in *inputFlags) compile(c *cobra.Command, args []string, wrap bool) (*ir.Program, []string, error) {
	files, opts, err := in.resolve(c, args)
	if err != nil {
		return nil, nil, err
	}
	if _, err := in.drive(c.Context(), files, &opts); err != nil {
		return nil, nil, err
	}
	opts.Wrap = wrap
	res, err := cfront.Compile(c.Context(), files, opts)
	if err != nil {
		return nil, nil, err
	}
	for _, n := range res.Notes {
		fmt.Fprintln(c.ErrOrStderr(), n.Error())
	}
	return res.Program, filePaths(files), nil
}

// readable refuses what is not a file before any work is done.
func readable(path string) error {
	st, err := os.Stat(path)
	switch {
	case err != nil:
		return usagef("%w\n\tcheck the name and the directory", err)
	case st.IsDir():
		return usagef("%s is a directory\n\tgive C files, or -p %s for a compile_commands.json in it", path, path)
	case !st.Mode().IsRegular():
		return usagef("%s is not a regular file", path)
	}
	return nil
}

func oneOf(flag, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return usagef("--%s %q is not known\n\tchoose one of: %s", flag, value, strings.Join(allowed, ", "))
}
