package harness

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A harness for a driver of the Linux kernel, in C, that is read behind the driver: module_init runs, what registers functions starts calls of them, what takes them back waits, and
// module_exit runs. What registering means is C, too, in kernel/registering.c; here are the calls.
//
// Each function that a driver gives away is called by a function of its own in which a thread starts, so that engines tell the entry points apart by where threads start.

//go:embed kernel/registering.c
var registering string

// Given is a function that a driver gives to the kernel.
type Given struct {
	Func           string
	Key            string // as Linux takes it: file_operations.read, request_irq.2, module_init
	Struct, Member string // if it is a member of a struct
	Params         []Param
	Result         string
	Own            bool // given to the driver itself
	Place          string
}

// Param is the type of a parameter.
type Param struct {
	Type  string // as C has it for structs and pointers to them, "void *", "*" for other pointers, "number"
	Whole bool   // the struct is known, not just declared
}

// Driver is a harness for a driver.
type Driver struct {
	Text    string
	Start   string // the function that begins it all
	Entries []*EntryPoint

	called  []string
	display map[string]string
}

// EntryPoint is a function that is called from outside, and what enables its calls.
type EntryPoint struct {
	Given
	Role    Role
	Enabled []string // the functions that do
	Thread  string   // where its threads start; empty: called within a thread of another

	within []string // the functions of the harness that call it
	number int
	seen   bool
}

const threadPrefix = "heddle_call_"

// NewDriver makes the harness of a driver of one file. Lacks says which functions it declares and does not define.
func NewDriver(given []Given, lacks func(string) bool) *Driver {
	d := &writer{lacks: lacks, Driver: Driver{Start: "heddle_driver"}}
	seen := map[string]bool{}
	for _, g := range given {
		key := g.Func + " " + g.Key
		if seen[key] || g.Own {
			continue
		}
		seen[key] = true
		role, ok := Linux(g.Key)
		if !ok {
			role = Role{What: "unknown", Context: "unknown"}
		}
		d.Entries = append(d.Entries, &EntryPoint{Given: g, Role: role, number: len(d.Entries)})
	}
	d.parts()
	d.main()
	d.name()
	d.Text = d.protos.String() + d.threads.String() + d.text.String()
	return &d.Driver
}

// Spec is the harness as a front end takes it, which reads Text behind the driver.
func (d *Driver) Spec() *Spec {
	return &Spec{Source: "--platform linux", Start: Loaded, First: []string{d.Start}, Called: d.called, Display: d.display}
}

// name says what threads are called, and which functions are called nowhere else.
func (d *writer) name() {
	d.display = map[string]string{}
	within := map[string][]string{}
	elsewhere := map[string]bool{}
	for _, e := range d.Entries {
		switch {
		case len(e.Enabled) == 0:
			elsewhere[e.Func] = true
		case e.Thread != "":
			d.display[e.Thread] = e.Func
		default:
			for _, t := range e.within {
				within[t] = append(within[t], e.Func)
			}
		}
	}
	for t, names := range within {
		d.display[t] = strings.Join(names, ", ")
	}
	for _, e := range d.Entries {
		if !elsewhere[e.Func] && !slices.Contains(d.Driver.called, e.Func) {
			d.Driver.called = append(d.Driver.called, e.Func)
		}
	}
}

type writer struct {
	Driver
	lacks    func(string) bool
	inside   map[string]bool // members that are called within another thread
	protos   strings.Builder // of functions that start calls
	threads  strings.Builder
	text     strings.Builder
	started  map[string]bool
	part     string // the part at hand
	function string // the function at hand
}

type part struct {
	names []string
	lines []string
}

func readParts(text string) (out []*part) {
	for _, line := range strings.Split(text, "\n") {
		if rest, ok := strings.CutPrefix(line, "@part "); ok {
			out = append(out, &part{names: strings.Fields(rest)})
			continue
		}
		if len(out) > 0 {
			out[len(out)-1].lines = append(out[len(out)-1].lines, line)
		}
	}
	return out
}

var (
	directive  = regexp.MustCompile(`^\s*@(calls|given|call|wait)\((.*)\)$`)
	definition = regexp.MustCompile(`^\w[\w *]*?(\w+)\(.*\)$`)
	word       = regexp.MustCompile(`\bheddle_\w+`)
)

// parts writes the parts that the driver needs: helpers first.
func (d *writer) parts() {
	all := readParts(registering)
	d.inside, d.started = map[string]bool{}, map[string]bool{}
	helpers := map[string]*part{}
	for _, p := range all {
		if name, ok := strings.CutPrefix(p.names[0], "="); ok {
			helpers[name] = p
		}
		for _, line := range p.lines {
			if m := directive.FindStringSubmatch(line); m != nil && m[1] == "call" {
				d.inside[arguments(m[2])[2]] = true
			}
		}
	}
	done := map[*part]bool{}
	var take func(p *part)
	take = func(p *part) {
		if done[p] {
			return
		}
		done[p] = true
		for _, line := range p.lines {
			for _, w := range word.FindAllString(line, -1) {
				for name, h := range helpers {
					if h != p && (w == name || strings.Contains(strings.Join(h.lines, "\n"), "void "+w+"(")) {
						take(h)
					}
				}
			}
		}
		d.part = strings.TrimPrefix(p.names[0], "=")
		for _, line := range p.lines {
			if m := directive.FindStringSubmatch(line); m != nil {
				d.expand(m[1], arguments(m[2]))
				continue
			}
			if m := definition.FindStringSubmatch(line); m != nil {
				d.function = m[1]
			}
			d.text.WriteString(line + "\n")
		}
	}
	for _, p := range all {
		if !strings.HasPrefix(p.names[0], "=") && d.lacks(p.names[0]) {
			take(p)
		}
	}
}

// arguments splits a list at its commas, but for those in parentheses.
func arguments(s string) (out []string) {
	depth, from := 0, 0
	for i, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(s[from:i]))
				from = i + 1
			}
		}
	}
	return append(out, strings.TrimSpace(s[from:]))
}

// known is what a part has for arguments of a type.
type known struct{ typ, expr string }

func knowns(args []string) (out []known) {
	for _, a := range args {
		t, e, _ := strings.Cut(a, " = ")
		out = append(out, known{strings.TrimSpace(t), strings.TrimSpace(e)})
	}
	return out
}

// expand writes what a directive stands for.
func (d *writer) expand(what string, args []string) {
	switch what {
	case "calls":
		for _, e := range d.Entries {
			if e.Struct == args[1] && !d.inside[e.Key] {
				d.start(e, fmt.Sprintf("(%s)->%s", args[0], e.Member), knowns(args[2:]))
			}
		}
	case "given":
		for _, e := range d.Entries {
			if e.Role.What == args[1] {
				d.start(e, args[0], knowns(args[2:]))
			}
		}
	case "call":
		first := true
		member := args[2][strings.IndexByte(args[2], '.')+1:]
		for _, e := range d.Entries {
			if e.Key != args[2] {
				continue
			}
			e.enabled(d.part)
			e.within = append(e.within, d.function)
			if !first {
				d.text.WriteString("\telse ")
			}
			first = false
			fmt.Fprintf(&d.text, "\tif ((%s)->%s == %s) {\n", args[1], member, e.Func)
			d.body(&d.text, e, knowns(args[3:]), args[0])
			d.text.WriteString("\t}\n")
		}
	case "wait":
		for _, e := range d.Entries {
			if (e.Struct == args[0] || e.Role.What == args[0]) && !d.inside[e.Key] {
				fmt.Fprintf(&d.text, "\t__heddle_atomic_begin();\n\t__heddle_assume(heddle_running_%d == 0);\n\t__heddle_atomic_end();\n", e.number)
				d.counter(e)
			}
		}
	}
}

func (e *EntryPoint) enabled(by string) {
	if !slices.Contains(e.Enabled, by) {
		e.Enabled = append(e.Enabled, by)
	}
}

func (d *writer) counter(e *EntryPoint) {
	if !e.seen {
		e.seen = true
		fmt.Fprintf(&d.protos, "static unsigned int heddle_running_%d;\n", e.number)
	}
}

// start writes the loop that starts threads which call an entry point, if a pointer leads to it.
func (d *writer) start(e *EntryPoint, pointer string, ks []known) {
	e.enabled(d.part)
	d.counter(e)
	counter := fmt.Sprintf("&heddle_running_%d", e.number)
	var types, exprs []string
	var inside []known
	for i, k := range ks {
		if k.typ == "counted" {
			counter = k.expr
			continue
		}
		name := fmt.Sprintf("a%d", i)
		types = append(types, k.typ+" "+name)
		exprs = append(exprs, k.expr)
		inside = append(inside, known{k.typ, name})
	}
	e.Thread = fmt.Sprintf("%s%d_%s", threadPrefix, e.number, e.Func)
	if !d.started[e.Thread] {
		d.started[e.Thread] = true
		fmt.Fprintf(&d.protos, "static void %s(%s);\n", e.Thread, strings.Join(append(types, "unsigned int *"), ", "))
		fmt.Fprintf(&d.threads, "static void %s(%s)\n{\n", e.Thread, strings.Join(append(types, "unsigned int *running"), ", "))
		d.body(&d.threads, e, inside, "")
		fmt.Fprintf(&d.threads, "\t__atomic_fetch_sub(running, 1, __ATOMIC_SEQ_CST);\n}\n\n")
	}
	fmt.Fprintf(&d.text, "\tif (%s == %s)\n\t\twhile (__heddle_nondet_bool()) {\n\t\t\t__atomic_fetch_add(%s, 1, __ATOMIC_SEQ_CST);\n", pointer, e.Func, counter)
	fmt.Fprintf(&d.text, "\t\t\t__heddle_spawn(0, %s, %s);\n\t\t}\n", e.Thread, strings.Join(append(exprs, counter), ", "))
}

// body writes a call of an entry point, with its arguments.
func (d *writer) body(b *strings.Builder, e *EntryPoint, ks []known, result string) {
	var args []string
	b.WriteString("\t{\n")
	used := map[int]bool{}
	for i, p := range e.Params {
		own := fmt.Sprintf("own%d", i)
		k := slices.IndexFunc(ks, func(k known) bool { return k.typ == p.Type })
		for k >= 0 && used[k] { // the next of the same type
			next := slices.IndexFunc(ks[k+1:], func(k known) bool { return k.typ == p.Type })
			if next < 0 {
				break
			}
			k += 1 + next
		}
		switch {
		case k >= 0:
			used[k] = true
			args = append(args, ks[k].expr)
		case p.Type == "number":
			args = append(args, "__heddle_nondet_ulong()")
		case strings.HasSuffix(p.Type, " *") && p.Whole:
			elem := strings.TrimSuffix(p.Type, " *")
			fmt.Fprintf(b, "\t\t%s %s;\n\t\t__heddle_fresh(&%s);\n", elem, own, own)
			args = append(args, "&"+own)
		case strings.HasSuffix(p.Type, "*"):
			args = append(args, "__heddle_alloc(4096, 0)")
		default:
			fmt.Fprintf(b, "\t\t%s %s;\n\t\t__heddle_fresh(&%s);\n", p.Type, own, own)
			args = append(args, own)
		}
	}
	call := fmt.Sprintf("%s(%s)", e.Func, strings.Join(args, ", "))
	if result != "" && e.Result != "void" {
		call = result + " = " + call
	}
	fmt.Fprintf(b, "\t\t%s;\n\t}\n", call)
}

// main writes the function that begins it all.
func (d *writer) main() {
	var inits, exits []*EntryPoint
	for _, e := range d.Entries {
		switch e.Key {
		case "module_init":
			e.enabled("loading the module")
			e.within = append(e.within, d.Start)
			inits = append(inits, e)
		case "module_exit":
			e.enabled("unloading the module")
			e.within = append(e.within, d.Start)
			exits = append(exits, e)
		}
	}
	fmt.Fprintf(&d.text, "void %s(void)\n{\n", d.Start)
	for _, e := range inits {
		fmt.Fprintf(&d.text, "\tif (%s() < 0)\n\t\treturn;\n", e.Func)
	}
	if strings.Contains(d.text.String(), "heddle_owned") {
		d.text.WriteString("\t__heddle_atomic_begin();\n\t__heddle_assume(heddle_owned == 0);\n\t__heddle_atomic_end();\n")
	}
	for _, e := range exits {
		fmt.Fprintf(&d.text, "\t%s();\n", e.Func)
	}
	d.text.WriteString("}\n")
}
