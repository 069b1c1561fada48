// Command whoop measures what proofs by engine lockset save engine rounds on Linux drivers, pair of entry points by pair, as the WHOOP paper does with another bug finder behind it.
//
//	go run ./bench/whoop [-source /path/to/linux-6.1] [-kernel DIR] [-limit 30s] [-only SUBSTRING,...]
//
// The drivers are those of examples/linux, and ten of a kernel if its source is given. A row has the entry points that are called, their pairs, how many lockset proves and how many it
// leaves, and seconds of a processor: of rounds on all pairs, of lockset, of rounds on the pairs that are left, where only accesses are looked at that lockset left; then the first over the sum
// of the others. Rounds has fixed bounds (2 rounds, unwind 2), and at most the limit for a pair: a ratio with a pair that took all of it is a lower bound, and marked. The exit
// code is 1 for a race that rounds shows in a pair that lockset proves.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/bench/drivers"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/lockset"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform/threads"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// ten drivers of the 66 of bench/linux that register in ways that are followed.
var ten = []string{
	"watchdog/acquirewdt.c", "watchdog/nv_tco.c", "watchdog/sbc_fitpc2_wdt.c", "watchdog/via_wdt.c", "leds/leds-regulator.c",
	"i2c/busses/i2c-ali1535.c", "i2c/busses/i2c-sis630.c", "gpio/gpio-amd-fch.c", "gpio/gpio-exar.c", "misc/isl29020.c",
}

func main() {
	source := flag.String("source", "", "the kernel source; empty: no drivers of a kernel")
	kernel := flag.String("kernel", "", "its configured headers; the newest that are installed if empty")
	limit := flag.Duration("limit", 30*time.Second, "the time of rounds for a pair; lockset has four times as much for all")
	only := flag.String("only", "", "only files whose name contains one of these, with commas between them")
	flag.Parse()
	if err := table(*source, *kernel, *only, *limit); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func table(source, kernel, only string, limit time.Duration) error {
	files, err := filepath.Glob("examples/linux/*.c")
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no drivers in examples/linux: run this in the root of the repository (%v)", err)
	}
	for _, f := range ten {
		if source != "" {
			files = append(files, filepath.Join(source, "drivers", f))
		}
	}
	fmt.Println("| driver | entry points | pairs | proved | possible | rounds | lockset | rounds then | ratio |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|")
	sum, n := 0.0, 0
	for _, f := range files {
		wanted := false
		for _, part := range strings.Split(only, ",") {
			wanted = wanted || strings.Contains(f, part)
		}
		if !wanted {
			continue
		}
		ratio, err := row(f, kernel, limit)
		if err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		sum, n = sum+math.Log(ratio), n+1
	}
	fmt.Printf("\n%d drivers: geometric mean %.1f\n", n, math.Exp(sum/float64(max(n, 1))))
	return nil
}

// driver is a driver that was read.
type driver struct {
	*harness.Driver
	program *ir.Program
}

func read(file, kernel string) (*driver, error) {
	k, err := cparse.FindKernel(file, kernel)
	if err != nil || k == nil {
		return nil, fmt.Errorf("no configured kernel: %v", err)
	}
	opts := cfront.Options{Externs: cfront.ExternsHavoc, Parse: k.Options(cparse.Options{Model: ir.LP64})}
	files := []cfront.File{{Path: file}}
	ctx := context.Background()
	given, err := cfront.Given(ctx, files, opts)
	if err != nil {
		return nil, err
	}
	rules, err := harness.LinuxRules("", "")
	if err != nil {
		return nil, err
	}
	d := cfront.Driver(given, files, rules)
	if d == nil {
		return nil, fmt.Errorf("no module_init")
	}
	cfront.Drive(d, files, &opts)
	res, err := cfront.Compile(ctx, files, opts)
	if err != nil {
		return nil, err
	}
	return &driver{d, res.Program}, nil
}

// row prints the line of a driver and gives its ratio.
func row(file, kernel string, limit time.Duration) (float64, error) {
	d, err := read(file, kernel)
	if err != nil {
		return 0, err
	}
	entries := 0
	for _, e := range d.Entries {
		if len(e.Enabled) > 0 {
			entries++
		}
	}
	names := map[string]ir.FuncID{}
	for i, f := range d.program.Funcs {
		names[f.Name] = ir.FuncID(i)
	}
	var said []verdict.Pair
	each := lockset.OfPairs(nil, func(all []verdict.Pair, _ bool) { said = all })
	proofs, own, err := ask(each, d.program, nil, 4*limit)
	if err != nil {
		return 0, err
	}
	var pairs, proved, left int
	var alone, after float64
	over := ""
	for _, p := range said {
		kinds := [2]ir.FuncID{names[p.Threads[0]], names[p.Threads[1]]}
		if asked, _ := d.Asks(d.program.Funcs[kinds[0]].Display, d.program.Funcs[kinds[1]].Display); !asked {
			continue
		}
		pairs++
		res, took, err := ask(rounds.Engine, threads.Only(d.program, kinds), nil, limit)
		if err != nil {
			return 0, err
		}
		if res.Claims[0].Verdict == verdict.Unknown {
			over = "+"
		}
		alone += took
		if p.Verdict == verdict.Proved {
			proved++
			if races(res, d.program, kinds) {
				return 0, fmt.Errorf("%s and %s are PROVED, and race", p.Threads[0], p.Threads[1])
			}
			continue
		}
		left++
		if _, took, err = ask(rounds.Engine, threads.Watching(threads.Only(d.program, kinds), p.Left), proofs.Facts, limit); err != nil {
			return 0, err
		}
		after += took
	}
	if pairs == 0 {
		return 0, fmt.Errorf("lockset says nothing: %s", proofs.Claims[0].Reason)
	}
	ratio := alone / (own + after)
	fmt.Printf("| %s | %d | %d | %d | %d | %.1f%s | %.1f | %.1f | %.1f%s |\n", strings.TrimSuffix(filepath.Base(file), ".c"), entries, pairs, proved, left, alone, over, own, after, ratio, over)
	return ratio, nil
}

// races reports whether a race between the two kinds was found.
func races(res *engine.Result, p *ir.Program, kinds [2]ir.FuncID) bool {
	for _, f := range res.Findings {
		if len(f.Threads) != 2 {
			continue
		}
		a, b := f.Trace.Threads[f.Threads[0]].Name, f.Trace.Threads[f.Threads[1]].Name
		x, y := p.Funcs[kinds[0]].Display, p.Funcs[kinds[1]].Display
		if a == x && b == y || a == y && b == x {
			return true
		}
	}
	return false
}

// ask runs an engine, and measures it.
func ask(e engine.Engine, p *ir.Program, facts *verdict.Facts, limit time.Duration) (*engine.Result, float64, error) {
	ctx, cancel := budget.Within(budget.New(context.Background()), budget.Work(limit))
	defer cancel()
	req := &engine.Request{Jobs: 1}
	req.Program, req.Facts, req.Properties = p, facts, []verdict.Property{verdict.Race}
	req.Bounds = verdict.Bounds{Rounds: 2, Unwind: 2, Threads: 3}
	before := drivers.Processor()
	res, err := e.Run(ctx, req)
	return res, (drivers.Processor() - before).Seconds(), err
}
