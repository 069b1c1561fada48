package harness

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A harness for a driver of the Linux kernel, in C, that is read behind the driver: module_init runs, what registers functions starts calls of them, what takes them back waits, and
// module_exit runs. What registering means is C, too, in kernel/registering.c and objects.c; here are the calls.
//
// Each function that a driver gives away is called by a function of its own in which a thread starts, so that engines tell the entry points apart by where threads start.

// Given is a function that a driver gives to the kernel.
type Given struct {
	Func           string // empty: a value is given that is not the name of a function (Windows)
	Key            string // as Linux takes it: file_operations.read, request_irq.2, module_init
	Variant        string // what other parts of the driver make of it, as the table of roles has it
	Struct, Member string // if it is a member of a struct
	Params         []Param
	Result         string
	Own            bool   // given to the driver itself
	System         bool   // the place is a member of a struct, or an argument of a function, of the system
	Object         string // the struct that it is a member of, where a variable of the driver is, or has, that struct
	Said           string // the place for people
	Place          string
}

// Setting is a variable that a user sets when the module is loaded.
type Setting struct {
	Name   string
	Number bool
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
	LeftOut []Left   // what is given to the kernel and called nowhere in the harness
	Missing []string // calls that the harness does not make at all times at which the kernel does
	Source  string   // the flag that asks for it

	rules   []Rule
	asks    []Rule   // those of users
	rests   []string // what is assumed besides
	used    []int    // the rules that say something about it
	freezes bool     // it waits in a function in which a call may not be running
	called  []string
	display map[string]string
	runs    map[string][]*EntryPoint // by the name of a thread: the entry points that it calls
}

// EntryPoint is a function that is called from outside, and what enables its calls.
type EntryPoint struct {
	Given
	Role    Role
	Enabled []string // the functions that do
	Thread  string   // where its threads start; empty: called within a thread of another

	keys   []string // all places of the same struct
	of     []string // the structs, by name; an empty one has none
	within []string // the functions of the harness that call it
	first  bool     // called by the first thread, and no other
	here   bool     // called by functions that the driver calls
	number int
	seen   bool
}

// panicChain is the notifiers that panic calls (kernel/panic.c:panic), behind panic_other_cpus_shutdown.
const panicChain = "panic_notifier_list"

// Prefix is what names of the harness begin with.
const Prefix = "heddle_"

const threadPrefix = Prefix + "call_"

// NewDriver makes the harness of a driver of one file. Lacks says which functions it declares and does not define; uses, which functions it uses, headers' own too.
func NewDriver(given []Given, settings []Setting, rules []Rule, lacks, uses func(string) bool) *Driver {
	d := &writer{lacks: lacks, declares: uses, settings: settings, all: linuxParts()}
	d.Driver = Driver{Start: "heddle_driver", Source: "--platform linux", rules: holding(rules, uses), asks: givenRules(rules), freezes: lacks(mayFreeze) || lacks("__refrigerator")}
	d.calledWithin()
	for _, g := range given {
		if !g.Own {
			d.add(g)
		}
	}
	for _, g := range given {
		d.addByType(g)
	}
	d.leaveOut()
	if uses(panicChain) {
		d.rests = append(d.rests, "calls at a panic are left out: all other processors have stopped by then")
	}
	if uses("hid_device_io_start") {
		d.Missing = append(d.Missing, "reports that hid_device_io_start lets in before probe has returned are left out")
	}
	d.parts()
	d.main()
	d.leaveUnused()
	d.name()
	d.say()
	d.Text = d.protos.String() + d.text.String() + d.threads.String()
	if d.freezes {
		d.Text = "void " + mayFreeze + "(int wait);\n" + d.Text + d.frozen(d.protos.String())
	}
	d.Text = nameOwn(d.Text)
	return &d.Driver
}

// sameAs are arguments that become members.
var sameAs = map[string][2]string{
	"platform_driver_probe.2":    {"platform_driver", "probe"},
	"__platform_driver_probe.2":  {"platform_driver", "probe"},
	"__platform_create_bundle.2": {"platform_driver", "probe"},
}

// add takes up an entry point. A function that is several members of a struct is one, unless one of them is called within another thread.
func (d *writer) add(g Given) {
	if m, ok := sameAs[g.Key]; ok {
		g.Struct, g.Member, g.Key = m[0], m[1], m[0]+"."+m[1]
	}
	role, ok := Linux(g.Key + g.Variant)
	if !ok {
		role = Role{What: "unknown", Context: "unknown"}
	}
	for _, e := range d.Entries {
		if e.Func != g.Func {
			continue
		}
		if e.Key == g.Key {
			e.member(g.Object)
			return
		}
		if e.Struct != "" && e.Struct == g.Struct && e.Role == role && !d.inside[e.Key] && !d.inside[g.Key] {
			e.keys = append(e.keys, g.Key)
			e.member(g.Object)
			return
		}
	}
	d.Entries = append(d.Entries, &EntryPoint{Given: g, Role: role, keys: []string{g.Key}, of: []string{g.Object}, number: len(d.Entries)})
}

// member notes one more struct that an entry point is a member of.
func (e *EntryPoint) member(object string) {
	if !slices.Contains(e.of, object) {
		e.of = append(e.of, object)
	}
}

// taken are the parameters of functions that parts start by their value. A function whose address goes ways that are not followed may be any of these.
var taken = map[string][]string{
	"interrupt handler":          {"number", "void *"},
	"threaded interrupt handler": {"number", "void *"},
	"timer":                      {"struct timer_list *"},
	"work":                       {"struct work_struct *"},
	"tasklet":                    {"struct tasklet_struct *"},
	"completion of a URB":        {"struct urb *"},
	"NAPI poll":                  {"struct napi_struct *", "number"},
	"kernel thread":              {"void *"},
}

// addByType takes up a function whose place says nothing for all that its type allows.
func (d *writer) addByType(g Given) {
	if _, known := Linux(g.Key); known {
		return
	}
	for what, params := range taken {
		var types []string
		for _, p := range g.Params {
			types = append(types, p.Type)
		}
		if !slices.Equal(types, params) || slices.ContainsFunc(d.Entries, func(e *EntryPoint) bool { return e.Func == g.Func && e.Role.What == what }) {
			continue
		}
		context := InProcess
		for _, r := range linuxHandlers {
			if r.What == what {
				context = r.Context
			}
		}
		g.Struct, g.Member, g.Key = "", "", "by its type: "+what
		d.Entries = append(d.Entries, &EntryPoint{Given: g, Role: Role{What: what, Context: context}, keys: []string{g.Key}, number: len(d.Entries)})
	}
}

// leaveOut notes what nobody calls in the harness although the kernel may: members of structs that no part knows, and functions whose address goes ways that are not followed. Functions
// that are handed to a function are its business: it has a body, or does all it could.
func (d *writer) leaveOut() {
	knows := map[string]bool{}
	for _, p := range d.all {
		for _, line := range p.lines {
			if m := directive.FindStringSubmatch(line); m != nil {
				for _, a := range arguments(m[2])[1:] {
					s, _, _ := strings.Cut(a, ".")
					knows[s] = true
				}
			}
		}
	}
	for _, e := range d.Entries {
		said := map[bool]string{true: "address taken", false: e.Key}[e.Struct == ""]
		switch {
		case e.Struct != "" && (knows[e.Struct] || knows[e.Role.What]), e.Struct == "" && e.Said != said:
			continue
		case slices.ContainsFunc(d.Entries, func(o *EntryPoint) bool { return o.Func == e.Func && knows[o.Role.What] }):
			continue
		}
		d.leave(e, said)
	}
}

// askedThere are structs whose functions the kernel calls in functions that the driver calls, all of which have parts: who calls none of them is not called.
var askedThere = []string{"mii_if_info", "dmi_system_id"}

// leaveUnused notes what nobody calls although a part knows its struct: the driver registers it in a way that no part has.
func (d *writer) leaveUnused() {
	for _, e := range d.Entries {
		if e.Struct == "" || slices.Contains(askedThere, e.Struct) || slices.ContainsFunc(d.Entries, func(o *EntryPoint) bool { return o.Func == e.Func && len(o.Enabled) > 0 }) {
			continue
		}
		d.leave(e, e.Key)
	}
}

// leave notes that a function is not called; each is noted once for what it was given as, in the order of the names.
func (d *Driver) leave(l Left) {
	at, known := slices.BinarySearchFunc(d.LeftOut, l, func(a, b Left) int { return cmp.Or(cmp.Compare(a.Func, b.Func), cmp.Compare(a.As, b.As)) })
	if !known {
		d.LeftOut = slices.Insert(d.LeftOut, at, l)
	}
}

// leave notes that an entry point is not called.
func (d *writer) leave(e *EntryPoint, said string) {
	d.Driver.leave(Left{e.Func, said, e.Given.Place})
}

// Pair is two entry points that may run at the same time, or not, by a rule.
type Pair struct {
	First, Second *EntryPoint
	Rule          *Rule
}

// Pairs lists the pairs of entry points that are called, each with itself, too.
func (d *Driver) Pairs() (out []Pair) {
	for i, a := range d.Entries {
		for _, b := range d.Entries[i:] {
			if len(a.Enabled) > 0 && len(b.Enabled) > 0 && !(a.first && b.first) && !a.here && !b.here {
				out = append(out, Pair{a, b, apart(d.rules, a, b)})
			}
		}
	}
	return out
}

// threadsOf finds the threads that run a function of the harness: those that start at a function from which it is called. What is called by the driver runs where the driver does,
// which is taken for the first thread.
func (d *writer) threadsOf() func(f string) []string {
	callers := map[string][]string{}
	at := ""
	for _, line := range strings.Split(d.text.String(), "\n") {
		if m := definition.FindStringSubmatch(line); m != nil {
			at = m[1]
			continue
		}
		for _, w := range word.FindAllString(line, -1) {
			if at != "" && !slices.Contains(callers[w], at) {
				callers[w] = append(callers[w], at)
			}
		}
	}
	text := d.text.String()
	return func(f string) (out []string) {
		seen := map[string]bool{}
		var up func(f string)
		up = func(f string) {
			switch {
			case seen[f]:
			case strings.Contains(text, "__heddle_spawn(0, "+f+",") || f == d.Start:
				out = append(out, f)
			case len(callers[f]) == 0:
				out = append(out, d.Start)
			default:
				seen[f] = true
				for _, c := range callers[f] {
					up(c)
				}
			}
		}
		up(f)
		return out
	}
}

// EnabledBy says what lets the kernel call a function that was given to it; empty: nothing that is known.
func (d *Driver) EnabledBy(g Given) string {
	key := g.Key
	if m, ok := sameAs[key]; ok {
		key = m[0] + "." + m[1]
	}
	for _, e := range d.Entries {
		if e.Func == g.Func && slices.Contains(e.keys, key) {
			return strings.Join(e.Enabled, ", ")
		}
	}
	return ""
}

// Excluding says which rules let the calls of a pair exclude each other, within a scope.
func (d *Driver) Excluding(p Pair) (out []string) {
	for _, r := range d.rules {
		when := ""
		if r.When != "" {
			when = " when " + r.When
		}
		switch {
		case r.Effect == Exclusive && r.some(p.First, r.Roles) && r.some(p.Second, r.Roles):
			scope := "for one " + r.Scope
			if r.Scope == scopeAll {
				scope = "for all"
			}
			out = append(out, fmt.Sprintf("exclusive %s%s, rule %s: %s", scope, when, r.Name, r.Reason))
		case r.Effect == Alone && (r.some(p.First, r.Roles) && r.some(p.Second, r.With) || r.some(p.Second, r.Roles) && r.some(p.First, r.With)):
			scope := ""
			if r.Scope != "" {
				scope = " for one " + r.Scope
			}
			out = append(out, fmt.Sprintf("alone%s%s, rule %s: %s", scope, when, r.Name, r.Reason))
		case r.Effect == Turns && (r.some(p.First, r.Roles) && r.some(p.Second, r.With) || r.some(p.Second, r.Roles) && r.some(p.First, r.With)):
			out = append(out, fmt.Sprintf("by turns for one %s, rule %s: %s", r.Scope, r.Name, r.Reason))
		}
	}
	return out
}

// Asks reports whether two threads, by their names for people, are a pair of entry points that may run at the same time; if a rule says that they do not, it is named.
func (d *Driver) Asks(a, b string) (asked bool, why string) {
	for _, x := range d.runs[a] {
		for _, y := range d.runs[b] {
			r := apart(d.rules, x, y)
			if r == nil {
				return true, ""
			}
			why = fmt.Sprintf("%s and %s do not run at the same time: %s (rule %s)", a, b, r.Reason, r.Name)
		}
	}
	return false, why
}

// Spec is the harness as a front end takes it, which reads Text behind the driver.
func (d *Driver) Spec() *Spec {
	return &Spec{Source: d.Source, Start: Loaded, First: []string{d.Start}, Called: d.called, Display: d.display, LeftOut: d.LeftOut, Missing: d.Missing, Rests: d.Rests()}
}

// name says what threads are called, and which functions are called nowhere else.
func (d *writer) name() {
	d.display = map[string]string{}
	d.runs = map[string][]*EntryPoint{}
	within := map[string][]*EntryPoint{}
	roots := d.threadsOf()
	elsewhere := map[string]bool{}
	for _, e := range d.Entries {
		switch {
		case len(e.Enabled) == 0:
			elsewhere[e.Func] = true
		case e.here:
		case e.Thread != "":
			d.display[e.Thread] = e.Func
			d.runs[e.Func] = append(d.runs[e.Func], e)
		default:
			e.first = true
			for _, f := range e.within {
				for _, t := range roots(f) {
					e.first = e.first && t == d.Start
					if !slices.Contains(within[t], e) {
						within[t] = append(within[t], e)
					}
				}
			}
		}
	}
	for t, es := range within {
		var names []string
		for _, e := range es {
			if !slices.Contains(names, e.Func) {
				names = append(names, e.Func)
			}
		}
		d.display[t] = strings.Join(names, ", ")
		d.runs[d.display[t]] = append(d.runs[d.display[t]], es...)
	}
	for _, e := range d.Entries {
		if !elsewhere[e.Func] && !slices.Contains(d.Driver.called, e.Func) {
			d.Driver.called = append(d.Driver.called, e.Func)
		}
	}
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
	for _, s := range d.settings {
		if s.Number {
			fmt.Fprintf(&d.text, "\t%s = __heddle_nondet_long();\n", s.Name)
		} else {
			fmt.Fprintf(&d.text, "\t__heddle_fresh(&%s);\n", s.Name)
		}
	}
	for _, e := range inits {
		enter, leave := d.gate(&d.protos, "\t", called, e)
		if enter == "" {
			fmt.Fprintf(&d.text, "\tif (%s() < 0)\n\t\treturn;\n", own(e.Func))
			continue
		}
		fmt.Fprintf(&d.text, "%s\tint failed%d = %s() < 0;\n%s\tif (failed%d)\n\t\treturn;\n", enter, e.number, own(e.Func), leave, e.number)
	}
	if strings.Contains(d.text.String(), "heddle_owned") {
		d.text.WriteString("\t__heddle_atomic_begin();\n\t__heddle_assume(heddle_owned == 0);\n\t__heddle_atomic_end();\n")
	}
	for _, e := range exits {
		enter, leave := d.gate(&d.protos, "\t", called, e)
		fmt.Fprintf(&d.text, "%s\t%s();\n%s", enter, own(e.Func), leave)
	}
	d.text.WriteString("}\n")
}

// say names the functions of the kernel that a driver calls, in place of the helpers that they share.
func (d *writer) say() {
	for _, e := range d.Entries {
		var by []string
		for _, name := range e.Enabled {
			if names := d.behind[name]; len(names) > 0 {
				by = append(by, names...)
			} else {
				by = append(by, name)
			}
		}
		slices.Sort(by)
		e.Enabled = slices.Compact(by)
	}
}
