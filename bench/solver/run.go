package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/internal/sat"
)

// outcome is what one solver did on one instance.
type outcome struct {
	status  string // sat, unsat, or ? for no answer
	seconds float64
	note    string
}

// command returns how to run a solver on a file, or nil if it does not read such files.
func command(solver, file string) []string {
	smt := strings.HasSuffix(file, ".smt2")
	switch solver {
	case "heddle":
		exe, err := os.Executable()
		if err != nil {
			return nil
		}
		return []string{exe, "-child", file}
	case "minisat":
		if smt {
			return nil
		}
		return []string{"minisat", "-verb=0", file}
	case "cadical":
		if smt {
			return nil
		}
		return []string{"cadical", "-q", "-n", file}
	case "z3":
		if smt {
			return []string{"z3", file}
		}
		return []string{"z3", "-dimacs", file}
	}
	return nil
}

// run measures one solver on one file. The limit is one of processor time, set by the shell; the clock is only
// looked at for processes that hang.
func run(solver, file string, timeout time.Duration) outcome {
	args := command(solver, file)
	if args == nil {
		return outcome{status: "-"}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*timeout)
	defer cancel()
	secs := int(math.Ceil(timeout.Seconds()))
	script := fmt.Sprintf(`ulimit -t %d; exec "$0" "$@"`, secs)
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", script}, args...)...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	var out bytes.Buffer
	cmd.Stdout = &out
	cmd.Stderr = &out
	err := cmd.Run()
	if cmd.ProcessState == nil {
		return outcome{status: "?", note: err.Error()}
	}
	t := (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	res := outcome{status: "?", seconds: t}
	var answers []string // an SMT-LIB script may ask more than once
	wrong := false
	for line := range strings.Lines(out.String()) {
		switch strings.TrimSpace(line) {
		case "s SATISFIABLE", "SATISFIABLE", "sat":
			answers = append(answers, "sat")
		case "s UNSATISFIABLE", "UNSATISFIABLE", "unsat":
			answers = append(answers, "unsat")
		case wrongModel:
			wrong = true
		}
		for _, prefix := range []string{"error: ", "(error "} {
			if msg, ok := strings.CutPrefix(line, prefix); ok && res.note == "" {
				res.note = strings.TrimSpace(msg)
			}
		}
	}
	if len(answers) > 0 {
		res.status = strings.Join(answers, " ")
	}
	if t > timeout.Seconds() || cmd.ProcessState.ExitCode() < 0 || res.note != "" {
		res.status = "?" // out of time, perhaps after the first of several answers, or something was not understood
	}
	if wrong {
		res.status = "wrong"
	}
	return res
}

const wrongModel = "wrong model"

// solveFile is the child: it solves one file with heddle and checks the model.
func solveFile(name string, stats bool) int {
	runtime.GOMAXPROCS(1)
	if strings.HasSuffix(name, ".smt2") {
		return solveSMT(name, stats)
	}
	f, err := os.Open(name)
	if err != nil {
		fmt.Println("error:", err)
		return 1
	}
	cnf, err := sat.ParseDIMACS(f)
	f.Close()
	if err != nil {
		fmt.Printf("error: %s:%v\n", name, err)
		return 1
	}
	s := sat.New(sat.Options{})
	if err := cnf.Load(s); err != nil {
		fmt.Println("error:", err)
		return 1
	}
	st, err := s.Solve(context.Background())
	if stats {
		fmt.Fprintf(os.Stderr, "%+v\n", s.Stats())
	}
	if err != nil {
		fmt.Println("error:", err)
		return 1
	}
	if st == sat.Unsat {
		fmt.Println("s UNSATISFIABLE")
		return 20
	}
	for cl := range cnf.Clauses() {
		ok := false
		for _, l := range cl {
			ok = ok || s.Value(l)
		}
		if !ok {
			fmt.Println(wrongModel)
			return 3
		}
	}
	fmt.Println("s SATISFIABLE")
	return 10
}

// compare runs everything and prints the tables; it returns false when solvers disagree.
func compare(all []instance, solvers []string, timeout time.Duration) (bool, error) {
	var have []string
	for _, s := range solvers {
		if command(s, "x.cnf") == nil {
			return false, fmt.Errorf("unknown solver %q", s)
		}
		if s != "heddle" {
			if _, err := exec.LookPath(s); err != nil {
				fmt.Printf("%s is not installed, left out\n", s)
				continue
			}
		}
		have = append(have, s)
	}
	dir, err := os.MkdirTemp("", "heddle-bench")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)

	agree := true
	cnfTable := &table{title: "clauses", solvers: have, timeout: timeout}
	smtTable := &table{title: "bit-vectors", solvers: []string{}, timeout: timeout}
	for _, s := range have {
		if command(s, "x.smt2") != nil {
			smtTable.solvers = append(smtTable.solvers, s)
		}
	}
	for _, t := range []*table{cnfTable, smtTable} {
		first := true
		for i := range all {
			in := &all[i]
			isSMT := in.smt || strings.HasSuffix(in.file, ".smt2")
			if t == cnfTable && (in.only || strings.HasSuffix(in.file, ".smt2")) || t == smtTable && !isSMT {
				continue
			}
			if first {
				fmt.Printf("\n%s: seconds of processor time, limit %v, load %s\n\n", t.title, timeout, load())
				t.header()
				first = false
			}
			write := in.writeCNF
			if t == smtTable {
				write = in.writeSMT
			}
			file, err := write(dir)
			if err != nil {
				return false, err
			}
			row := make([]outcome, len(t.solvers))
			for k, s := range t.solvers {
				row[k] = run(s, file, timeout)
			}
			if !t.add(in.name, row) {
				agree = false
			}
			if in.file == "" {
				os.Remove(filepath.Join(dir, filepath.Base(file)))
			}
		}
		if !first {
			t.summary()
		}
	}
	return agree, nil
}

// load returns the load averages of the machine.
func load() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	f := strings.Fields(string(b))
	if len(f) < 3 {
		return "unknown"
	}
	return strings.Join(f[:3], " ")
}
