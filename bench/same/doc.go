// Same shows that a report depends on the program and the flags alone. It checks programs with 1, 2 and 8 jobs while nothing else runs, then again beside busy processes, and compares the reports byte by byte, without "stats":
//
//	go run ./bench/same [-n 40] [-seed 1] [-busy 8] [-effort N] [-tasks FILE.csv] [PATH...]
//
// Programs are those below the paths, testdata/c and examples unless given, and those of a list of tasks (file, property, data model, expected). Each line says "same", or where the first two reports that differ do so;
// exit code 1 if any differ.
package main
