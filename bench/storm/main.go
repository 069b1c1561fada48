// Command storm measures slices: how long engine rounds takes on the whole program, how long on slices, and how many fields refinement tracks.
//
//	go run ./bench/storm [-timeout 2m] [-fields 50,100,200] [-uses 3] [-rounds 5] [-runs 1] [-slice auto] [-tables 2,3,4] [-examples examples,examples/windows,examples/linux,testdata/drivers] [-only REGEXP]
//	go run ./bench/storm -compare testdata/c,CORPUS [-timeout 10s] [-only REGEXP]
//
// The tables are those of the paper. Table 2 has the drivers of the folders -examples and generated ones, for K = 1, 2, ..., the seconds of processor time with --slice off and with --slice auto, or on; of several runs the median, as a run with a bug looks for more as long again as the first took, by the clock. Table 3 has seconds at two rounds with a
// share of the switch points taken away, which is unsound and claims nothing. Table 4 has fields in all, fields picked by hand, fields that refinement tracks, iterations and seconds. That the fields picked by hand are enough, and that without any one of them they
// are not, is checked with --track. In drivers for Linux and Windows races are looked for, in the other programs failing assertions; -only chooses programs by name. The exit code is 1 for a wrong verdict, for two verdicts that differ, for a hand-picked set that is not minimal, and for
// refinement that tracks more than twice as many fields, and three more, than were picked by hand.
//
// -compare compares slices with the whole program on all files below some folders, at two rounds and two unwindings: findings, bounds that are hit, assertions that are never reached, verdicts (compare.go).
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/bench/drivers"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// row is a program and what a person would track in it.
type row struct {
	name   string
	source string
	fields int // of a generated one
	picked []string
	other  string // if one field was picked: another, with which alone a check fails
	broken bool
	flags  []string // what is asked, and of which platform
}

func main() {
	counts := flag.String("fields", "50,100,200", "fields of the generated drivers")
	uses := flag.Int("uses", 3, "how often a routine of a generated driver uses each of its fields: about seven lines per field and use")
	rounds := flag.Int("rounds", 5, "the largest K")
	runs := flag.Int("runs", 1, "how often each program of Table 2 is run")
	how := flag.String("slice", "auto", "what is compared with --slice off: auto or on")
	examples := flag.String("examples", "examples,examples/windows,examples/linux,testdata/drivers", "folders of more drivers")
	only := flag.String("only", "", "only programs whose names match this")
	tables := flag.String("tables", "2,3,4", "which of the paper's tables to print")
	folders := flag.String("compare", "", "compare slices with the whole program on all files below these folders")
	drivers.Run("storm", 2*time.Minute, "0", func(h *drivers.Heddle, _ []int) error {
		match, err := regexp.Compile(*only)
		if err != nil {
			return err
		}
		if *folders != "" {
			return compare(h, strings.Split(*folders, ","), match)
		}
		rows, err := programs(*examples, strings.Split(*counts, ","), *uses)
		if err != nil {
			return err
		}
		rows = slices.DeleteFunc(rows, func(r row) bool { return !match.MatchString(r.name) })
		for _, t := range strings.Split(*tables, ",") {
			switch t {
			case "2":
				err = growth(h, rows, *rounds, *how, *runs)
			case "3":
				err = switches(h, rows)
			case "4":
				err = refinement(h, rows)
			default:
				err = fmt.Errorf("-tables %s: give some of 2, 3, 4", t)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// picked is what a person would track in the drivers of the folders.
var picked = map[string][]string{
	"bluetooth_fixed.c":  {"device_extension.pendingIo", "device_extension.stoppingEvent", "device_extension.stoppingFlag", "stopped"},
	"usbsamp_fixed.c":    {"request.cancelable", "request.completed"},
	"daybook_fixed.c":    {"FILE_OBJECT.HeddleClosed", "IRP.CancelRoutine", "IRP.Heddle", "book->Lock", "heddle_present", "heddle_request.Buffer"},
	"gpio-panel_fixed.c": {"panel.lock"},
	"patrolwdt_fixed.c":  {"card_lock"},
	"relaynet_fixed.c":   {"heddle_network.running", "heddle_running_0", "relay.lock", "relay.rx_lock"},
	"ringlog_fixed.c":    {"*running", "heddle_owned", "log_lock"},
	"shelfblk_fixed.c":   {"shelf.lock"},
	"ttyecho_fixed.c":    {"echo_line.lock"},
	"usbpump_fixed.c":    {"PUMP_REQUEST.Ended", "PUMP_REQUEST.Stopped", "WDFREQUEST__.Cancel", "PUMP_CONTEXT.Lock"},
	"letterbox_fixed.c":  {"FILE_OBJECT.HeddleClosed", "IRP.CancelRoutine", "box->Lock", "heddle_present"},
	"toastwatch_fixed.c": {"DISPATCHER_HEADER.SignalState", "FILE_OBJECT.HeddleClosed", "IO_STACK_LOCATION.MinorFunction", "IRP.CancelRoutine", "IRP.Heddle", "LIST_ENTRY.Blink", "LIST_ENTRY.Flink", "ext->Lock", "heddle_deferred", "heddle_present", "heddle_request.Completed"},
	"wireline_fixed.c":   {"KINTERRUPT.Gone", "heddle_deferred", "heddle_flushes", "heddle_interrupts", "LINE.Control", "lock", "heddle_present"},
}

// others is fields that do not help, of the drivers in which one is enough.
var others = map[string]string{"gpio-panel_fixed.c": "panel.edges", "patrolwdt_fixed.c": "pings", "shelfblk_fixed.c": "shelf.errors", "ttyecho_fixed.c": "echo_line.used"}

// few is the drivers in which every loop is unwound once: with two of every kind of request they are undecided after minutes, with slices and without.
var few = []string{"letterbox.c", "letterbox_fixed.c", "toastwatch.c", "toastwatch_fixed.c"}

// large is the drivers of the folders with 100 fields and more: where auto goes back to the whole program, no report says how many there are.
var large = []string{"toastwatch.c", "toastwatch_fixed.c"}

var assertions = []string{"--property", "assert"}

func programs(folder string, counts []string, uses int) (out []row, err error) {
	var files []string
	for _, f := range strings.Split(folder, ",") {
		more, err := filepath.Glob(filepath.Join(f, "*.c"))
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		r := row{name: filepath.Base(f), source: string(text), flags: assertions}
		r.picked, r.other, r.broken = picked[r.name], others[r.name], !strings.Contains(r.name, "fixed")
		switch folder := filepath.Base(filepath.Dir(f)); {
		case folder == "windows" || folder == "linux":
			r.flags = []string{"--platform", folder, "--property", "race"}
		case !strings.Contains(string(text), "assert("):
			continue
		}
		out = append(out, r)
	}
	for _, c := range counts {
		n, err := strconv.Atoi(c)
		if err != nil || n < 3 {
			return nil, fmt.Errorf("-fields %s: give numbers from 3 on", c)
		}
		o := drivers.Options{Fields: n, Uses: uses, Threads: 3, Seed: int64(n)}
		out = append(out, row{name: fmt.Sprintf("request_%d.c", n), source: drivers.Request(o), flags: assertions, fields: n, picked: []string{"request.cancelable", "request.completed", "device.lock"}})
		o.Broken = true
		out = append(out, row{name: fmt.Sprintf("request_%d_broken.c", n), source: drivers.Request(o), flags: assertions, fields: n, broken: true})
	}
	return out, nil
}

// platform is the flags that say what a program is written for.
func (r row) platform() []string {
	if i := slices.Index(r.flags, "--platform"); i >= 0 {
		return r.flags[i : i+2]
	}
	return nil
}

// property is what is asked about it.
func (r row) property() verdict.Property {
	return verdict.Property(r.flags[slices.Index(r.flags, "--property")+1])
}

// answer is one run.
type answer struct {
	drivers.Outcome
	sliced *slicing
	reason string
	late   bool
}

// String is the seconds that it took; > says that it was over by then.
func (a answer) String() string {
	if a.late {
		return fmt.Sprintf(">%.2f", a.CPU.Seconds())
	}
	return fmt.Sprintf("%.2f", a.CPU.Seconds())
}

type slicing struct {
	Fields, Iterations int
	Tracked            []string
	Points             int `json:"switch_points"`
	Left               int `json:"switch_points_left"`
	Loops              int `json:"loops_summarized"`
	Unrolled           int `json:"loops_unrolled"`
}

func check(h *drivers.Heddle, r row, k int, args ...string) (answer, error) {
	unwind := "2"
	if slices.Contains(few, r.name) {
		unwind = "1"
	}
	got, err := h.CheckSource(r.name, r.source, slices.Concat([]string{"--engine", "rounds", "--unwind", unwind, "--rounds", strconv.Itoa(k)}, r.flags, args)...)
	if err != nil {
		return answer{}, err
	}
	if got.Verdict == "BUG" && !r.broken || got.Verdict == "PROVED" && r.broken {
		return answer{}, fmt.Errorf("%s, K = %d: %s", r.name, k, got.Verdict)
	}
	var report struct {
		Claims []struct {
			Reason  string
			Slicing *slicing
		}
	}
	if err := json.Unmarshal([]byte(got.Report), &report); err != nil {
		return answer{}, err
	}
	a := answer{Outcome: got, late: got.Verdict == "UNKNOWN"}
	for _, c := range report.Claims {
		a.sliced, a.reason = c.Slicing, c.Reason
	}
	return a, nil
}

// growth prints seconds by K, and how much faster slices are.
func growth(h *drivers.Heddle, rows []row, most int, how string, runs int) error {
	fmt.Println("\nSeconds of processor time: whole program / slices; the verdict of both")
	fmt.Print("\n| program |")
	for k := range most {
		fmt.Printf(" K=%d |", k+1)
	}
	fmt.Print(" verdict |\n|---|" + strings.Repeat("---|", most+1) + "\n")
	sum, alone, n := 0.0, 0.0, 0
	slowest, where := 0.0, ""
	for _, r := range rows {
		fmt.Printf("| %s |", r.name)
		last := ""
		for k := 1; k <= most; k++ {
			whole, sliced, err := both(h, r, k, how, runs)
			if err != nil {
				return err
			}
			if last = sliced.Verdict; whole.Verdict != last && whole.Verdict != "UNKNOWN" && !(whole.Verdict == "BOUNDED" && last == "PROVED") && !sliced.late {
				return fmt.Errorf("%s, K = %d: %s, and %s with slices", r.name, k, whole.Verdict, last)
			}
			fmt.Printf(" %v / %v |", whole, sliced)
			if k != 3 || whole.late && sliced.late {
				continue
			}
			if ratio := sliced.CPU.Seconds() / whole.CPU.Seconds(); ratio > slowest {
				slowest, where = ratio, r.name
			}
			if sliced.sliced != nil && sliced.sliced.Fields >= 100 || r.fields >= 100 || slices.Contains(large, r.name) {
				reading, err := h.Reading(r.name, r.source, r.platform()...)
				if err != nil {
					return err
				}
				sum += math.Log(whole.CPU.Seconds() / sliced.CPU.Seconds())
				alone += math.Log(max(whole.CPU-reading, time.Millisecond).Seconds() / max(sliced.CPU-reading, time.Millisecond).Seconds())
				n++
			}
		}
		fmt.Printf(" %s |\n", last)
	}
	if n > 0 {
		fmt.Printf("\nwith 100 fields and more at K = 3 slices are %.1f times as fast (geometric mean of %d rows), without the time in which the C is read %.1f times; of all rows %s takes longest, %.2f times as long as without\n", math.Exp(sum/float64(n)), n, math.Exp(alone/float64(n)), where, slowest)
	}
	return nil
}

// both runs a program without slices and with them, in turn, and gives the runs of median time.
func both(h *drivers.Heddle, r row, k int, how string, runs int) (whole, sliced answer, err error) {
	var all [2][]answer
	for range runs {
		for i, slice := range []string{"off", how} {
			a, err := check(h, r, k, "--slice", slice)
			if err != nil {
				return whole, sliced, err
			}
			all[i] = append(all[i], a)
		}
	}
	for _, as := range all {
		slices.SortFunc(as, func(a, b answer) int { return int(a.CPU - b.CPU) })
	}
	return all[0][runs/2], all[1][runs/2], nil
}

// refinement prints the paper's Table 4.
func refinement(h *drivers.Heddle, rows []row) error {
	fmt.Println("\nRefinement at K = 2")
	fmt.Println("\n| program | fields | by hand | tracked | iterations | switch points | left | loops summarized | seconds | verdict |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|---|")
	var wrong []string
	for _, r := range rows {
		a, err := check(h, r, 2, "--slice", "on")
		if err != nil {
			return err
		}
		if a.sliced == nil {
			fmt.Printf("| %s | - | | | | | | | %v | %s |\n", r.name, a, a.Verdict)
			continue
		}
		hand, many := "", ""
		if len(r.picked) > 0 {
			hand = strconv.Itoa(len(r.picked))
			if err := minimal(h, r); err != nil {
				return err
			}
			if n := len(r.picked); len(a.sliced.Tracked) > max(2*n, n+3) {
				many, wrong = "*", append(wrong, r.name)
			}
		}
		fmt.Printf("| %s | %d | %s | %d%s | %d | %d | %d | %d | %v | %s |\n", r.name, a.sliced.Fields, hand, len(a.sliced.Tracked), many, a.sliced.Iterations, a.sliced.Points, a.sliced.Left, a.sliced.Loops, a, a.Verdict)
	}
	if len(wrong) > 0 {
		return fmt.Errorf("too many fields are tracked (*): %s", strings.Join(wrong, ", "))
	}
	return nil
}

// minimal checks that the fields picked by hand are enough, and that none can be left out.
func minimal(h *drivers.Heddle, r row) error {
	a, err := check(h, r, 2, "--track", strings.Join(r.picked, ","))
	if err != nil {
		return err
	}
	if a.Verdict != "BOUNDED" && a.Verdict != "PROVED" || a.sliced == nil {
		return fmt.Errorf("%s: %s with --track %v", r.name, a.Verdict, r.picked)
	}
	if n := len(a.sliced.Tracked); n > len(r.picked) {
		return fmt.Errorf("%s: %d fields are tracked with --track %v", r.name, n, r.picked)
	}
	for i, f := range r.picked {
		rest := slices.Delete(slices.Clone(r.picked), i, i+1)
		if len(rest) == 0 {
			if rest = append(rest, r.other); r.other == "" {
				return fmt.Errorf("%s: say in others which field does not help", r.name)
			}
		}
		a, err := check(h, r, 2, "--track", strings.Join(rest, ","))
		if err != nil {
			return err
		}
		if a.Verdict != "UNKNOWN" || !strings.Contains(a.reason, "--track lacks") { // that the time is over shows nothing
			return fmt.Errorf("%s: %s without %s: %s", r.name, a.Verdict, f, a.reason)
		}
	}
	return nil
}
