// Command linux tries heddle's front end on drivers of a Linux kernel as they are written, and prints a table.
//
//	go run ./bench/linux -source /path/to/linux-6.1 [-kernel DIR] [-only SUBSTRING,...]
//	go run ./bench/linux -source /path/to/linux-6.1 -check /path/to/heddle [-limit 60s]
//
// The second checks the drivers, and prints what is said of the pairs of their entry points.
//
// The drivers are chosen by a rule: in each of thirteen folders, of the files that the kernel's configuration builds for x86 as one object and that have a module_init of some kind, every
// n-th by name, so that each folder gives five, or all it has, and the first ones one more, to make 66. Each is read in a process of its own, which is measured.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/ir"
)

var folders = []string{
	"drivers/char", "drivers/watchdog", "drivers/rtc", "drivers/leds", "drivers/input/misc", "drivers/hwmon", "drivers/i2c/busses", "drivers/gpio",
	"drivers/net/ethernet", "drivers/usb/misc", "drivers/misc", "drivers/block", "drivers/tty",
}

// outcome is what was found out about a driver.
type outcome struct {
	Parsed, Lowered bool
	Entries         int      // functions that are given away, each once
	Unknown         []string // places that no table knows
	Functions       int      // that were lowered
	Unsupported     []string
	Undeclared      []string
	Undefined       []string
	Error           string
}

func main() {
	source := flag.String("source", "", "the kernel source")
	kernel := flag.String("kernel", "", "its configured headers; the newest that are installed if empty")
	only := flag.String("only", "", "only files whose name contains one of these, with commas between them")
	one := flag.String("one", "", "read this file and print what was found, as JSON")
	check := flag.String("check", "", "check the drivers with this heddle")
	limit := flag.String("limit", "60s", "with -check: the time for each")
	verbose := flag.Bool("v", false, "print why")
	flag.Parse()
	if *one != "" {
		_ = json.NewEncoder(os.Stdout).Encode(read(*one, *kernel))
		return
	}
	run := func() error { return table(*source, *kernel, *only, *verbose) }
	if *check != "" {
		run = func() error { return pairs(*check, *limit, *source, *kernel, *only) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func table(source, kernel, only string, verbose bool) error {
	k, err := cparse.FindKernel("", kernel)
	if err != nil || k == nil {
		return fmt.Errorf("no configured kernel: %v", err)
	}
	set, err := configured(k.Build)
	if err != nil {
		return err
	}
	fmt.Println(k)
	fmt.Printf("%-46s %6s %6s %7s %4s %8s %7s %4s %5s %6s\n", "driver", "lines", "parsed", "lowered", "asm", "seconds", "MB", "func", "entry", "undef")
	total := map[string]int{}
	for _, files := range chosen(source, set) {
		for _, f := range files {
			if !chosenBy(only, f) {
				continue
			}
			line(f, source, kernel, verbose, total)
		}
	}
	fmt.Printf("%d drivers: %d parsed, %d lowered, %d with assembly on a path, %d over 4 s, %d over 600 MB\n", total["drivers"], total["parsed"], total["lowered"], total["asm"], total["slow"], total["large"])
	return nil
}

func line(f, source, kernel string, verbose bool, total map[string]int) {
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, self, "-one", f, "-kernel", kernel)
	text, err := c.Output()
	took := 0.0 // of a processor: what a machine does beside does not count
	if c.ProcessState != nil {
		took = (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
	}
	var o outcome
	if err != nil {
		o.Error = err.Error()
	} else if err := json.Unmarshal(text, &o); err != nil {
		o.Error = err.Error()
	}
	mb := peakMB(c.ProcessState)
	asm := 0
	for _, u := range o.Unsupported {
		if strings.Contains(u, "asm") || strings.Contains(u, "assembly") {
			asm++
		}
	}
	src, _ := os.ReadFile(f)
	rel, _ := filepath.Rel(source, f)
	fmt.Printf("%-46s %6d %6v %7v %4d %8.1f %7d %4d %5d %6d\n", strings.TrimPrefix(rel, "drivers/"), bytes.Count(src, []byte("\n")), o.Parsed, o.Lowered, asm, took, mb, o.Functions, o.Entries, len(o.Undefined))
	for _, c := range []struct {
		name string
		is   bool
	}{{"drivers", true}, {"parsed", o.Parsed}, {"lowered", o.Lowered}, {"asm", asm > 0}, {"slow", took > 4}, {"large", mb > 600}} {
		if c.is {
			total[c.name]++
		}
	}
	if o.Error != "" {
		fmt.Println("    error:", o.Error)
	}
	if verbose {
		for _, l := range []struct {
			name string
			list []string
		}{{"unsupported", o.Unsupported}, {"undeclared", o.Undeclared}, {"unknown place", o.Unknown}, {"undefined", o.Undefined}} {
			for _, s := range l.list {
				fmt.Printf("    %s: %s\n", l.name, s)
			}
		}
	}
}

// configured reads which options are on.
func configured(build string) (map[string]bool, error) {
	f, err := os.Open(filepath.Join(build, "include/config/auto.conf"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	set := map[string]bool{}
	for s := bufio.NewScanner(f); s.Scan(); {
		if name, value, ok := strings.Cut(s.Text(), "="); ok && (value == "y" || value == "m") {
			set[name] = true
		}
	}
	return set, nil
}

var object = regexp.MustCompile(`^obj-\$\((CONFIG_\w+)\)\s*\+?=\s*(.*)$`)

// starts is how a file says what begins when it is loaded.
var starts = regexp.MustCompile(`(?m)^\s*(module_\w+|builtin_\w+|\w+_initcall\w*)\(`)

// chosen takes the files, by folder.
func chosen(source string, set map[string]bool) [][]string {
	const want = 66
	all, take := make([][]string, len(folders)), make([]int, len(folders))
	left := want
	for i, f := range folders {
		all[i] = drivers(source, f, set)
		take[i] = min(5, len(all[i]))
		left -= take[i]
	}
	for more := true; left > 0 && more; {
		more = false
		for i := range folders {
			if left > 0 && take[i] < len(all[i]) {
				take[i]++
				left--
				more = true
			}
		}
	}
	out := make([][]string, len(folders))
	for i, n := range take {
		for k := range n {
			out[i] = append(out[i], all[i][k*len(all[i])/n])
		}
	}
	return out
}

// drivers lists what a folder has.
func drivers(source, folder string, set map[string]bool) (all []string) {
	_ = filepath.WalkDir(filepath.Join(source, folder), func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "Makefile" {
			return nil
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return nil
		}
		for _, l := range strings.Split(strings.ReplaceAll(string(text), "\\\n", " "), "\n") {
			m := object.FindStringSubmatch(l)
			if m == nil || !set[m[1]] {
				continue
			}
			for _, o := range strings.Fields(m[2]) {
				c := filepath.Join(filepath.Dir(p), strings.TrimSuffix(o, ".o")+".c")
				if text, err := os.ReadFile(c); strings.HasSuffix(o, ".o") && err == nil && starts.Match(text) {
					all = append(all, c)
				}
			}
		}
		return nil
	})
	sort.Strings(all)
	return all
}

// read parses and lowers one driver, from all functions that it gives away.
func read(file, kernel string) (o outcome) {
	k, err := cparse.FindKernel(file, kernel)
	if err != nil {
		o.Error = err.Error()
		return o
	}
	opts := cfront.Options{Externs: cfront.ExternsHavoc, Parse: k.Options(cparse.Options{Model: ir.LP64})}
	files := []cfront.File{{Path: file}}
	ctx := context.Background()
	given, err := cfront.Callbacks(ctx, files, opts)
	if err != nil {
		o.Error = err.Error()
		return o
	}
	o.Parsed = true
	var names []string
	seen, unknown := map[string]bool{}, map[string]bool{}
	for _, g := range given {
		if !seen[g.Func] {
			seen[g.Func] = true
			names = append(names, g.Func)
		}
		if _, ok := harness.Linux(g.Key()); !ok && !g.Own && !unknown[g.Place()] {
			unknown[g.Place()] = true
			o.Unknown = append(o.Unknown, g.Place())
		}
	}
	o.Entries = len(names)
	opts.Harness = harness.Calling("bench", names...)
	res, err := cfront.Compile(ctx, files, opts)
	if err != nil {
		o.Error = err.Error()
		return o
	}
	o.Lowered = true
	o.Functions = len(res.Reachable)
	for _, u := range res.Unsupported {
		o.Unsupported = append(o.Unsupported, u.Error())
	}
	for _, a := range res.Program.Assumed {
		if name, ok := strings.CutSuffix(a.Text, ": called without a declaration"); ok {
			o.Undeclared = append(o.Undeclared, name)
		} else if strings.Contains(a.Text, "(--model FILE.c says more)") {
			name, _, _ := strings.Cut(a.Text, ":")
			o.Undefined = append(o.Undefined, name)
		}
	}
	return o
}
