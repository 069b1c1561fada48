package harness

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/source"
)

// Rules about which calls exclude each other. kernel/rules.yaml says how they are written; it holds those of Linux.

//go:embed kernel/rules.yaml
var linuxRules string

// Rule is one line of knowledge about who excludes whom.
type Rule struct {
	Name    string
	Roles   []string
	With    []string
	But     []string // of Roles and With: these are not meant
	Unless  []string // functions: the rule says nothing of a driver that uses one
	Waits   []string // of effect apart: who sleeps in one of these functions is not running
	Scope   string
	When    string
	Effect  string
	Result  string
	Reason  string
	Source  []string // functions of the system, FILE:FUNCTION, or a page of its documentation, or "no source"
	Lock    string   // what keeps the calls apart there
	Assumes string   // what that does not hold without

	given bool   // by a user
	file  string // where it stands
	line  int
}

// NoSource is what a rule says of which nothing is known to say so.
const NoSource = "no source"

// What rules can say.
const (
	Exclusive = "exclusive"
	Apart     = "apart"
	Alone     = "alone"
	Turns     = "turns"

	scopeObject = "object"
	scopeDevice = "device"
	scopeRTNL   = "rtnl"
	scopeAll    = "all"
)

// LinuxRules is the rules of Linux, changed by what users say in files: text by name.
func LinuxRules(file, text string) ([]Rule, error) {
	rules, err := addRules(nil, "rules.yaml", linuxRules, false)
	if err != nil || text == "" {
		return rules, err
	}
	return addRules(rules, file, text, true)
}

// ruleKeys is what a rule has.
var ruleKeys = []string{
	"name", "roles", "with", "but", "unless", "waits", "scope", "when", "effect", "result", "reason", "source", "lock", "assumes",
}

// addRules reads a list of rules: lines "- key: value" and "  key: value", and lists in brackets.
func addRules(rules []Rule, file, text string, given bool) ([]Rule, error) {
	type item struct {
		line   int
		values map[string]string
	}
	var items []item
	wrong := func(line int, format string, args ...any) error {
		return diag.List{diag.Errorf(source.At(file, line, 1), format, args...).WithDetail("docs/linux.md says how rules are written")}
	}
	for i, line := range strings.Split(text, "\n") {
		at := i + 1
		if k := strings.Index(line, "#"); k == 0 || k > 0 && line[k-1] == ' ' {
			line = line[:k]
		}
		line = strings.TrimRight(line, " \r")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if rest, ok := strings.CutPrefix(line, "- "); ok {
			items = append(items, item{line: at, values: map[string]string{}})
			line = "  " + rest
		}
		key, value, ok := strings.Cut(line, ":")
		if !strings.HasPrefix(key, "  ") || strings.HasPrefix(key, "   ") || !ok || len(items) == 0 {
			return nil, wrong(at, "%q is no line of a rule: write \"- name: ...\", and the other keys below, two blanks in", strings.TrimSpace(line))
		}
		key = strings.TrimSpace(key)
		values := items[len(items)-1].values
		if !slices.Contains(ruleKeys, key) && key != "remove" {
			return nil, wrong(at, "a rule has no %q: it has %s, or remove alone", key, strings.Join(ruleKeys, ", "))
		}
		if _, ok := values[key]; ok {
			return nil, wrong(at, "%s is given twice", key)
		}
		if value = strings.TrimSpace(value); value == "" {
			return nil, wrong(at, "%s is empty", key)
		}
		values[key] = value
	}
	for _, it := range items {
		v := it.values
		if name := v["remove"]; name != "" {
			k := slices.IndexFunc(rules, func(r Rule) bool { return r.Name == name })
			switch {
			case len(v) > 1:
				return nil, wrong(it.line, "remove: %s stands alone", name)
			case k < 0:
				return nil, wrong(it.line, "remove: %s: there is no rule of that name", name)
			}
			rules = slices.Delete(slices.Clone(rules), k, k+1)
			continue
		}
		r := Rule{
			Name: v["name"], Scope: v["scope"], When: v["when"], Effect: v["effect"], Result: v["result"],
			Reason: v["reason"], Lock: v["lock"], Assumes: v["assumes"], given: given, file: file, line: it.line,
		}
		var err error
		for _, l := range []struct {
			to   *[]string
			from string
		}{
			{&r.Roles, v["roles"]},
			{&r.With, v["with"]},
			{&r.But, v["but"]},
			{&r.Unless, v["unless"]},
			{&r.Waits, v["waits"]},
			{&r.Source, v["source"]},
		} {
			if err == nil {
				*l.to, err = list(l.from)
			}
		}
		if err == nil {
			err = r.validate()
		}
		if err == nil && slices.ContainsFunc(rules, func(o Rule) bool { return o.Name == r.Name }) {
			err = fmt.Errorf("there is a rule %s already; remove it first", r.Name)
		}
		if err != nil {
			return nil, wrong(it.line, "%v", err)
		}
		rules = append(rules, r)
	}
	return rules, nil
}

func list(s string) (out []string, err error) {
	if s == "" {
		return nil, nil
	}
	if !strings.HasPrefix(s, "[") || !strings.HasSuffix(s, "]") {
		return nil, fmt.Errorf("%q is no list: write [a, b]", s)
	}
	for _, w := range strings.Split(s[1:len(s)-1], ",") {
		if w = strings.TrimSpace(w); w == "" {
			return nil, fmt.Errorf("%s has an empty entry", s)
		}
		out = append(out, w)
	}
	return out, nil
}

var argument = regexp.MustCompile(`\$(\d+)`)

func (r *Rule) validate() error {
	for _, need := range [][2]string{{"name", r.Name}, {"effect", r.Effect}, {"reason", r.Reason}} {
		if need[1] == "" {
			return fmt.Errorf("a rule without %s", need[0])
		}
	}
	if len(r.Roles) == 0 {
		return fmt.Errorf("rule %s is about no roles", r.Name)
	}
	switch r.Effect {
	case Exclusive:
		if !slices.Contains([]string{scopeObject, scopeDevice, scopeRTNL, scopeAll}, r.Scope) {
			return fmt.Errorf("rule %s: the scope %q is none of object, device, rtnl, all", r.Name, r.Scope)
		}
		if len(r.With) > 0 {
			return fmt.Errorf("rule %s: only effects apart, alone and turns have with", r.Name)
		}
	case Apart:
		if len(r.With) == 0 || r.Scope != "" || r.When != "" {
			return fmt.Errorf("rule %s: effect apart needs with, and has no scope or when", r.Name)
		}
	case Alone:
		if len(r.With) == 0 || !slices.Contains([]string{"", scopeObject, scopeDevice}, r.Scope) {
			return fmt.Errorf("rule %s: effect alone needs with, and its scope is object, device or none", r.Name)
		}
	case Turns:
		if len(r.With) == 0 || r.Scope != scopeDevice || r.When != "" {
			return fmt.Errorf("rule %s: effect turns needs with, its scope is device, and it has no when", r.Name)
		}
	default:
		return fmt.Errorf("rule %s: the effect %q is none of exclusive, apart, alone, turns", r.Name, r.Effect)
	}
	return r.contradicts()
}

// contradicts refuses a rule whose parts take each other back.
func (r *Rule) contradicts() error {
	both := func(a, b []string) string {
		if i := slices.IndexFunc(a, func(s string) bool { return slices.Contains(b, s) }); i >= 0 {
			return a[i]
		}
		return ""
	}
	twice := func(list []string) string {
		for i, s := range list {
			if slices.Contains(list[:i], s) {
				return s
			}
		}
		return ""
	}
	for _, list := range [][]string{r.Roles, r.With, r.But} {
		if s := twice(list); s != "" {
			return fmt.Errorf("rule %s names %s twice", r.Name, s)
		}
	}
	switch {
	case r.Effect != Alone && both(r.Roles, r.With) != "":
		const itself = "rule %s: %s is in roles and in with; effect exclusive says that calls of it exclude each other"
		return fmt.Errorf(itself, r.Name, both(r.Roles, r.With))
	case both(r.But, r.Roles) != "" || both(r.But, r.With) != "":
		back := both(r.But, slices.Concat(r.Roles, r.With))
		return fmt.Errorf("rule %s: but takes %s back, which the rule itself names", r.Name, back)
	case len(r.Waits) > 0 && r.Effect != Apart:
		return fmt.Errorf("rule %s: only effect apart has waits", r.Name)
	case r.Result != "" && (r.Effect != Turns || r.Result != anyResult):
		return fmt.Errorf("rule %s: result is \"any\", and of effect turns alone", r.Name)
	}
	for _, w := range r.Waits {
		if !slices.Contains(sleeps, w) {
			known := strings.Join(sleeps, ", ")
			return fmt.Errorf("rule %s: %s is no wait that a rule can name: those are %s", r.Name, w, known)
		}
	}
	return nil
}

// sleeps are the waits in which a call does not run, for rules that say so: all of them let a task be frozen where it
// sleeps.
var sleeps = []string{
	"wait_event_freezable", "wait_event_freezable_timeout", "wait_event_freezable_exclusive", "try_to_freeze",
}

const anyResult = "any"

// about reports whether all calls of an entry point are of some roles: by its name, its struct, its members, or its
// role. A function that is several members of a struct is called as each of them.
func (e *EntryPoint) about(roles []string) bool {
	names := func(what string) bool { return slices.Contains(roles, what) }
	return names(e.Func) || names(e.Role.What) || e.Struct != "" && names(e.Struct) || e.every(names)
}

// every reports whether all places of an entry point are so.
func (e *EntryPoint) every(is func(place string) bool) bool {
	return len(e.keys) > 0 && !slices.ContainsFunc(e.keys, func(k string) bool { return !is(k) })
}

// touches reports whether some of them are.
func (e *EntryPoint) touches(roles []string) bool {
	return e.about(roles) || slices.ContainsFunc(e.keys, func(k string) bool { return slices.Contains(roles, k) })
}

// of reports whether all calls of an entry point are what a rule calls its roles, or those that it calls with.
func (r *Rule) of(e *EntryPoint, roles []string) bool { return e.about(roles) && !e.touches(r.But) }

// some reports whether some calls of an entry point are: of a Windows driver also those for a kind of requests.
func (r *Rule) some(e *EntryPoint, roles []string) bool {
	return (e.about(roles) || e.when(roles) != "") && !e.touches(r.But)
}

// all is the same as of, also where roles are kinds of requests.
func (r *Rule) all(e *EntryPoint, roles []string) bool {
	kind := func(place string) bool { return slices.Contains(roles, kindOf(place)) }
	return r.of(e, roles) || e.every(kind) && !e.touches(r.But)
}

// apart finds the rule that says that two entry points never run at the same time.
func apart(rules []Rule, a, b *EntryPoint) *Rule {
	for i, r := range rules {
		if r.Effect == Apart && (r.all(a, r.Roles) && r.all(b, r.With) || r.all(b, r.Roles) && r.all(a, r.With)) {
			return &rules[i]
		}
	}
	return nil
}

// givenRules is the rules of users.
func givenRules(rules []Rule) (out []Rule) {
	for _, r := range rules {
		if r.given {
			out = append(out, r)
		}
	}
	return out
}

// holding leaves out the rules that say nothing of a driver that uses certain functions.
func holding(rules []Rule, uses func(string) bool) (out []Rule) {
	for _, r := range rules {
		if !slices.ContainsFunc(r.Unless, uses) {
			out = append(out, r)
		}
	}
	return out
}

// Wrong finds what rules of users say wrong of a driver: a role that is none, or that nothing is left that may run at
// the same time. Without says of a struct and a name that the struct is known and has no such member.
func (d *Driver) Wrong(given []Given, platform string, without func(tag, member string) bool) error {
	known := knownRoles(platform)
	for _, g := range given {
		known[g.Func], known[g.Key], known[g.Struct] = true, true, true
	}
	for _, r := range d.asks {
		for _, role := range slices.Concat(r.Roles, r.With, r.But) {
			tag, member, of := strings.Cut(role, ".")
			if known[role] || of && platform == "linux" && known[tag] && !without(tag, member) {
				continue
			}
			kinds := map[string]string{"linux": "no struct or member of one", "windows": "no kind of requests"}[platform]
			return r.wrong("heddle entrypoints --platform "+platform+" prints what its functions are",
				"rule %s: %q is no role, %s and no function of this driver", r.Name, role, kinds)
		}
	}
	pairs := d.Pairs()
	if i := slices.IndexFunc(pairs, func(p Pair) bool { return p.Rule == nil }); len(pairs) == 0 || i >= 0 {
		return nil
	}
	for _, p := range pairs {
		if p.Rule.given {
			const nothing = "rule %s leaves no two functions of this driver that may run at the same time: there is nothing to check"
			return p.Rule.wrong("say of fewer functions that they are apart", nothing, p.Rule.Name)
		}
	}
	return nil
}

func (r *Rule) wrong(next, format string, args ...any) error {
	return diag.List{diag.Errorf(source.At(r.file, r.line, 1), format, args...).WithDetail("%s", next)}
}

// knownRoles is what heddle calls a role, and the structs and arguments that it knows.
func knownRoles(platform string) map[string]bool {
	known := map[string]bool{}
	if platform == "windows" {
		known[dispatchRole] = true
		for _, k := range majors {
			known[k] = true
		}
		for _, r := range ntPlaces {
			known[r.What] = true
		}
		return known
	}
	known["module_init"], known["module_exit"] = true, true
	for _, places := range []map[string]Role{linuxMembers, linuxHandlers} {
		for place, r := range places {
			known[place], known[r.What] = true, true
		}
	}
	return known
}
