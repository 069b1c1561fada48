// Command solver compares heddle's SAT solver with MiniSat, CaDiCaL and z3.
//
//	go run ./bench/solver                 the generated instances, then the bit-vector formulas
//	go run ./bench/solver FILE...         the same comparison on .cnf and .smt2 files
//	go run ./bench/solver -list           the instances with their sizes
//	go run ./bench/solver -only REGEXP -solvers heddle,minisat -timeout 20s
//
// Every solver runs as a process of its own on the same file, one at a time; heddle's too (the command starts itself).
// Time is processor time, user and system, so that a busy machine disturbs little; the load is printed all the same. The
// score is PAR-2: the time of a solved instance, twice the limit for an unsolved one. Only ratios within one run mean
// anything.
//
// The exit code is non-zero only if solvers disagree, or a model of heddle's is wrong.
//
// Instances are generated from the seeds in instances.go. They were fixed before the solver was tuned; sizes were
// chosen by the times of MiniSat and CaDiCaL alone. The generator has its own terms, bit-blaster and
// sequentializations and depends on heddle only for what it measures and the DIMACS text format.
package main
