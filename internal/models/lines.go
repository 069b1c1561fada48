package models

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Lines say what functions without a body do with what they are given. A line is
//
//	name: what it does; more of it | where that is said
//
// What it does, by arguments that are counted from 1:
//
//	reads N       the object that argument N leads to, of the type that the parameter has
//	reads N.S     member S of that object
//	reads N[M]    so many bytes as argument M says; N[M*4]: four times as many; N[=6]: six; "N[M] at most": so many or fewer
//	reads N text  characters up to a NUL; N[M] text: and so many at most; "N text at most", "N[M] text at most": no further than it has to, by what stands there
//	writes N      and writes N[M]: the same
//	... under L   with the lock in hand that is member L of the object
//	... atomically  in a step of its own, or under a lock that nobody else takes: it races with plain accesses alone
//	reads its S   memory of its own that all functions of the same word S share, if an implementation has such memory: the caller has to keep calls apart. A variable S of
//	              the library that the program declares is that memory
//	writes its S  the same; "unless N": only where argument N is null; "atomically": the library keeps its own calls apart, and what the program itself does with variable S races
//	uses N        it may do anything to it and what it leads to, now and later; so do
//	keeps N       which says that it does so later,
//	frees N       and
//	calls N       which is a function
//	prints N      argument N is a format: what it says of those behind it is read; "prints N from M": of those from M on
//	finds names   it may use, now and later, what the program defines with external linkage, as another file of the program could
//	finds data    it returns what a table by which the driver is matched with devices leads to
//	sleeps        it may sleep; what uses, frees or calls something may in any case
//	returns N     argument N, as a number
//	returns new   an object that nobody else has; "new or null": or null; "new or error", "new or null or error": or an error as a pointer.
//	              Without it a pointer leads to anything that the function may know
//	nothing       it uses nothing that it is given
//
// A function that has a model has a line for what it shares ("its") and nothing else; the model does the rest.
//
// An argument that a line does not name is used in no way that races or changes anything, and nothing leads to it afterwards: what a program finds in the result or in another argument is kept. Who has to lock is told by reads and writes: what the caller has to keep apart is read or written plainly.

// Does is what a line says.
type Does struct {
	Acts    []Act
	Sleeps  bool
	Finds   bool // it finds what has external linkage by its name
	Matched bool // it returns what the driver's tables of devices lead to
	New     bool // the result is an object of its own
	OrNull  bool // or null
	OrError bool // or an error as a pointer, in the last page of addresses
	Nothing bool
	Returns int // the argument that comes back, from 1; 0: none does
	Source  string
}

// Act is what is done with one argument.
type Act struct {
	Verb   string
	Arg    int   // from 0; -1: what is its own
	Count  int   // the argument that says how many bytes; -1: none does. Of a format: the first that it prints
	Bytes  int64 // so many, times Count if that is given; 0: as the type of the parameter says
	Most   bool  // or fewer; of a text, what is there decides
	Text   bool
	Member string // of the object; empty: all of it
	Under  string // the member that is the lock
	Alone  bool   // in a step of its own
	Its    string // the word for the memory that functions share
	Null   int    // of such memory: the argument that is null where it is used; -1: it always is
}

// Shares reports whether what a function does is all about memory of its own.
func (d *Does) Shares() bool {
	return !d.Sleeps && !d.Finds && !d.Matched && !d.New && !d.Nothing && !slices.ContainsFunc(d.Acts, func(a Act) bool { return a.Its == "" })
}

// Keeps reports whether nothing bounds what the function does with an argument.
func (a Act) Keeps() bool {
	return slices.Contains([]string{"uses", "keeps", "frees", "calls"}, a.Verb)
}

// Format is the argument that is a format, if there is one, and the first that it prints.
func (d *Does) Format() (arg, first int, ok bool) {
	if d != nil {
		for _, a := range d.Acts {
			if a.Verb == "prints" {
				return a.Arg, a.Count, true
			}
		}
	}
	return 0, 0, false
}

// mostArgs is how many arguments a function of a line has at most.
const mostArgs = 18

// parseLines reads a file of lines; its name stands in errors.
func parseLines(file, group, text string) (fs []Function, err error) {
	var errs []error
	seen := map[string]bool{}
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f, err := parseLine(line)
		if err == nil && seen[f.Name] {
			err = fmt.Errorf("%s has a line already", f.Name)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s:%d: %w", file, i+1, err))
			continue
		}
		seen[f.Name] = true
		f.Group = group
		fs = append(fs, f)
	}
	return fs, errors.Join(errs...)
}

func parseLine(line string) (Function, error) {
	f := Function{Kind: KindLine, Does: &Does{}}
	said, source, ok := strings.Cut(line, " | ")
	if f.Does.Source = strings.TrimSpace(source); !ok || f.Does.Source == "" {
		return f, errors.New(`no source: " | file:function", a manual page or a clause has to follow`)
	}
	name, acts, ok := strings.Cut(said, ":")
	if f.Name = name; !ok || !isName(name) {
		return f, fmt.Errorf("%q is no name of a function with a colon behind it", name)
	}
	for _, part := range strings.Split(acts, ";") {
		if err := f.Does.add(strings.Fields(part)); err != nil {
			return f, fmt.Errorf("%s: %w", name, err)
		}
	}
	if d := f.Does; d.Nothing && (d.Finds || d.Matched || len(d.Acts) > 0) {
		return f, fmt.Errorf("%s: it does nothing, and something", name)
	}
	f.Doc = strings.TrimSpace(acts) + " (" + f.Does.Source + ")"
	return f, nil
}

func isName(s string) bool {
	for i, c := range s {
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// add enters one thing that a function does.
func (d *Does) add(words []string) error {
	switch strings.Join(words, " ") {
	case "":
		return errors.New("nothing is said between two semicolons")
	case "sleeps":
		d.Sleeps = true
		return nil
	case "finds names":
		d.Finds = true
		return nil
	case "finds data":
		d.Matched = true
		return nil
	case "nothing":
		d.Nothing = true
		return nil
	case "returns new":
		d.New = true
		return nil
	case "returns new or null":
		d.New, d.OrNull = true, true
		return nil
	case "returns new or error":
		d.New, d.OrError = true, true
		return nil
	case "returns new or null or error":
		d.New, d.OrNull, d.OrError = true, true, true
		return nil
	}
	if len(words) == 2 && words[0] == "returns" {
		n, err := argument(words[1])
		d.Returns = n + 1
		return err
	}
	a := Act{Verb: words[0], Count: -1, Null: -1}
	ranged := a.Verb == "reads" || a.Verb == "writes"
	if ranged && len(words) > 1 && words[1] == "its" {
		return d.share(a, words[2:])
	}
	if !ranged && !a.Keeps() && a.Verb != "prints" {
		return fmt.Errorf("%q is nothing that a function does", strings.Join(words, " "))
	}
	if len(words) < 2 {
		return fmt.Errorf("%q: the number of an argument has to follow", a.Verb)
	}
	switch how := words[2:]; {
	case len(how) == 0:
	case a.Verb == "reads" && how[0] == "text" && (len(how) == 1 || slices.Equal(how[1:], []string{"at", "most"})):
		a.Text, a.Most = true, len(how) > 1
	case a.Verb == "prints" && len(how) == 2 && how[0] == "from":
		n, err := argument(how[1])
		if err != nil {
			return err
		}
		a.Count = n
	case ranged && len(how) == 2 && how[0] == "at" && how[1] == "most":
		a.Most = true
	case ranged && len(how) == 1 && how[0] == "atomically":
		a.Alone = true
	case ranged && len(how) == 2 && how[0] == "under" && isName(how[1]):
		a.Under = how[1]
	default:
		return fmt.Errorf("%q does not follow what a function %s", strings.Join(how, " "), a.Verb)
	}
	arg, size, sized := strings.Cut(words[1], "[")
	arg, member, of := strings.Cut(arg, ".")
	if a.Member = member; of && (!ranged || sized || !isName(member)) {
		return fmt.Errorf("%q: the name of a member stands behind the dot, of what is read or written whole", words[1])
	}
	var err error
	if a.Arg, err = argument(arg); err != nil {
		return err
	}
	if sized {
		inside, ok := strings.CutSuffix(size, "]")
		if !ok || !ranged {
			return fmt.Errorf("%q: a number of bytes stands in brackets behind what is read or written", words[1])
		}
		if err := a.size(inside); err != nil {
			return err
		}
	}
	if a.Most && !sized && !a.Text {
		return fmt.Errorf("at most how much of argument %d has to be said", a.Arg+1)
	}
	for _, b := range d.Acts {
		if b.Arg == a.Arg && (b.Verb == a.Verb && (b.Member == a.Member || b.Member == "" || a.Member == "") || b.Keeps() || a.Keeps()) {
			return fmt.Errorf("it %s argument %d, and %s it", b.Verb, a.Arg+1, a.Verb)
		}
	}
	if a.Verb == "prints" && a.Count < 0 {
		a.Count = a.Arg + 1
	}
	d.Acts = append(d.Acts, a)
	return nil
}

// share enters an access to memory that functions have of their own.
func (d *Does) share(a Act, words []string) (err error) {
	a.Arg = -1
	switch {
	case len(words) == 3 && words[1] == "unless":
		if a.Null, err = argument(words[2]); err != nil {
			return err
		}
	case len(words) == 2 && words[1] == "atomically":
		a.Alone = true
	case len(words) != 1:
		return fmt.Errorf("%q: a word for the memory follows \"its\", and \"unless N\" or \"atomically\"", strings.Join(words, " "))
	}
	if a.Its = words[0]; !isName(a.Its) {
		return fmt.Errorf("%q is no word for memory", a.Its)
	}
	for _, b := range d.Acts {
		if b.Its == a.Its {
			return fmt.Errorf("it %s its %s, and %s it", b.Verb, a.Its, a.Verb)
		}
	}
	d.Acts = append(d.Acts, a)
	return nil
}

// size reads how many bytes there are: M, M*4 or =4.
func (a *Act) size(s string) (err error) {
	number, fixed := strings.CutPrefix(s, "=")
	if !fixed {
		count, times, scaled := strings.Cut(s, "*")
		if a.Count, err = argument(count); err != nil || !scaled {
			return err
		}
		number = times
	}
	if a.Bytes, err = strconv.ParseInt(number, 10, 32); err != nil || a.Bytes <= 0 {
		return fmt.Errorf("%q is no number of bytes", number)
	}
	return nil
}

func argument(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > mostArgs {
		return 0, fmt.Errorf("%q is no number of an argument", s)
	}
	return n - 1, nil
}

// withLines is some functions and the lines of files. A line of a function that has a model says what it shares, under whatever names the function has.
func withLines(fs []Function, lines ...Function) []Function {
	at := map[string]int{}
	for i, f := range fs {
		at[f.Name] = i
	}
	for _, l := range lines {
		i, ok := at[l.Name]
		if !ok {
			fs = append(fs, l)
			continue
		}
		fs[i].Does = l.Does
		fs[i].Doc += "; " + l.Doc
	}
	for i, f := range fs {
		same := cmp.Or(f.Alias, strings.TrimPrefix(f.Name, "__isoc23_")) // what a header of C23 calls strtol
		if target, ok := at[same]; ok && target != i && f.Does == nil {
			fs[i].Does = fs[target].Does
		}
	}
	return fs
}

// linesOf is the lines of a platform. They are part of the program: one that cannot be read is a defect, which a test finds first.
func linesOf(platform, group string) []Function {
	file := "known/" + platform + ".txt"
	text, err := files.ReadFile(file)
	if err != nil {
		panic(fmt.Sprintf("models: %v", err))
	}
	fs, err := parseLines(file, group, string(text))
	if err != nil {
		panic(fmt.Sprintf("models: %v", err))
	}
	return fs
}
