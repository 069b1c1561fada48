package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/heddle-dev/heddle/internal/verdict"
)

// The words of a report, for people who meet them for the first time: what each means, and what to do about it.

// Word is a word that reports use.
type Word struct {
	Name  string
	What  string   // it is, in a few words
	Means string   // in a few sentences
	Do    []string // what to do about it, one thing each
	More  string   // the page that has the details
}

// Words lists them: the verdicts, the kinds of failures, what can be asked for, and the rest.
func Words() []Word {
	out := []Word{
		{
			"BUG", "verdict: an execution that fails",
			"The execution that is shown fails. An independent interpreter ran it step by step before it was printed, so it is no suspicion: with these inputs and this order of threads the program does that.",
			[]string{
				"read the execution from top to bottom; each step to another column is a context switch",
				"`heddle explain` and the kind (race, assert, deadlock, ...) says what that kind is about",
				"if it rests on a function that nothing defines, give heddle its source or a model (--model)",
				"if it is known and harmless, `/* heddle: allow(KIND) reason */` on the line takes it off the list, and --baseline takes all known ones off",
			},
			"docs/semantics.md",
		},
		{
			"PROVED", "verdict: no execution fails",
			"No execution of the program fails, with any number of context switches and iterations, under what is listed as assumed.",
			[]string{"read what is assumed: the proof holds under it, and not beyond"},
			"docs/semantics.md",
		},
		{
			"BOUNDED", "verdict: no execution within bounds fails",
			"Every execution within the printed bounds was looked at, and none fails. Executions that need more rounds, iterations or threads were not. Of two entry points of a driver, one call of each was looked at, with the threads that lead to them.",
			[]string{
				"see whether a bound was hit (`heddle explain bounds_hit`): if none was, the rest of the line says what else is missing for PROVED",
				"raise the bounds (--rounds, --unwind, --threads) or the time (--timeout)",
				"for races, --engine lockset can prove what no bound covers",
			},
			"docs/semantics.md",
		},
		{
			"POSSIBLE", "verdict: cannot be ruled out",
			"An engine that looks at more than the real executions could not rule a failure out, and no engine found an execution that fails. Or there is one, and it takes something of code that is not in the program: " +
				"a hostile choice (\"if xmalloc returns NULL\"), or an address, index or asserted value that is data from there, or a number that says where objects lie. It may be a false alarm.",
			[]string{
				"where the headline has an \"if\": can that happen? --model FILE.c says what the function does",
				"look at both places and at the locks that are held there: is there one that both hold?",
				"give other engines more time (--timeout) to find an execution, or to prove that there is none",
				"exit code 3 says so; --fail-on possible makes it 1",
			},
			"docs/engines/lockset.md",
		},
		{
			"UNKNOWN", "verdict: undecided",
			"Nothing is claimed. The reason stands beside it: time or memory ran out, or the program does something that heddle does not handle, with its place.",
			[]string{
				"for time and memory: --timeout, --memory, fewer files, or one property at a time",
				"for a construct at a line: leave that file out, or give a model of the function (--model)",
				"an UNKNOWN run is not a clean one: the exit code is 3",
			},
			"docs/semantics.md",
		},
	}
	for _, k := range verdict.Kinds() {
		out = append(out, Word{string(k), "failure: " + kinds[k].what, kinds[k].means, kinds[k].do, kinds[k].more})
	}
	return append(
		out,
		Word{
			"memory", "property: invalid accesses",
			"What --property memory looks for: null-deref, use-after-free, double-free, out-of-bounds and invalid-free. Without it, an execution ends quietly where it would make such an access, and the report lists the place as assumed.",
			[]string{"add memory to --property; each kind has an explanation of its own"},
			"docs/assumptions.md",
		},
		Word{
			"bounds", "how far an engine looked",
			"Rounds is how often each thread may run, one after the other in the order of their creation; unwind how often a loop or a recursion is followed; threads how many a start in a loop of unknown length may start; states how many states were visited.",
			[]string{"--rounds, --unwind, --threads and --timeout set them; without them heddle raises them by itself as long as there is time"},
			"docs/semantics.md",
		},
		Word{
			"bounds_hit", "bounds that executions would go beyond",
			"An execution gets to this place and would go on there, beyond a bound: one more iteration, one more thread. What comes after was not looked at, so PROVED is out of reach.",
			[]string{"raise that bound: --unwind for a loop or a recursion, --threads for starts of threads", "or write the code so that the number of iterations is a constant"},
			"docs/semantics.md",
		},
		Word{
			"unreached", "checks that no execution reaches",
			"No execution within the bounds gets to this check, so nothing was found out about it. A program in which nothing is reached has no failures, and that says nothing.",
			[]string{"see what keeps executions from it: a condition on inputs, a wait that is never over, a bound that is too small", "a function that nobody calls needs --harness"},
			"docs/semantics.md",
		},
		Word{
			"slicing", "memory left out of the program",
			"Assertions were decided on a program in which only the fields named were followed: reads of all others gave anything, and no thread was interrupted there. A failure was followed on the whole program before it was reported. The text report has it as `sliced`.",
			[]string{"--slice off decides everything on the whole program", "--track fixes the fields; a set that works makes later runs faster"},
			"docs/engines/rounds.md",
		},
		Word{
			"not_proved", "what a proof left open",
			"An engine that proves could not rule this out, and one that looks for executions found none within its bounds.",
			[]string{"raise the bounds of the claim that it stands below", "look at the two places: the lock that protects them may be hard to see, for people too"},
			"docs/engines/lockset.md",
		},
		Word{
			"why", "what keeps failures away",
			"Lines below a PROVED: for whom it was proved, and under which conditions the kinds of threads access what they share. What they say is part of the proof; a variable of which nothing simple can be said has no line.",
			[]string{"compare it with what the program is meant to do", "--proof FILE writes the whole proof, and `heddle proof` checks it"},
			"docs/engines/modular.md",
		},
		Word{
			"covered", "how much of the program was reached",
			"Of the thread starts, callbacks, functions and lines that the program can reach from main or the harness, how many some execution got to. In the JSON report it is `coverage`.",
			[]string{"look at what was not reached: nothing is known about it", "--harness calls functions that main does not"},
			"docs/semantics.md",
		},
		Word{
			"assumed", "what all of it rests on",
			"What heddle took for granted: functions whose source it does not have, limits of inputs, operations that the language leaves undefined. A verdict holds under these assumptions.",
			[]string{"see whether each holds in your program", "--model replaces what is assumed of a function by C that you write"},
			"docs/assumptions.md",
		},
		Word{
			"rests_on", "functions that nothing defines, in a failing execution",
			"The execution calls functions whose source is not there, and what they did in it is one of the things that they may do.",
			[]string{"add the file that defines them, or a model (--model)", "--externs pure if they touch none of the memory that they are given"},
			"docs/models.md",
		},
		Word{
			"fields", "races, field by field",
			"What was found out about each field or variable by itself: racy, no race found (within the bounds), proved (in any execution), not proved, or resource limit (it took too long).",
			[]string{"--property race:STRUCT.field looks at one field alone, with all the time for it"},
			"docs/engines/kiss.md",
		},
		Word{
			"of", "the fields that alone races were looked for on",
			"--property race:NAME was given: the claim speaks of races on these fields and variables, and of no others.",
			[]string{"--property race looks everywhere"},
			"docs/assumptions.md",
		},
		Word{
			"pairs", "what is said of each pair of entry points of a driver",
			"The functions that a kernel calls can run at the same time, two and two. For each pair the table says whether races were found, are possible, or were ruled out, and by which engine.",
			[]string{"look at the pairs with BUG and POSSIBLE first; UNKNOWN ones need more time (--timeout)"},
			"docs/linux.md",
		},
		Word{
			"engines", "who looked, and what each came to",
			"Engines take their turns: some look for executions that fail, some prove that there are none. For each property the strongest claim counts.",
			[]string{"--engine chooses one"},
			"docs/engines",
		},
		Word{
			"interleaved", "whether it takes threads that interrupt one another",
			"A finding is interleaved if no sequential run of the same input fails: at every start of a thread the new one runs to its end at once, or waits until its parent has ended. One that is not shows what the harness does not assume.",
			[]string{"--interleaved rank puts these last; --interleaved only sets them aside", "put the preconditions that the report names into the harness"},
			"docs/engines/interleaved.md",
		},
		Word{
			"set_aside", "findings outside of the verdict",
			"With --interleaved only, findings that a sequential run of the same input shows too are not counted: they say more about the harness than about threads. They are listed, and the verdict is that of the others.",
			[]string{"--interleaved rank counts them, and puts them last"},
			"docs/engines/interleaved.md",
		},
		Word{
			"preconditions", "what the harness would have to assume",
			"Conditions on the input, in C. With all of them assumed, in their order, no finding is left that a sequential run of the same input shows too.",
			[]string{"put those that callers really keep to into the harness, as heddle_assume(...)"},
			"docs/engines/interleaved.md",
		},
		Word{
			"CONFIRMED", "by execution: the program was run, and fails",
			"The program was compiled with gcc and run with its threads held to the order that is shown, and a sanitizer, a failed assertion or threads asleep in their waits showed the failure. `not confirmed` says why that did not come about; the BUG stays.",
			[]string{"--confirm runs the execution of each BUG, `heddle replay r.json` those of a saved report; both run the program", "--replay FILE.c writes a C file to compile and run yourself"},
			"docs/replay.md",
		},
		Word{
			"known", "findings that are not on the list",
			"A comment, a file of suppressions or a baseline says that they are known. They do not fail the run; verdicts and claims are as they would be without.",
			[]string{"/* heddle: allow(KIND) reason */, --suppress FILE and --baseline FILE make findings known", "one that matches nothing is named in a note: remove it"},
			"docs/report.md",
		},
		Word{
			"checksum", "whether a saved report is as heddle wrote it",
			"It is over all that a JSON report or a baseline says, apart from time and memory. A file whose checksum does not fit is refused.",
			[]string{"write the file again", "if you edited it on purpose, write \"checksum\": \"edited\": it is read then, and says so"},
			"docs/report.md",
		},
		Word{
			"switch", "another thread goes on",
			"A context switch is the place in an execution where one thread stops and another goes on. In the text each is a step to another column, or a line with the name of a thread.",
			nil, "docs/report.md",
		},
		Word{
			"folded", "lines of an execution in one",
			"A line like `... 40 lines in init; n = 3` stands for lines that the failure does not depend on closely, and names what they leave behind. No context switch is ever folded.",
			[]string{"--full-trace shows all lines; in the page of --html a click opens them"},
			"docs/decisions/0170-folded-traces.md",
		},
		Word{
			"fingerprint", "the name of a finding from one run to the next",
			"Made of the kind, the files, the functions and the statements, not of line numbers: edits elsewhere do not change it.",
			[]string{"--baseline compares fingerprints, and so do code reviews that read SARIF"},
			"docs/report.md",
		},
		Word{
			"group", "findings with one cause",
			"Races on the same object in the same functions are mostly one missing lock. The text shows the first and names the others below it; the JSON report says to which each belongs.",
			nil, "docs/report.md",
		},
	)
}

// Explain writes what a word means.
func Explain(w io.Writer, word Word, width int) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, "%s: %s\n\n", word.Name, word.What)
	for _, l := range wrap(word.Means, width, 100) {
		fmt.Fprintln(b, l)
	}
	if len(word.Do) > 0 {
		b.WriteString("\nWhat to do:\n")
	}
	for _, d := range word.Do {
		for i, l := range wrap(d, width-4, 100) {
			fmt.Fprintf(b, "  %s %s\n", [2]string{"-", " "}[min(i, 1)], l)
		}
	}
	if word.More != "" {
		fmt.Fprintf(b, "\nMore: %s\n", word.More)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// FindWord finds a word; upper and lower case, and how its parts are joined, do not matter.
func FindWord(name string) (Word, bool) {
	same := strings.NewReplacer("_", "", "-", "", " ", "")
	for _, w := range Words() {
		if strings.EqualFold(same.Replace(w.Name), same.Replace(name)) {
			return w, true
		}
	}
	return Word{}, false
}
