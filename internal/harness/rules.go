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
	Name   string
	Roles  []string
	With   []string
	Scope  string
	When   string
	Effect string
	Reason string
}

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
	rules, err := addRules(nil, "rules.yaml", linuxRules)
	if err != nil || text == "" {
		return rules, err
	}
	return addRules(rules, file, text)
}

// addRules reads a list of rules: lines "- key: value" and "  key: value", and lists in brackets.
func addRules(rules []Rule, file, text string) ([]Rule, error) {
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
		if !slices.Contains([]string{"name", "roles", "with", "scope", "when", "effect", "reason", "remove"}, key) {
			return nil, wrong(at, "a rule has no %q: it has name, roles, with, scope, when, effect and reason, or remove alone", key)
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
		r := Rule{Name: v["name"], Scope: v["scope"], When: v["when"], Effect: v["effect"], Reason: v["reason"]}
		var err error
		if r.Roles, err = list(v["roles"]); err == nil {
			r.With, err = list(v["with"])
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
	return nil
}

// about reports whether roles include an entry point: by its name, its struct, its member, or its role.
func (e *EntryPoint) about(roles []string) bool {
	return slices.Contains(roles, e.Func) || slices.Contains(roles, e.Role.What) || e.Struct != "" && slices.Contains(roles, e.Struct) || slices.ContainsFunc(e.keys, func(k string) bool { return slices.Contains(roles, k) })
}

// in reports whether some calls of an entry point are of roles: of a Windows driver also those for a kind of requests.
func (e *EntryPoint) in(roles []string) bool { return e.about(roles) || e.when(roles) != "" }

// all reports whether all calls of an entry point are of roles.
func (e *EntryPoint) all(roles []string) bool {
	return e.about(roles) || len(e.keys) > 0 && !slices.ContainsFunc(e.keys, func(k string) bool { return !slices.Contains(roles, kindOf(k)) })
}

// apart finds the rule that says that two entry points never run at the same time.
func apart(rules []Rule, a, b *EntryPoint) *Rule {
	for i, r := range rules {
		if r.Effect == Apart && (a.all(r.Roles) && b.all(r.With) || b.all(r.Roles) && a.all(r.With)) {
			return &rules[i]
		}
	}
	return nil
}
