package harness

import (
	"fmt"
	"slices"
	"strings"
)

// Two kinds of calls that a rule keeps apart never run at the same time: executions in which they do do not exist. So
// each counts its calls, and a call begins when the other counter is 0, in one step. That is an assumption in the
// program itself, which every engine, walks and the interpreter see alike; calls of one kind run beside each other as
// before. It is no lock: nobody who is kept out waits for anybody, so no deadlock can have to do with it, and it
// protects nothing for those who look at locks.
//
// A call that sleeps in a wait that the rule names is not running there: it is taken from its counter before it waits,
// and comes back when nothing of the other kind runs. What it waits for is looked at behind that. A call that is made
// in the middle of another, by the same thread, is a part of that one.
//
// Rejected: a lock for one kind that the other shares, which would exclude calls of the first kind from each other;
// leaving pairs out alone, as it was, which lets the trace of a third pair have both.

// mayFreeze is the function that waits call in which a call may not be running.
const mayFreeze = "__heddle_may_freeze"

// gated is a call as a rule sees it: whether it is one of its roles, and one of those with which these are never at the
// same time, as conditions in C; empty: it is not.
type gated struct {
	rule        int
	roles, with string
}

func (g gated) counters() (roles, with string) {
	return fmt.Sprintf("heddle_roles_%d", g.rule), fmt.Sprintf("heddle_with_%d", g.rule)
}

// enter waits until none of the other kind runs, and counts the call, in one step.
func (g gated) enter(indent string) string {
	roles, with := g.counters()
	var waits, counts string
	for _, s := range [][3]string{{g.roles, roles, with}, {g.with, with, roles}} {
		switch s[0] {
		case "":
			continue
		case "1":
			waits += fmt.Sprintf("%s__heddle_assume(%s == 0);\n", indent, s[2])
		default:
			waits += fmt.Sprintf("%s__heddle_assume(!%s || %s == 0);\n", indent, s[0], s[2])
		}
		counts += fmt.Sprintf("%s%s += %s;\n", indent, s[1], s[0])
	}
	return indent + "__heddle_atomic_begin();\n" + waits + counts + indent + "__heddle_atomic_end();\n"
}

func (g gated) leave(indent string) string {
	roles, with := g.counters()
	out := indent + "__heddle_atomic_begin();\n"
	if g.roles != "" {
		out += fmt.Sprintf("%s%s -= %s;\n", indent, roles, g.roles)
	}
	if g.with != "" {
		out += fmt.Sprintf("%s%s -= %s;\n", indent, with, g.with)
	}
	return out + indent + "__heddle_atomic_end();\n"
}

// condition says when a call is of some roles of a rule, in C.
type condition func(r *Rule, e *EntryPoint, roles []string) string

// gate writes what rules of effect apart make of a call: what comes before it and behind it. When says whether a call
// is of some roles: a condition in C, or "" for never.
func (d *Driver) gate(protos *strings.Builder, indent string, when condition, e *EntryPoint) (enter, leave string) {
	once := func(format string, args ...any) {
		if line := fmt.Sprintf(format, args...); !strings.Contains(protos.String(), line) {
			protos.WriteString(line)
		}
	}
	for i := range d.rules {
		r := &d.rules[i]
		has := func(roles []string) bool {
			return slices.ContainsFunc(d.Entries, func(o *EntryPoint) bool { return when(r, o, roles) != "" })
		}
		g := gated{i, when(r, e, r.Roles), when(r, e, r.With)}
		if r.Effect != Apart || g.roles+g.with == "" || !has(r.Roles) || !has(r.With) {
			continue
		}
		d.uses(i)
		roles, with := g.counters()
		once("static unsigned int %s, %s;\n", roles, with)
		for k, cond := range []*string{&g.roles, &g.with} {
			if *cond != "" && *cond != "1" {
				name := fmt.Sprintf("is_%s_%d", [...]string{"roles", "with"}[k], i)
				enter += fmt.Sprintf("%s_Bool %s = %s;\n", indent, name, *cond)
				*cond = name
			}
		}
		enter += g.enter(indent)
		out := g.leave(indent)
		if d.freezes && len(r.Waits) > 0 {
			sleeping := g.inside()
			once("static __thread _Bool %s, %s;\n", sleeping.roles, sleeping.with)
			for _, s := range [][2]string{{g.roles, sleeping.roles}, {g.with, sleeping.with}} {
				if s[0] != "" {
					enter += fmt.Sprintf("%s%s = %s;\n", indent, s[1], s[0])
					out = fmt.Sprintf("%s%s = 0;\n", indent, s[1]) + out
				}
			}
		}
		leave = out + leave
	}
	return enter, leave
}

// inside is the call that a thread is in the middle of, as variables of the thread.
func (g gated) inside() gated {
	return gated{g.rule, fmt.Sprintf("heddle_in_roles_%d", g.rule), fmt.Sprintf("heddle_in_with_%d", g.rule)}
}

// frozen writes the function that waits call, by their number in sleeps.
func (d *Driver) frozen(protos string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "void %s(int wait)\n{\n", mayFreeze)
	for i, r := range d.rules {
		var is []string
		for _, w := range r.Waits {
			is = append(is, fmt.Sprintf("wait == %d", slices.Index(sleeps, w)))
		}
		g := gated{rule: i}.inside()
		if strings.Contains(protos, " "+g.roles+",") {
			moves := g.leave("\t\t") + g.enter("\t\t")
			fmt.Fprintf(&b, "\tif (%s) {\n%s\t}\n", strings.Join(is, " || "), moves)
		}
	}
	b.WriteString("\t(void)wait;\n}\n\n")
	return b.String()
}

// uses notes that a rule has something to say about the driver.
func (d *Driver) uses(rule int) {
	if !slices.Contains(d.used, rule) {
		d.used = append(d.used, rule)
	}
}

// Rests says what is assumed because of rules that are more than what a system does by all means.
func (d *Driver) Rests() []string {
	out := slices.Clone(d.rests)
	slices.Sort(d.used)
	for _, i := range d.used {
		r := d.rules[i]
		switch {
		case r.given:
			out = append(out, fmt.Sprintf("rule %s of %s: %s", r.Name, r.file, r.Reason))
		case r.Effect == Apart:
			out = append(out, fmt.Sprintf("rule %s: %s", r.Name, r.Reason))
		case slices.Contains(r.Source, NoSource):
			out = append(out, fmt.Sprintf("rule %s, of which no source is known: %s", r.Name, r.Reason))
		}
		if r.Assumes != "" {
			out = append(out, fmt.Sprintf("rule %s: %s", r.Name, r.Assumes))
		}
	}
	return out
}
