package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/bench/drivers"
	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/lockset"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// generate writes programs that take rounds a while, correct and broken: driver-shaped, and as in the first table. Fewer lines leave their threads nothing to do.
func generate(dir string) error {
	for _, n := range []int{200, 300, 400} {
		for _, broken := range []bool{false, true} {
			d := drivers.Source(drivers.Options{Lines: n, Fields: n / 10, Threads: 3, Seed: 1, Broken: broken})
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("driver%d%t.c", n, broken)), []byte(d), 0o644); err != nil {
				return err
			}
			t := source(options{lines: n, threads: 3, seed: 1, broken: broken})
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("threads%d%t.c", n, broken)), []byte(t), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare prints, for each program of a folder of which lockset proves something, what rounds takes alone and with the proofs.
func compare(dir string, limit time.Duration, b verdict.Bounds) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.c"))
	if err != nil {
		return err
	}
	fmt.Println("\n| program | rounds | lockset | rounds with proofs | ratio | races alone | with proofs |\n|---|--:|--:|--:|--:|--:|--:|")
	sum, most, n := 0.0, 0.0, 0
	for _, file := range files {
		ratio, err := one(file, limit, b)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if ratio > 0 {
			sum, most, n = sum+math.Log(ratio), max(most, ratio), n+1
		}
	}
	fmt.Printf("\n%d programs: geometric mean %.2f, most %.2f\n", n, math.Exp(sum/float64(max(n, 1))), most)
	return nil
}

// one prints a row; the ratio is 0 if there are no proofs, or if time ran out.
func one(file string, limit time.Duration, b verdict.Bounds) (float64, error) {
	c, err := cfront.Compile(context.Background(), []cfront.File{{Path: file}}, cfront.Options{SizesFromText: true})
	if err != nil {
		return 0, nil // for other flags than these
	}
	ask := func(e engine.Engine, facts *verdict.Facts) (*engine.Result, float64, error) {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		req := &engine.Request{}
		req.Program, req.Facts, req.Properties = c.Program, facts, []verdict.Property{verdict.Race}
		req.KeepGoing = true // all of them, or what is not found is no time saved
		req.Bounds = b
		start := time.Now()
		res, err := e.Run(ctx, req)
		return res, time.Since(start).Seconds(), err
	}
	alone, before, err := ask(rounds.Engine, nil)
	if err != nil {
		return 0, err
	}
	proofs, own, err := ask(lockset.Engine, nil)
	if err != nil {
		return 0, err
	}
	if proofs.Facts == nil || len(proofs.Facts.Alone)+len(proofs.Facts.Apart) == 0 {
		return 0, nil
	}
	with, after := &engine.Result{}, 0.0
	if proofs.Claims[0].Verdict != verdict.Proved { // else there is nothing left to look for
		if with, after, err = ask(rounds.Engine, proofs.Facts); err != nil {
			return 0, err
		}
		if len(with.Findings) < len(alone.Findings) && after < limit.Seconds() { // alone it may run out of time first
			return 0, fmt.Errorf("%d races alone, %d with proofs", len(alone.Findings), len(with.Findings))
		}
	} else if len(alone.Findings) > 0 {
		return 0, fmt.Errorf("PROVED on a program that races")
	}
	ratio := (own + after) / before
	fmt.Printf("| %s | %.2f | %.2f | %.2f | %.2f | %d | %d |\n", strings.TrimSuffix(filepath.Base(file), ".c"), before, own, after, ratio, len(alone.Findings), len(with.Findings))
	return ratio, nil
}
