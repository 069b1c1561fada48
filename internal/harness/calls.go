package harness

import (
	"fmt"
	"slices"
	"strings"
)

// What the directives of parts stand for: threads that call a driver's functions, with their arguments and with the locks that rules ask for.

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
		var members []*EntryPoint
		for _, e := range d.Entries {
			if e.Struct == args[1] && !d.inside[e.Key] {
				members = append(members, e)
			}
		}
		ks := knowns(args[2:])
		if slices.ContainsFunc(ks, func(k known) bool { return k.typ == bound }) {
			ks = append(ks, known{"const struct " + args[1] + " *", args[0]})
		}
		for _, e := range members {
			condition := e.isIn(args[0])
			for _, before := range d.before(e, members) {
				condition += fmt.Sprintf(" && !(%s)", before.isIn(args[0]))
			}
			d.start(&d.text, e, condition, "while", ks)
		}
	case "given", "once":
		often := "while"
		if what == "once" {
			often = "if"
		}
		for _, e := range d.Entries {
			if e.Role.What == args[1] || e.Key == args[1] {
				condition := "1"
				if on, ok := strings.CutPrefix(args[0], "if "); ok {
					condition = on
				} else if args[0] != "0" {
					condition = fmt.Sprintf("(void *)(%s) == (void *)%s", args[0], own(e.Func))
				}
				d.start(&d.text, e, condition, often, knowns(args[2:]))
			}
		}
	case "call", "callback":
		none := true
		_, member, of := strings.Cut(args[2], ".")
		for _, e := range d.Entries {
			if of && e.Key != args[2] || !of && e.Role.What != args[2] {
				continue
			}
			e.enabled(d.part)
			if e.here = what == "callback"; !e.here {
				e.within = append(e.within, d.function)
			}
			if !none {
				d.text.WriteString("\telse ")
			}
			none = false
			value := fmt.Sprintf("(%s)->%s", args[1], member)
			if !of {
				value = args[1]
			}
			fmt.Fprintf(&d.text, "\tif (%s == %s) {\n", value, own(e.Func))
			d.body(&d.text, e, knowns(args[3:]), args[0])
			d.text.WriteString("\t}\n")
		}
		d.unheard(knowns(args[3:]), none)
	case "leave":
		for i, r := range d.rules {
			if d.left(&r, args[0]) && slices.ContainsFunc(d.Entries, func(e *EntryPoint) bool { return e.Role.What == args[0] }) {
				key := d.byteOf(i, args[1])
				fmt.Fprintf(&d.text, "\tif (__heddle_holds(%s))\n\t\t__heddle_unlock(%s);\n", key, key)
			}
		}
	case "wait":
		what := args[len(args)-1]
		for _, e := range d.Entries {
			if (e.Struct == what || e.Role.What == what) && !d.inside[e.Key] || e.Key == what {
				open, end := "", ""
				if on, ok := strings.CutPrefix(args[0], "if "); ok {
					open, end = fmt.Sprintf("\tif (%s) {\n", on), "\t}\n"
				}
				fmt.Fprintf(&d.text, "%s\t__heddle_atomic_begin();\n\t__heddle_assume(heddle_running_%d == 0);\n\t__heddle_atomic_end();\n%s", open, e.number, end)
				d.counter(e)
			}
		}
	}
}

// isIn is the condition that an entry point is in a struct, given a pointer to it.
func (e *EntryPoint) isIn(ops string) string {
	var is []string
	for _, k := range e.keys {
		is = append(is, fmt.Sprintf("(%s)->%s == %s", ops, k[strings.IndexByte(k, '.')+1:], own(e.Func)))
	}
	return fmt.Sprintf("(%s) && (%s)", ops, strings.Join(is, " || "))
}

// whileBound reports whether an entry point is called with the lock in hand under which its device is bound and unbound, so not any more when it is unbound.
func (e *EntryPoint) whileBound() bool { return e.Role.Life || e.Struct == "dev_pm_ops" }

// before finds the calls that come before those of an entry point, by turns.
func (d *writer) before(e *EntryPoint, members []*EntryPoint) (out []*EntryPoint) {
	for _, r := range d.rules {
		for _, m := range members {
			if r.Effect == Turns && r.of(e, r.With) && m != e && r.of(m, r.Roles) {
				out = append(out, m)
			}
		}
	}
	return out
}

// anyway reports whether the calls that come behind one by turns may come if that one has failed, too.
func (d *writer) anyway(e *EntryPoint) bool {
	return slices.ContainsFunc(d.rules, func(r Rule) bool {
		return r.Effect == Turns && r.Result == anyResult && r.of(e, r.Roles)
	})
}

// turn is what a rule makes of a call that comes by turns with others: its device must be awake, and if the call succeeds, one of the others is enabled, which leaves the device awake.
func (d *writer) turn(e *EntryPoint, ks []known) (wait, then string) {
	ops := "const struct " + e.Struct + " *"
	mine := slices.IndexFunc(ks, func(k known) bool { return k.typ == bound })
	of := slices.IndexFunc(ks, func(k known) bool { return k.typ == ops })
	if mine < 0 || of < 0 {
		return "", ""
	}
	if len(d.before(e, d.Entries)) > 0 {
		return "", "\t\theddle_wakes(" + ks[mine].expr + ");\n"
	}
	var b strings.Builder
	var others []string
	for _, other := range d.Entries {
		if other.Struct == e.Struct && slices.Contains(d.before(other, d.Entries), e) {
			others = append(others, "("+other.isIn(ks[of].expr)+")")
			d.start(&b, other, fmt.Sprintf("!failed && which == %d && %s", len(others), others[len(others)-1]), "if", ks)
		}
	}
	if len(others) == 0 {
		return "", ""
	}
	return "\t\tint failed = 0;\n\t\theddle_sleeps(" + ks[mine].expr + ");\n",
		fmt.Sprintf("\tunsigned int which = __heddle_nondet_uint();\n\tif (failed || !(%s))\n\t\theddle_wakes(%s);\n%s", strings.Join(others, " || "), ks[mine].expr, b.String())
}

// unheard writes what happens around a call that is not made, as the driver has no such function.
func (d *writer) unheard(ks []known, none bool) {
	var around []string
	for _, k := range ks {
		if k.typ == first || k.typ == last {
			around = append(around, k.expr+";")
		}
	}
	if len(around) == 0 {
		return
	}
	if !none {
		d.text.WriteString("\telse ")
	}
	fmt.Fprintf(&d.text, "\t{ %s }\n", strings.Join(around, " "))
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

// start writes what starts threads which call an entry point, on a condition: a loop, or, often being if, one thread at most.
func (d *writer) start(b *strings.Builder, e *EntryPoint, condition, often string, ks []known) {
	e.enabled(d.part)
	d.counter(e)
	counter, width := fmt.Sprintf("&heddle_running_%d", e.number), "int"
	var types, exprs []string
	var inside []known
	for i, k := range ks {
		switch k.typ {
		case "counted":
			counter = k.expr
			continue
		case "counted exactly":
			counter, width = k.expr, "long"
			continue
		case bound:
			if e.whileBound() {
				counter = k.expr
				inside = append(inside, known{bound, "running"})
			}
			continue
		case first, last:
			inside = append(inside, k)
			continue
		}
		name := fmt.Sprintf("a%d", i)
		typ := k.typ
		switch typ {
		case "object":
			typ = "void *"
		case "number":
			typ = "unsigned long"
		}
		types = append(types, typ+" "+name)
		exprs = append(exprs, k.expr)
		inside = append(inside, known{k.typ, name})
	}
	e.Thread = fmt.Sprintf("%s%d_%s", threadPrefix, e.number, e.Func)
	if !d.started[e.Thread] {
		d.started[e.Thread] = true
		var body strings.Builder // which may start threads
		d.body(&body, e, inside, "")
		fmt.Fprintf(&d.protos, "static void %s(%s);\n", e.Thread, strings.Join(append(types, "unsigned "+width+" *"), ", "))
		fmt.Fprintf(&d.threads, "static void %s(%s)\n{\n%s\t__atomic_fetch_sub(running, 1, __ATOMIC_SEQ_CST);\n}\n\n", e.Thread, strings.Join(append(types, "unsigned "+width+" *running"), ", "), body.String())
	}
	fmt.Fprintf(b, "\tif (%s)\n\t\t%s (__heddle_nondet_bool()) {\n\t\t\t__atomic_fetch_add(%s, 1, __ATOMIC_SEQ_CST);\n", condition, often, counter)
	fmt.Fprintf(b, "\t\t\t__heddle_spawn(0, %s, %s);\n\t\t}\n", e.Thread, strings.Join(append(exprs, counter), ", "))
}

// body writes a call of an entry point, with its arguments.
func (d *writer) body(b *strings.Builder, e *EntryPoint, ks []known, result string) {
	var args []string
	b.WriteString("\t{\n")
	used := map[string]bool{} // types of arguments that are known
	for i, p := range e.Params {
		own := fmt.Sprintf("own%d", i)
		single := p.Type == "number" || p.Type == "void *" // others like it are something else
		k := slices.IndexFunc(ks, func(k known) bool { return k.typ == p.Type && !(single && used[p.Type]) })
		switch {
		case k >= 0:
			used[p.Type] = true
			args = append(args, ks[k].expr)
		case p.Type == "number" && d.looksAt(e):
			fmt.Fprintf(b, "\t\tunsigned long %s = __heddle_nondet_ulong();\n", own)
			args = append(args, own)
		case p.Type == "number":
			args = append(args, "__heddle_nondet_ulong()")
		case strings.HasSuffix(p.Type, " *") && p.Whole:
			args = append(args, e.whole(b, strings.TrimSuffix(p.Type, " *"), own))
		case strings.HasSuffix(p.Type, "*"):
			args = append(args, "__heddle_alloc(4096, 0)")
		default:
			fmt.Fprintf(b, "\t\t%s %s;\n\t\t__heddle_fresh(&%s);\n", p.Type, own, own)
			args = append(args, own)
		}
	}
	call := fmt.Sprintf("(%s)(%s)", own(e.Func), strings.Join(args, ", ")) // in parentheses: drivers have macros of the same names
	if result != "" && e.Result != "void" {
		call = result + " = " + call
	}
	enter, leave := "", ""
	if !e.here { // it is called in the middle of another call
		enter, leave = d.gate(&d.protos, "\t\t", called, e)
	}
	lock, unlock := d.exclusion(e, ks, args)
	object := slices.IndexFunc(ks, func(k known) bool { return k.typ == "object" })
	for _, k := range ks {
		stmt := "\t\t" + ofArguments(k.expr, args) + ";\n"
		if object >= 0 {
			stmt = strings.ReplaceAll(stmt, "$object", ks[object].expr)
		}
		switch k.typ {
		case first:
			lock = slices.Insert(lock, min(1, len(lock)), stmt)
		case last:
			unlock = slices.Insert(unlock, max(0, len(unlock)-1), stmt)
		}
	}
	wait, then := d.turn(e, ks)
	switch {
	case wait == "" || e.Result == "void":
	case d.anyway(e):
		call = fmt.Sprintf("failed = (%s) && __heddle_nondet_bool()", call)
	default:
		call = "failed = " + call
	}
	fmt.Fprintf(b, "%s%s%s\t\t%s;\n%s%s%s\t}\n", wait, enter, strings.Join(lock, ""), call, strings.Join(unlock, ""), leave, then)
}

// looksAt reports whether a rule looks at the arguments of a call.
func (d *writer) looksAt(e *EntryPoint) bool {
	return slices.ContainsFunc(d.rules, func(r Rule) bool {
		return r.When != "" && (r.of(e, r.Roles) || r.of(e, r.With))
	})
}

// called says for rules of Linux whether a call is of some roles.
func called(r *Rule, e *EntryPoint, roles []string) string {
	if r.of(e, roles) {
		return "1"
	}
	return ""
}

// What a part says of a call, beside its arguments: a statement that runs when the first lock of the call was taken, and one before that lock is left; and where calls are counted that are
// made only while a device is bound.
const first, last, bound = "first", "last", "bound"

// ofArguments puts the arguments of a call where a condition or a statement says $1, $2, ...
func ofArguments(s string, args []string) string {
	return argument.ReplaceAllStringFunc(s, func(a string) string {
		if n := int(a[1] - '0'); len(a) == 2 && n >= 1 && n <= len(args) {
			return "(" + args[n-1] + ")"
		}
		return a
	})
}

// whole writes an argument that is a pointer to a struct that no part has. The struct that the entry point is a member of is known by name: the kernel hands an attribute to its
// functions, and what lies around the attribute is the driver's. Others are the call's own.
func (e *EntryPoint) whole(b *strings.Builder, elem, own string) string {
	fmt.Fprintf(b, "\t\t%s %s;\n\t\t__heddle_fresh(&%s);\n", elem, own, own)
	if elem != "struct "+e.Struct || len(e.of) == 1 && e.of[0] == "" {
		return "&" + own
	}
	fmt.Fprintf(b, "\t\t%s *of_%s = &%s;\n\t\tswitch (__heddle_nondet_uint()) {\n", elem, own, own)
	for i, object := range e.of {
		choice := "default"
		if i < len(e.of)-1 {
			choice = fmt.Sprintf("case %d", i)
		}
		if object == "" {
			object = own
		}
		fmt.Fprintf(b, "\t\t%s:\n\t\t\tof_%s = (%s *)&%s;\n\t\t\tbreak;\n", choice, own, elem, object)
	}
	b.WriteString("\t\t}\n")
	return "of_" + own
}

// exclusion is what rules make of a call: it is made with locks in hand.
func (d *writer) exclusion(e *EntryPoint, ks []known, args []string) (lock, unlock []string) {
	for i, r := range d.rules {
		has := func(roles []string) bool {
			return slices.ContainsFunc(d.Entries, func(other *EntryPoint) bool { return r.of(other, roles) })
		}
		among := r.Effect == Alone && r.of(e, r.With) && !r.of(e, r.Roles) && has(r.Roles)
		if r.Effect == Apart || r.Effect == Turns || !among && !r.of(e, r.Roles) || r.Effect == Alone && !has(r.With) {
			continue
		}
		d.uses(i)
		how := "lock"
		if among {
			how = "rdlock"
		}
		var take, leave string
		switch r.Scope {
		case scopeRTNL:
			take, leave = "rtnl_lock();", "rtnl_unlock();"
		case scopeAll, "":
			once := fmt.Sprintf("static char heddle_rule_%d;\n", i)
			if !strings.Contains(d.protos.String(), once) {
				d.protos.WriteString(once)
			}
			take, leave = fmt.Sprintf("__heddle_%s(&heddle_rule_%d);", how, i), fmt.Sprintf("__heddle_unlock(&heddle_rule_%d);", i)
		default:
			key := r.key(ks)
			if key == "" {
				continue
			}
			key = d.byteOf(i, key)
			take, leave = fmt.Sprintf("__heddle_%s(%s);", how, key), fmt.Sprintf("__heddle_unlock(%s);", key)
			if d.left(&r, e.Role.What) {
				leave = fmt.Sprintf("if (__heddle_holds(%s))\n\t\t\t%s", key, leave)
			}
		}
		if r.When != "" {
			lock = append(lock, fmt.Sprintf("\t\t_Bool when%d = (%s) != 0;\n\t\tif (when%d)\n\t\t\t%s\n", i, ofArguments(r.When, args), i, take))
			unlock = slices.Insert(unlock, 0, fmt.Sprintf("\t\tif (when%d)\n\t\t\t%s\n", i, leave))
			continue
		}
		lock = append(lock, "\t\t"+take+"\n")
		unlock = slices.Insert(unlock, 0, "\t\t"+leave+"\n")
	}
	return lock, unlock
}

// left reports whether a part that the driver has ends what a rule says of calls in the middle of them.
func (d *writer) left(r *Rule, what string) bool {
	const poll = "NAPI poll"
	ofOne := r.Effect == Exclusive && r.Scope == scopeObject
	return ofOne && what == poll && slices.Contains(r.Roles, poll) && d.lacks("napi_complete_done")
}

// byteOf is the lock of a rule about an object.
func (d *writer) byteOf(rule int, object string) string {
	if at := d.lockOf(rule); at > 0 {
		object = fmt.Sprintf("(char *)(%s) + %d", object, at)
	}
	return fmt.Sprintf("(void *)(%s)", object)
}

// lockOf tells the locks of rules apart that are about the same object: each is a byte of its own, counted over the rules that this driver has something to do with.
func (d *writer) lockOf(rule int) (at int) {
	for _, r := range d.rules[:rule] {
		if r.Effect != Apart && r.Effect != Turns && (r.Scope == scopeObject || r.Scope == scopeDevice) && slices.ContainsFunc(d.Entries, func(e *EntryPoint) bool { return r.of(e, r.Roles) || r.of(e, r.With) }) {
			at++
		}
	}
	return at
}

// key is the address that a lock of a rule has: that of the object that calls are for, or of their device.
func (r *Rule) key(ks []known) string {
	for _, k := range ks {
		if r.Scope == scopeDevice && k.typ == "struct device *" || r.Scope == scopeObject && k.typ == "object" {
			return k.expr
		}
	}
	for _, k := range ks {
		if r.Scope == scopeObject && strings.HasSuffix(k.typ, "*") {
			return k.expr
		}
	}
	return ""
}
