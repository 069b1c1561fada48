package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/heddle-dev/heddle/cmd/heddle/truth"
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

// program is one with a bug, and the flags with which it is asked about.
type program struct {
	path  string
	flags []string
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
	list, err := broken(dirs)
	if err != nil {
		return err
	}
	if tasks != "" {
		more, err := listed(tasks)
		if err != nil {
			return err
		}
		list = append(list, more...)
	}
	rand.New(rand.NewSource(seed)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	if n > 0 {
		list = list[:min(n, len(list))]
	}
	var sum float64
	both, late := 0, 0
	for _, p := range list {
		took, found := first(heddle, p, limit, "--format", "jsonl")
		line := fmt.Sprintf("%-60s %s", p.path, seconds(took, found))
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
func first(heddle string, p program, limit time.Duration, flags ...string) (time.Duration, bool) {
	args := append(append([]string{"check", "--jobs", "1", "--timeout", limit.String()}, p.flags...), flags...)
	c := exec.Command(heddle, append(args, p.path)...)
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

// broken lists the programs of some directories whose truth is a BUG for every engine.
func broken(dirs []string) (out []program, err error) {
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || filepath.Ext(path) != ".c" {
				return err
			}
			t, err := truth.Read(path)
			if err == nil && strings.HasPrefix(t.Expect[""], "BUG") {
				out = append(out, program{path, truth.Without(t.Flags, "--timeout", "--engine")})
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// listed reads a list of tasks.
func listed(name string) (out []program, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		if len(r) >= 4 && r[3] == "bug" {
			out = append(out, program{filepath.Join(filepath.Dir(name), r[0]), []string{"--property", r[1], "--data-model", r[2]}})
		}
	}
	return out, nil
}
