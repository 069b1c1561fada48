// Command steps shows which step from a program to its formula is large or slow.
//
//	go run ./bench/steps [-rounds 2] [-unwind 2] [-property assert,race] [-timeout 60s] [-cpu FILE] FILE.c...
//
// For each step of the pipeline of engine rounds it prints the seconds it took, the threads, the instructions and the functions of
// which most are copies.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime/pprof"
	"sort"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/verdict"
)

func main() {
	k := flag.Int("rounds", 0, "rounds; 0: the ladder")
	u := flag.Int("unwind", 0, "unwindings; 0: the ladder")
	props := flag.String("property", "assert,race", "properties")
	timeout := flag.Duration("timeout", time.Minute, "limit for one program")
	flag.StringVar(&until, "until", "", "stop after this step")
	cpu := flag.String("cpu", "", "write a profile of the processor time to this file")
	flag.Parse()
	if *cpu != "" {
		f, err := os.Create(*cpu)
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench/steps:", err)
			os.Exit(1)
		}
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	for _, file := range flag.Args() {
		if err := steps(file, verdict.Bounds{Rounds: *k, Unwind: *u, Threads: 3}, strings.Split(*props, ","), *timeout); err != nil {
			fmt.Fprintf(os.Stderr, "bench/steps: %s: %v\n", file, err)
		}
	}
}

var until string

func steps(file string, bounds verdict.Bounds, props []string, timeout time.Duration) error {
	fmt.Printf("%s\n", file)
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	last := time.Now()
	took := func(name, what string) {
		fmt.Printf("  %-10s %6.2f s  %s\n", name, time.Since(last).Seconds(), what)
		last = time.Now()
	}
	res, err := cfront.Compile(ctx, []cfront.File{{Path: file}}, cfront.Options{SizesFromText: true})
	if err != nil {
		return err
	}
	took("cfront", size(res.Program))
	req := &engine.Request{Question: verdict.Question{Program: res.Program, Bounds: bounds}, Progress: func(s string) { took("", s) }}
	for _, p := range props {
		req.Properties = append(req.Properties, verdict.Property(p))
	}
	req.Step = func(name string, p *ir.Program) error {
		took(name, size(p))
		if name == until {
			return errors.New("stopped")
		}
		return nil
	}
	out, err := rounds.Engine.Run(ctx, req)
	if err != nil {
		return err
	}
	took("end", "")
	for _, f := range out.Findings {
		fmt.Printf("  %s %s %s\n", f.Kind, f.Location.Pos, f.Message)
	}
	for _, c := range out.Claims {
		fmt.Printf("  %s %s %v: %s; %d bounds hit\n", c.Verdict, c.Property, c.Bounds, c.Reason, len(c.BoundsHit))
		for _, h := range c.BoundsHit {
			fmt.Println("    ", h)
		}
	}
	return nil
}

// size says how large a program is, and from which lines most of its instructions come.
func size(p *ir.Program) string {
	n, cuts := 0, 0
	lines := map[string]int{}
	for _, in := range p.Instrs() {
		n++
		lines[in.Base().Pos.Pos.String()]++
		if a, ok := in.(*ir.Assert); ok && a.Kind == transform.Bound {
			cuts++
		}
	}
	var names []string
	for l := range lines {
		names = append(names, l)
	}
	sort.Slice(names, func(i, j int) bool {
		if a, b := lines[names[i]], lines[names[j]]; a != b {
			return a > b
		}
		return names[i] < names[j]
	})
	text := fmt.Sprintf("%d threads, %d instructions, %d regions, %d cuts", transform.Threads(p), n, len(p.Regions), cuts)
	for _, l := range names[:min(4, len(names))] {
		text += fmt.Sprintf("; %s: %d", l[strings.LastIndexByte(l, '/')+1:], lines[l])
	}
	return text
}
