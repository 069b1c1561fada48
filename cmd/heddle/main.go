// Command heddle finds concurrency bugs in C systems code and proves their absence where it can. Package cli has its
// command line.
package main

import "github.com/heddle-dev/heddle/cmd/heddle/cli"

func main() { cli.Process() }
