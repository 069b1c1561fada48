package harness

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// A harness for a Windows driver, in C, that is read behind the file with DriverEntry. Who calls what, when, is C, too (nt/*.c, whose first lines say how it is written); here
// it is put together for the functions that the driver gives away, with what rules say around each call.

//go:embed nt/wdm.c
var ntParts string

//go:embed nt/wdf.c
var ntFramework string

//go:embed nt/rules.yaml
var ntRules string

// NTRules is the rules of Windows, changed by what users say in files: text by name.
func NTRules(file, text string) ([]Rule, error) {
	rules, err := addRules(nil, "rules.yaml", ntRules, false)
	if err != nil || text == "" {
		return rules, err
	}
	return addRules(rules, file, text, true)
}

// ntWriter puts the harness of a driver together.
type ntWriter struct {
	Driver
	calls   func(string) bool
	parts   []*part
	taken   map[*part]bool
	threads map[string]*ntThread // templates by name
	made    map[string]bool      // threads that are written
	protos  strings.Builder
	text    strings.Builder
	part    string          // the part at hand
	in      string          // the function at hand
	after   []string        // functions that call entry points
	loose   bool            // the driver keeps functions in places that are not followed
	values  map[string]bool // roles in which it gives values that are not the names of functions
}

// ntThread is the body of threads that call an entry point.
type ntThread struct {
	params, args string
	lines        []string
}

// NewNTDriver makes the harness of a Windows driver. Calls says which functions it uses and does not define; here, which functions the file with DriverEntry defines; given has that.
func NewNTDriver(given []Given, rules []Rule, calls, here func(string) bool) *Driver {
	d := &ntWriter{calls: calls, threads: map[string]*ntThread{}, made: map[string]bool{}, values: map[string]bool{}}
	d.Driver = Driver{Start: "heddle_driver", rules: holding(rules, calls), asks: givenRules(rules), Source: "--platform windows", display: map[string]string{}, runs: map[string][]*EntryPoint{}}
	d.read(ntParts)
	if calls("WdfDriverCreate") {
		d.read(ntFramework)
	}
	for _, g := range given {
		role, known := NT(g.Key)
		if g.Func == "" {
			d.values[role.What] = true
			continue
		}
		d.add(g)
		d.loose = d.loose || !known && !g.System
		if !known && g.System {
			d.stands(g.Member)
		}
	}
	d.copied(given)
	d.write()
	d.name()
	for _, e := range d.Entries {
		e.Enabled = d.behind(e.Enabled)
		if len(e.Enabled) == 0 && e.Role.Context != There {
			d.leave(Left{e.Func, e.Said, e.Given.Place})
		}
	}
	state := "static LONG heddle_files, heddle_gone;\nstatic char heddle_present;\n"
	if calls("WdfDriverCreate") {
		state += "static WDFDRIVER heddle_framework;\nstatic LONG heddle_open;\n"
	}
	for _, e := range d.Entries {
		if t := ntTypes[e.Role.What]; t != "" && !here(e.Func) {
			state += fmt.Sprintf("%s %s;\n", t, e.Func)
		}
	}
	d.Text = state + nameOwn(d.protos.String()+d.text.String())
	return &d.Driver
}

// behind names the functions of the system, or what happens, in place of the helpers that they share.
func (d *ntWriter) behind(names []string) (out []string) {
	seen := map[string]bool{}
	var up func(name string)
	up = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		said, ok := map[string]string{"heddle_driver": "loading the driver", "heddle_file": "opening a file", "heddle_wdf": "loading the driver", "heddle_wdf_file": "opening a file"}[name]
		switch {
		case ok:
			out = append(out, said)
		case !strings.HasPrefix(name, "heddle_"):
			out = append(out, name)
		default:
			for _, p := range d.parts {
				if d.taken[p] && slices.ContainsFunc(p.lines, func(line string) bool { return slices.Contains(word.FindAllString(line, -1), name) }) {
					up(strings.TrimPrefix(p.names[0], "="))
				}
			}
		}
	}
	for _, n := range names {
		up(n)
	}
	sort.Strings(out)
	return slices.Compact(out)
}

// add takes up an entry point. What a function is for several kinds of requests is one.
func (d *ntWriter) add(g Given) {
	role, ok := NT(g.Key)
	switch {
	case g.Own:
		return
	case !ok:
		role = Role{What: "unknown", Context: "unknown"}
	}
	for _, e := range d.Entries {
		if e.Func == g.Func && e.Role == role {
			e.keys = append(e.keys, g.Key)
			return
		}
	}
	d.Entries = append(d.Entries, &EntryPoint{Given: g, Role: role, keys: []string{g.Key}, number: len(d.Entries)})
}

// stands notes the roles that the harness takes from a member of a struct of the system, by its name: a function that the driver puts there itself is given in them.
func (d *ntWriter) stands(member string) {
	look := func(lines []string) {
		for _, line := range lines {
			m := directives.FindStringSubmatch(line)
			if m == nil || m[2] == "start" || m[2] == "call" {
				continue
			}
			args := arguments(m[3])
			if m[2] == "do" {
				args = args[1:]
			}
			role, _, _ := strings.Cut(args[1], "/")
			if i := strings.LastIndexByte(args[1], '/'); i >= 0 {
				role = args[1][:i]
			}
			if strings.ContainsAny(args[0], ".>") && lastWord.FindString(args[0]) == member {
				d.values[role] = true
			}
		}
	}
	for _, p := range d.parts {
		look(p.lines)
	}
	for _, t := range d.threads {
		look(t.lines)
	}
}

// copied lets every dispatch routine serve the requests for which the driver gives a value that is not the name of one.
func (d *ntWriter) copied(given []Given) {
	for _, g := range given {
		if role, _ := NT(g.Key); g.Func != "" || role.What != dispatchRole {
			continue
		}
		for _, e := range d.entries(dispatchRole) {
			if !slices.Contains(e.keys, g.Key) {
				e.keys = append(e.keys, g.Key)
			}
		}
	}
}

var (
	threadHead = regexp.MustCompile(`^@thread (\w+)\((.*)\)$`)
	directives = regexp.MustCompile(`^(\s*)@(once|now|any|do|start|call)\((.*)\)$`)
	inline     = regexp.MustCompile(`@without\(([^)]*)\)|@major\((\w+)\)|@dispatch|@fn`)
	majorOf    = regexp.MustCompile(`MajorFunction\[(IRP_MJ_\w+)\]`)
	framework  = regexp.MustCompile(`(?m)^@framework (.*)$`)
	anyWord    = regexp.MustCompile(`\b\w+\b`)
	lastWord   = regexp.MustCompile(`\w+$`)
)

// read takes a text apart into parts and threads. Lines that begin with @framework are for drivers that use the framework.
func (d *ntWriter) read(text string) {
	with := ""
	if d.calls("WdfDriverCreate") {
		with = "$1"
	}
	text = framework.ReplaceAllString(text, with)
	var p *part
	var t *ntThread
	for _, line := range strings.Split(text, "\n") {
		if m := threadHead.FindStringSubmatch(line); m != nil {
			var names []string
			for _, a := range arguments(m[2]) {
				names = append(names, lastWord.FindString(a))
			}
			t = &ntThread{params: m[2], args: strings.Join(names, ", ")}
			d.threads[m[1]], p = t, nil
			continue
		}
		if rest, ok := strings.CutPrefix(line, "@part "); ok {
			p, t = &part{names: strings.Fields(rest)}, nil
			d.parts = append(d.parts, p)
			continue
		}
		switch {
		case p != nil:
			p.lines = append(p.lines, line)
		case t != nil:
			t.lines = append(t.lines, line)
		}
	}
}

// write takes the parts that the driver needs, helpers first.
func (d *ntWriter) write() {
	helpers := map[string]*part{}
	for _, p := range d.parts {
		name, ok := strings.CutPrefix(p.names[0], "=")
		helpers[name] = p
		if ok {
			for _, line := range p.lines {
				if m := definition.FindStringSubmatch(line); m != nil {
					helpers[m[1]] = p
				}
			}
		}
	}
	d.taken = map[*part]bool{}
	var take func(p *part)
	need := func(p *part, lines []string) {
		for _, line := range lines {
			for _, w := range anyWord.FindAllString(line, -1) {
				if h := helpers[w]; h != nil && h != p {
					take(h)
				}
			}
		}
	}
	take = func(p *part) {
		if d.taken[p] {
			return
		}
		d.taken[p] = true
		need(p, p.lines)
		for _, line := range p.lines {
			if m := directives.FindStringSubmatch(line); m != nil {
				if _, name, ok := strings.Cut(strings.Join(arguments(m[3]), ","), "/"); ok {
					name, _, _ = strings.Cut(name, ",")
					if t := d.threads[name]; t != nil {
						need(p, t.lines)
					}
				}
			}
		}
		d.part = strings.TrimPrefix(p.names[0], "=")
		d.lines(p.lines)
	}
	for _, p := range d.parts {
		if p.names[0] == "=heddle_driver" || !strings.HasPrefix(p.names[0], "=") && d.calls(p.names[0]) {
			take(p)
		}
	}
}

// lines writes lines of a part.
func (d *ntWriter) lines(lines []string) {
	for _, line := range lines {
		if m := directives.FindStringSubmatch(line); m != nil {
			d.expand(&d.text, m[1], m[2], arguments(m[3]))
			continue
		}
		if m := definition.FindStringSubmatch(line); m != nil {
			d.in = m[1]
		}
		d.text.WriteString(d.words(line, nil) + "\n")
	}
}

// words replaces what stands in a line for a name, or for whether there is a rule.
func (d *ntWriter) words(line string, e *EntryPoint) string {
	return inline.ReplaceAllStringFunc(line, func(w string) string {
		m := inline.FindStringSubmatch(w)
		switch {
		case m[1] != "":
			return map[bool]string{true: "0", false: "1"}[slices.ContainsFunc(d.rules, func(r Rule) bool { return r.Name == m[1] })]
		case m[2] != "":
			if one := e.oneOf(m[2]); one != "" {
				return one
			}
			return "0" // of which there are no threads
		case w == "@dispatch":
			return d.dispatch(e)
		}
		return own(e.Func)
	})
}

// entries are those of a role.
func (d *ntWriter) entries(role string) (out []*EntryPoint) {
	for _, e := range d.Entries {
		if e.Role.What == role {
			out = append(out, e)
		}
	}
	return out
}

// expand writes what a directive stands for.
func (d *ntWriter) expand(b *strings.Builder, indent, what string, args []string) {
	out := func(format string, more ...any) { fmt.Fprintf(b, indent+format+"\n", more...) }
	switch what {
	case "once", "now", "any":
		role, thread, _ := strings.Cut(args[1], "/")
		if i := strings.LastIndexByte(args[1], '/'); i >= 0 {
			role, thread = args[1][:i], args[1][i+1:]
		}
		out("{")
		out("\tvoid *given = (void *)(%s);", args[0])
		for _, e := range d.entries(role) {
			e.enabled(d.part)
			f := d.thread(e, thread)
			how := map[string]string{"once": "if (__heddle_nondet_bool()) ", "any": "while (__heddle_nondet_bool()) "}[what]
			out("\tif (given == (void *)%s) {", own(e.Func))
			out("\t\t%s{", how)
			out("\t\t\t__heddle_spawn(0, %s, %s);", f, strings.Join(args[2:], ", "))
			out("\t\t}")
			out("\t} else")
		}
		d.otherwise(out, role)
	case "do":
		out("{")
		out("\tvoid *given = (void *)(%s);", args[1])
		kind := ""
		if m := majorOf.FindStringSubmatch(args[1]); m != nil {
			kind = m[1]
		}
		for _, e := range d.entries(args[2]) {
			if kind != "" && !e.serves(slices.Index(majors, kind)) {
				continue
			}
			e.enabled(d.part)
			e.within = append(e.within, d.in)
			call := fmt.Sprintf("(%s)(%s)", own(e.Func), strings.Join(args[3:], ", "))
			if e.Role.What == dispatchRole {
				call = fmt.Sprintf("%s(%s)", d.dispatch(e), strings.Join(args[3:], ", "))
			}
			if args[0] != "" {
				call = args[0] + " = " + call
			}
			enter, leave := "", ""
			if e.Role.Life { // no part of another call
				enter, leave = d.gate(&d.protos, indent+"\t\t", asked, e)
			}
			out("\tif (given == (void *)%s) {", own(e.Func))
			fmt.Fprintf(b, "%s%s\t\t%s;\n%s", enter, indent, call, leave)
			out("\t} else")
		}
		d.otherwise(out, args[2])
	case "start":
		role, thread, _ := strings.Cut(args[0], "/")
		for _, e := range d.entries(role) {
			if e.oneOf(args[1]) == "" {
				continue
			}
			e.enabled(d.part)
			f := d.thread(e, thread)
			out("while (__heddle_nondet_bool()) {")
			out("\t__heddle_spawn(0, %s, %s);", f, strings.Join(args[2:], ", "))
			out("}")
		}
		if d.open(role) {
			d.others(out, role, args[1])
		}
	}
}

// open reports whether the driver can have given a function in a role that is none of those known there: it keeps functions where they are not followed, or gives values there. A function that
// it only puts into a struct of the system in another role comes out of that by being read, so it is a value where it goes next.
func (d *ntWriter) open(role string) bool { return d.loose || d.values[role] }

// others gives up if a request of a set goes to a function that is none of the dispatch routines known.
func (d *ntWriter) others(out func(format string, more ...any), role, set string) {
	for k, name := range majors {
		if !inSet(k, set) {
			continue
		}
		known := []string{"driver->MajorFunction[" + name + "]"}
		for _, e := range d.entries(role) {
			if e.serves(k) {
				known = append(known, fmt.Sprintf("driver->MajorFunction[%s] != %s", name, own(e.Func)))
			}
		}
		out("if (%s)", strings.Join(known, " && "))
		out("\t__heddle_unsupported(\"a function that heddle does not know is given to the system as %s\");", role)
	}
}

// otherwise ends the choice among known functions.
func (d *ntWriter) otherwise(out func(format string, more ...any), role string) {
	if d.open(role) {
		out("\tif (given)")
		out("\t\t__heddle_unsupported(\"a function that heddle does not know is given to the system as %s\");", role)
	} else {
		out("\t;")
	}
	out("}")
}

// thread writes the function of a thread that calls an entry point, and gives its name.
func (d *ntWriter) thread(e *EntryPoint, name string) string {
	f := fmt.Sprintf("%s%d_%s_%s", threadPrefix, e.number, name, e.Func)
	d.display[f] = e.Func
	e.Thread = f
	if d.made[f] {
		return f
	}
	d.made[f] = true
	t := d.threads[name]
	if t == nil {
		panic("harness: no thread " + name)
	}
	fmt.Fprintf(&d.protos, "static void %s(%s);\n", f, t.params)
	var b strings.Builder
	fmt.Fprintf(&b, "static void %s(%s)\n", f, t.params)
	for _, line := range t.lines {
		m := directives.FindStringSubmatch(line)
		if m == nil {
			b.WriteString(d.words(line, e) + "\n")
			continue
		}
		args := arguments(m[3])
		if m[2] != "call" {
			d.expand(&b, m[1], m[2], args)
			continue
		}
		d.call(&b, m[1], e, args[0], args[1:])
	}
	d.after = append(d.after, b.String())
	return f
}

// call writes a call of an entry point, with what rules say around it.
func (d *ntWriter) call(b *strings.Builder, indent string, e *EntryPoint, result string, args []string) {
	call := fmt.Sprintf("(%s)(%s)", own(e.Func), strings.Join(args, ", "))
	if result != "" {
		call = result + " = " + call
	}
	enter, leave := d.gate(&d.protos, indent, asked, e)
	lock, unlock := d.locks(indent, e)
	fmt.Fprintf(b, "%s%s%s%s;\n%s%s", enter, lock, indent, call, unlock, leave)
}

// dispatch writes the function that hands a request to a dispatch routine, and gives its name.
func (d *ntWriter) dispatch(e *EntryPoint) string {
	f := fmt.Sprintf("heddle_dispatch_%d_%s", e.number, e.Func)
	if d.made[f] {
		return f
	}
	d.made[f] = true
	fmt.Fprintf(&d.protos, "static NTSTATUS %s(PDEVICE_OBJECT device, PIRP irp);\n", f)
	var b strings.Builder
	fmt.Fprintf(&b, "static NTSTATUS %s(PDEVICE_OBJECT device, PIRP irp)\n{\n", f)
	b.WriteString("\tPIO_STACK_LOCATION at = IoGetCurrentIrpStackLocation(irp);\n\tUCHAR major = at->MajorFunction, minor = at->MinorFunction;\n\tPOWER_STATE_TYPE power = at->Parameters.Power.Type;\n\tNTSTATUS status;\n\n")
	b.WriteString("\t(void)major;\n\t(void)minor;\n\t(void)power;\n")
	enter, leave := d.gate(&d.protos, "\t", asked, e)
	lock, unlock := d.locks("\t", e)
	wait, request := "", ""
	if until := d.until(e); until != "" {
		request = "\tstruct heddle_request *request = irp->Heddle;\n"
		wait = fmt.Sprintf("\tif ((%s) && status >= 0)\n\t\theddle_wait(request);\n", until)
	}
	fmt.Fprintf(&b, "%s%s%s\tstatus = %s(device, irp);\n%s%s%s\treturn status;\n}\n\n", request, enter, lock, own(e.Func), wait, unlock, leave)
	d.after = append(d.after, b.String())
	return f
}

// until is the condition under which what rules exclude lasts until the request is completed, and not only until the routine returns: they say so of a kind of requests, of which the system sends the
// next one then.
func (d *ntWriter) until(e *EntryPoint) string {
	var is []string
	for i, r := range d.rules {
		if kind := asked(&r, e, r.Roles); kind != "" && !e.about(r.Roles) {
			if r.Effect != Apart {
				kind = fmt.Sprintf("when%d", i)
			}
			is = append(is, kind)
		}
		if kind := asked(&r, e, r.With); kind != "" && !e.about(r.With) {
			is = append(is, kind)
		}
	}
	return strings.Join(is, " || ")
}

// locks is what rules make of a call.
func (d *ntWriter) locks(indent string, e *EntryPoint) (lock, unlock string) {
	for i, r := range d.rules {
		is := asked(&r, e, r.Roles)
		kept := r.Effect == Alone && asked(&r, e, r.With) != "" && slices.ContainsFunc(d.Entries, func(other *EntryPoint) bool { return asked(&r, other, r.Roles) != "" })
		if r.Effect == Apart || is == "" && !kept {
			continue
		}
		d.uses(i)
		// Calls are for one device, so a lock of a device is one of the driver; and the device may be gone when it is left.
		once, object := fmt.Sprintf("static char heddle_rule_%d;\n", i), fmt.Sprintf("&heddle_rule_%d", i)
		if !strings.Contains(d.protos.String(), once) {
			d.protos.WriteString(once)
		}
		if is != "" && r.When != "" && e.Role.What == dispatchRole {
			is = fmt.Sprintf("(%s) && (%s)", is, r.When)
		}
		take := fmt.Sprintf("if (when%d) __heddle_lock(%s);", i, object)
		leave := fmt.Sprintf("if (when%d) __heddle_unlock(%s);", i, object)
		if is == "" {
			is = "0"
		}
		if kept {
			take = fmt.Sprintf("if (when%d) __heddle_lock(%s); else __heddle_rdlock(%s);", i, object, object)
			leave = fmt.Sprintf("__heddle_unlock(%s);", object)
		}
		if kept && is == "0" { // it only keeps the others waiting
			lock += fmt.Sprintf("%s__heddle_rdlock(%s);\n", indent, object)
		} else {
			lock += fmt.Sprintf("%s_Bool when%d = %s;\n%s%s\n", indent, i, is, indent, take)
		}
		unlock = indent + leave + "\n" + unlock
	}
	return lock, unlock
}

// asked says for rules of Windows under which condition a call is of some roles.
func asked(r *Rule, e *EntryPoint, roles []string) string {
	if e.touches(r.But) {
		return ""
	}
	return e.when(roles)
}

// when is the condition under which a call is one of some roles; empty: never.
func (e *EntryPoint) when(roles []string) string {
	if slices.Contains(roles, e.Role.What) || slices.Contains(roles, e.Func) {
		return "1"
	}
	var is []string
	for _, r := range roles {
		if k := slices.Index(majors, r); k >= 0 && e.Role.What == dispatchRole && e.serves(k) {
			is = append(is, fmt.Sprintf("major == %s", r))
		}
	}
	return strings.Join(is, " || ")
}

// serves reports whether a dispatch routine is one for a kind of requests, as far as is known.
func (e *EntryPoint) serves(major int) bool {
	for _, k := range e.keys {
		if k == majorTable+"[]" || k == fmt.Sprintf("%s[%d]", majorTable, major) {
			return true
		}
	}
	return false
}

// oneOf is an expression for one of the kinds of requests of a set that a dispatch routine serves; empty if there is none.
func (e *EntryPoint) oneOf(set string) string {
	var out string
	for k, name := range majors {
		if e.serves(k) && inSet(k, set) {
			if out == "" {
				out = name
			} else {
				out = fmt.Sprintf("__heddle_nondet_bool() ? %s : %s", name, out)
			}
		}
	}
	if out == "" {
		return ""
	}
	return "(" + out + ")"
}

// inSet reports whether a kind of requests comes for a file that is open, or for the device.
func inSet(major int, set string) bool {
	device := slices.Contains(deviceMajors, majors[major])
	return set == "device" && device || set == "file" && !device && major != 0 && major != 2 && major != 0x12
}

// name says what threads are called, and which functions are called nowhere else.
func (d *ntWriter) name() {
	for _, s := range d.after {
		d.text.WriteString(s)
	}
	within := map[string][]*EntryPoint{}
	for _, e := range d.Entries {
		if e.Key == "DriverEntry" {
			e.enabled("heddle_driver")
			e.within = append(e.within, d.Start)
		}
		if e.Thread != "" {
			d.runs[e.Func] = append(d.runs[e.Func], e)
		}
		e.first = e.Thread == ""
		for _, f := range e.within {
			if f == "heddle_wdf" {
				f = d.Start
			}
			e.first = e.first && f == d.Start
			if !slices.Contains(within[f], e) {
				within[f] = append(within[f], e)
			}
		}
		if len(e.Enabled) > 0 && !slices.Contains(d.called, e.Func) {
			d.called = append(d.called, e.Func)
		}
	}
	for _, t := range []string{d.Start, "heddle_file", "heddle_wdf_file"} {
		var names []string
		for _, e := range within[t] {
			if !slices.Contains(names, e.Func) {
				names = append(names, e.Func)
			}
		}
		if len(names) > 0 {
			d.display[t] = strings.Join(names, ", ")
			d.runs[d.display[t]] = append(d.runs[d.display[t]], within[t]...)
		}
	}
}
