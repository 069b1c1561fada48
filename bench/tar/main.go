// Command tar measures engine modular on small programs and their broken twins, and on generated drivers: the columns of the table that the method was published with, and what checking the proofs costs.
//
//	go run ./bench/tar [-timeout 5m] [-small 20s] [-memory 2147483648] [-drivers=false] [-programs testdata/c/modular]
//
// A row has the lines of the program, the verdict about races or assertions, how often everything began anew with more predicates (outer), how many states were added since (inner), questions to the solver, and seconds; for a proof the obligations
// that heddle proof discharges and the seconds that takes. Broken twins are given to all engines (auto), since modular finds no bugs: outer, inner and questions are what modular had come to. They use all
// of the time for further failures once one was found, so a broken driver gets a minute. The exit code is 1 only for a wrong verdict.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/proof/check"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/run"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// row is a program of the table.
type row struct {
	name, path string
	about      verdict.Property
	want       verdict.Verdict
	limit      time.Duration
}

func main() {
	timeout := flag.Duration("timeout", 5*time.Minute, "for each driver")
	small := flag.Duration("small", 20*time.Second, "for each small program")
	memory := flag.Int64("memory", 2<<30, "bytes for each program")
	large := flag.Bool("drivers", true, "the generated drivers too")
	programs := flag.String("programs", "testdata/c/modular", "where the small programs are")
	flag.Parse()
	if err := table(*timeout, *small, *memory, *large, *programs); err != nil {
		fmt.Fprintln(os.Stderr, "tar:", err)
		os.Exit(1)
	}
}

func table(timeout, small time.Duration, memory int64, large bool, programs string) error {
	var rows []row
	for _, p := range []struct {
		name, file string
		about      verdict.Property
	}{
		{"simple: a lock of an atomic, any number of threads", "caslock", verdict.Race},
		{"producer and consumer", "handover", verdict.Race},
		{"time-varying, any number of threads", "varying", verdict.Race},
		{"a count under a lock, any number of threads", "counter", verdict.Race},
		{"bounded buffer, its assertions", "buffer", verdict.Assert},
	} {
		rows = append(rows, row{p.name, filepath.Join(programs, p.file+"_ok.c"), p.about, verdict.Proved, small}, row{p.name + ", broken", filepath.Join(programs, p.file+"_bug.c"), p.about, verdict.Bug, small})
	}
	if large {
		dir, err := os.MkdirTemp("", "heddle-bench")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		for _, d := range []struct {
			name, text string
			want       verdict.Verdict
		}{
			{"aironet-like: two routines under one lock, any number of clients", registers(1500, false), verdict.Proved},
			{"aironet-like, broken: one function without the lock", registers(1500, true), verdict.Bug},
			{"packet-like: routines with atomics alone, any number of clients", packets(4000), verdict.Proved},
		} {
			path := filepath.Join(dir, fmt.Sprintf("driver%d.c", len(rows)))
			if err := os.WriteFile(path, []byte(d.text), 0o600); err != nil {
				return err
			}
			limit := timeout
			if d.want == verdict.Bug {
				limit = min(limit, time.Minute)
			}
			rows = append(rows, row{d.name, path, verdict.Race, d.want, limit})
		}
	}
	fmt.Println("| program | lines | verdict | outer | inner | questions | seconds | obligations | seconds to check |\n|---|--:|---|--:|--:|--:|--:|--:|--:|")
	wrong := 0
	for _, r := range rows {
		ok, err := r.print(memory)
		if err != nil {
			return fmt.Errorf("%s: %w", r.path, err)
		}
		if !ok {
			wrong++
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d wrong verdicts", wrong)
	}
	return nil
}

var counters = regexp.MustCompile(`modular: \w+: (\d+) rounds, \d+ predicates, (\d+) states, (\d+) queries`)

// print checks a program and prints its row; false: the verdict is wrong.
func (r *row) print(memory int64) (bool, error) {
	text, err := os.ReadFile(r.path)
	if err != nil {
		return false, err
	}
	job := run.Job{Files: []cfront.File{{Path: r.path}}, Engine: "modular", Timeout: r.limit, Memory: memory, BugDir: os.TempDir(), Request: engine.Request{Question: verdict.Question{Properties: []verdict.Property{r.about}}, Proof: true, Jobs: 1}}
	if r.want == verdict.Bug {
		job.Engine, job.Request.Bounds.Threads = run.Auto, 3
	}
	rep, err := run.Check(context.Background(), job)
	if err != nil {
		return false, err
	}
	got := rep.Verdict()
	outer, inner, questions := "", "", ""
	for _, n := range rep.Notes {
		if m := counters.FindStringSubmatch(n); m != nil {
			outer, inner, questions = m[1], m[2], m[3]
		}
	}
	said := got.String()
	if got == verdict.Unknown {
		said += ": " + reason(rep)
	}
	obligations, spent, err := recheck(rep, r.path)
	if err != nil {
		return false, err
	}
	fmt.Printf("| %s | %d | %s | %s | %s | %s | %.2f | %s | %s |\n", r.name, strings.Count(string(text), "\n"), said, outer, inner, questions, rep.Stats.Seconds, obligations, spent)
	return !(r.want == verdict.Proved && got == verdict.Bug) && !(r.want == verdict.Bug && got == verdict.Proved), nil
}

func reason(rep *report.Report) string {
	for _, c := range rep.Claims {
		if c.Reason != "" {
			return c.Reason
		}
	}
	return rep.Reason
}

// recheck checks the proof of a report, if it has one.
func recheck(rep *report.Report, path string) (obligations, spent string, err error) {
	if rep.Proof == nil {
		return "", "", nil
	}
	compiled, err := cfront.Compile(context.Background(), []cfront.File{{Path: path}}, cfront.Options{})
	if err != nil {
		return "", "", err
	}
	began := time.Now()
	a, err := check.Check(context.Background(), compiled.Program, rep.Proof.Proofs[0], check.Options{})
	if err != nil || a.Failed != "" {
		return "", "", fmt.Errorf("the proof is not CHECKED: %v %v", a, err)
	}
	return fmt.Sprint(a.Obligations), fmt.Sprintf("%.2f", time.Since(began).Seconds()), nil
}
