package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/heddle-dev/heddle/bench/asked"
)

func main() {
	n := flag.Int("n", 40, "how many programs; 0: all")
	seed := flag.Int64("seed", 1, "which are drawn")
	old := flag.String("old", "", "the binary to compare with")
	tasks := flag.String("tasks", "", "a list of tasks besides")
	engines := flag.Bool("engines", false, "compare auto with each engine alone")
	limit := flag.Duration("limit", time.Minute, "for each")
	flag.Parse()
	dirs := flag.Args()
	if len(dirs) == 0 && *tasks == "" {
		dirs = []string{"testdata/c"}
	}
	if err := run(dirs, *tasks, *n, *seed, *old, *engines, *limit); err != nil {
		fmt.Fprintln(os.Stderr, "finding:", err)
		os.Exit(1)
	}
}

func run(dirs []string, tasks string, n int, seed int64, old string, engines bool, limit time.Duration) error {
	dir, err := os.MkdirTemp("", "heddle-finding")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	heddle := filepath.Join(dir, "heddle")
	if out, err := exec.Command("go", "build", "-o", heddle, "./cmd/heddle").CombinedOutput(); err != nil {
		return fmt.Errorf("building heddle: %w\n%s", err, out)
	}
	list, err := asked.Below(dirs)
	if err != nil {
		return err
	}
	if tasks != "" {
		more, err := asked.Tasks(tasks)
		if err != nil {
			return err
		}
		list = append(list, more...)
	}
	list = asked.Draw(slices.DeleteFunc(list, func(p asked.Program) bool { return !strings.HasPrefix(strings.ToUpper(p.Truth), "BUG") }), n, seed)
	var sum float64
	both, late := 0, 0
	for _, p := range list {
		took, found := first(heddle, p, limit, "--format", "jsonl")
		line := fmt.Sprintf("%-60s %s", p.Path, seconds(took, found))
		if old != "" {
			before, foundBefore := first(old, p, limit, "--format", "jsonl")
			if !foundBefore {
				before, foundBefore = first(old, p, limit, "--format", "json")
			}
			line += "  before " + seconds(before, foundBefore)
			if found && foundBefore {
				sum, both = sum+math.Log(took.Seconds()/before.Seconds()), both+1
			}
		}
		if engines {
			for _, e := range []string{"explore", "rounds", "kiss", "walks"} {
				alone, did := first(heddle, p, limit, "--format", "jsonl", "--engine", e)
				if did && (!found || took > 3*alone+time.Second) {
					line += fmt.Sprintf("  LATE: %s alone %s", e, seconds(alone, true))
					late++
				}
			}
		}
		fmt.Println(line)
	}
	if both > 0 {
		fmt.Printf("%d programs: %.2f times the processor time of %s (geometric mean)\n", both, math.Exp(sum/float64(both)), old)
	}
	if engines {
		fmt.Printf("%d BUGs for which auto needs more than three times what an engine alone does, and a second\n", late)
	}
	return nil
}

func seconds(d time.Duration, found bool) string {
	if !found {
		return "  none"
	}
	return fmt.Sprintf("%5.2fs", d.Seconds())
}

// first gives the processor time of a run up to its first BUG.
func first(heddle string, p asked.Program, limit time.Duration, flags ...string) (time.Duration, bool) {
	args := append(append([]string{"check", "--jobs", "1", "--timeout", limit.String()}, p.Flags...), flags...)
	c := exec.Command(heddle, append(args, p.Path)...)
	out, err := c.StdoutPipe()
	if err != nil || c.Start() != nil {
		return 0, false
	}
	found := false
	var last strings.Builder
	lines := bufio.NewReader(out)
	for !found {
		line, err := lines.ReadString('\n')
		if found = strings.HasPrefix(line, `{"finding":`); found {
			c.Process.Signal(syscall.SIGKILL)
		}
		last.WriteString(line)
		if err != nil {
			break
		}
	}
	c.Wait() // a run that finds something has another exit code than 0
	if !found {
		var whole struct {
			Verdict string
			Report  struct{ Verdict string }
		}
		found = json.Unmarshal([]byte(last.String()), &whole) == nil && (whole.Verdict == "BUG" || whole.Report.Verdict == "BUG")
	}
	return max(c.ProcessState.UserTime()+c.ProcessState.SystemTime(), 10*time.Millisecond), found
}
