// Finding measures how much processor time it takes until the first BUG is told, side by side with other binaries, or with each engine alone:
//
//	go run ./bench/finding [-n 40] [-seed 1] [-old BINARY] [-tasks FILE.csv] [-engines] [DIRECTORY...]
//
// Programs are those of testdata whose truth is a BUG for all engines, and the tasks with a bug of a list (file, property, data_model, expected). heddle tells a BUG with --format jsonl when it is found,
// and is ended then. A binary that does not know that format is measured until it ends.
//
// With -engines each engine is asked alone, too: it says which BUGs `auto` needs more than three times as long for, and a second.
package main
