package main

import (
	"fmt"
	"math"
	"time"
)

// table collects one comparison and prints it as it goes.
type table struct {
	title   string
	solvers []string
	timeout time.Duration
	rows    [][]outcome
}

func (t *table) header() {
	fmt.Printf("| %-24s | %-6s |", "instance", "answer")
	for _, s := range t.solvers {
		fmt.Printf(" %8s |", s)
	}
	fmt.Print("\n|---|---|")
	for range t.solvers {
		fmt.Print("---:|")
	}
	fmt.Println()
}

// add prints a row; false means that the solvers disagree.
func (t *table) add(name string, row []outcome) bool {
	answer := "?"
	agree := true
	for _, o := range row {
		switch {
		case o.solved():
			if answer != "?" && answer != o.status {
				agree = false
			}
			answer = o.status
		case o.status == "wrong":
			agree = false
		}
	}
	if !agree {
		answer = "DIFFER"
	}
	fmt.Printf("| %-24s | %-6s |", name, answer)
	notes := ""
	for i, o := range row {
		if o.solved() {
			fmt.Printf(" %8.2f |", o.seconds)
		} else {
			fmt.Printf(" %8s |", o.status)
		}
		if o.note != "" {
			notes += fmt.Sprintf("\n  %s: %s", t.solvers[i], o.note)
		}
		if !agree {
			notes += fmt.Sprintf("\n  %s says %s", t.solvers[i], o.status)
		}
	}
	fmt.Println(notes)
	t.rows = append(t.rows, row)
	return agree
}

// solved says whether there was an answer; "?" is none, "-" a solver that does not read such files.
func (o outcome) solved() bool { return o.status != "?" && o.status != "-" && o.status != "wrong" }

// par2 is the time, or twice the limit.
func (t *table) par2(o outcome) float64 {
	if o.solved() {
		return o.seconds
	}
	return 2 * t.timeout.Seconds()
}

// summary prints solved counts, PAR-2 and ratios.
func (t *table) summary() {
	hard := 0
	for _, row := range t.rows {
		slow := false
		for _, o := range row {
			slow = slow || o.status != "-" && t.par2(o) >= 0.5
		}
		if slow {
			hard++
		}
	}
	fmt.Printf("\n%d instances, on %d of them some solver needs half a second or more; load %s\n\n", len(t.rows), hard, load())
	fmt.Printf("| %-8s | solved | PAR-2 sum | PAR-2 of heddle / this | geometric mean of heddle / this |\n|---|---:|---:|---:|---:|\n", "solver")
	own := -1
	for i, s := range t.solvers {
		if s == "heddle" {
			own = i
		}
	}
	total := func(i int) (sum float64, solved int) {
		for _, row := range t.rows {
			sum += t.par2(row[i])
			if row[i].solved() {
				solved++
			}
		}
		return sum, solved
	}
	for i, s := range t.solvers {
		sum, solved := total(i)
		fmt.Printf("| %-8s | %6d | %9.1f |", s, solved, sum)
		if own < 0 {
			fmt.Println(" | |")
			continue
		}
		mine, _ := total(own)
		logs := 0.0
		for _, row := range t.rows {
			// Below a twentieth of a second is mostly starting the process.
			logs += math.Log(math.Max(t.par2(row[own]), 0.05) / math.Max(t.par2(row[i]), 0.05))
		}
		fmt.Printf(" %22.2f | %31.2f |\n", mine/sum, math.Exp(logs/float64(len(t.rows))))
	}
}
