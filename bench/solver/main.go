package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/internal/sat"
)

func main() {
	var (
		timeout = flag.Duration("timeout", 60*time.Second, "processor time per instance and solver")
		only    = flag.String("only", "", "run only instances whose name matches this regular expression")
		names   = flag.String("solvers", "heddle,minisat,cadical,z3", "solvers to compare")
		list    = flag.Bool("list", false, "list the instances and exit")
		dump    = flag.String("dump", "", "write the instances to this directory and exit")
		child   = flag.Bool("child", false, "solve one file with heddle in this process (used internally)")
		prof    = flag.String("cpuprofile", "", "with -child, write a processor profile to this file")
		stats   = flag.Bool("stats", false, "with -child, print the solver's counters")
	)
	flag.Parse()
	if *child {
		os.Exit(solveChild(flag.Arg(0), *prof, *stats))
	}
	re, err := regexp.Compile(*only)
	if err != nil {
		fail(err)
	}
	var all []instance
	if flag.NArg() > 0 {
		for _, f := range flag.Args() {
			all = append(all, instance{name: filepath.Base(f), file: f})
		}
	} else {
		for _, in := range instances() {
			if re.MatchString(in.name) {
				all = append(all, in)
			}
		}
	}
	switch {
	case *list:
		err = listInstances(all)
	case *dump != "":
		err = dumpInstances(all, *dump)
	default:
		var agree bool
		agree, err = compare(all, strings.Split(*names, ","), *timeout)
		if err == nil && !agree {
			os.Exit(1)
		}
	}
	if err != nil {
		fail(err)
	}
}

// solveChild is solveFile with a profile around it.
func solveChild(file, prof string, stats bool) int {
	if prof != "" {
		f, err := os.Create(prof)
		if err != nil {
			fail(err)
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			fail(err)
		}
		defer pprof.StopCPUProfile()
	}
	return solveFile(file, stats)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "bench/solver:", err)
	os.Exit(2)
}

func listInstances(all []instance) error {
	for i := range all {
		in := &all[i]
		if !in.only {
			f := in.formula()
			fmt.Printf("%-24s %8d variables %9d clauses\n", in.name+".cnf", f.NumVars, f.NumClauses())
		}
		if in.smt {
			fmt.Printf("%-24s %8d bytes\n", in.name+".smt2", len(in.smtlib()))
		}
	}
	return nil
}

func dumpInstances(all []instance, dir string) error {
	for i := range all {
		if !all[i].only {
			if _, err := all[i].writeCNF(dir); err != nil {
				return err
			}
		}
		if all[i].smt {
			if _, err := all[i].writeSMT(dir); err != nil {
				return err
			}
		}
	}
	return nil
}

func (in *instance) writeCNF(dir string) (string, error) {
	if in.file != "" {
		return in.file, nil
	}
	name := filepath.Join(dir, in.name+".cnf")
	f, err := os.Create(name)
	if err != nil {
		return "", err
	}
	if err := sat.WriteDIMACS(f, in.formula()); err != nil {
		f.Close()
		return "", err
	}
	return name, f.Close()
}

func (in *instance) writeSMT(dir string) (string, error) {
	if in.file != "" {
		return in.file, nil
	}
	name := filepath.Join(dir, in.name+".smt2")
	return name, os.WriteFile(name, []byte(in.smtlib()), 0o666)
}
