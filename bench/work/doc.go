// Command work compares counted work with processor time, and fits the weights of package budget.
//
//	go run ./bench/work [-n 50] [-seed 1] [-timeout 10s] [-most 5] [PATH...]
//
// It draws programs below the paths (default: testdata/c and testdata/found), checks each with `auto` or an engine by itself, and prints a row for each part of the runs: its units, its processor time in
// microseconds, and their ratio. At the end stand how many parts of more than 50 ms lie within a factor of two, and the weights, in nanoseconds, with which the work of all comes closest to the time.
// With -most it fails if a part takes more than so many times its units: something works without counting there. Processor time of a part is its share of the seconds of the run. Run it with nothing beside it.
package main
