package harness

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/tooltest"
)

var update = flag.Bool("update", false, "rewrite docs/rules.md")

// FuzzRules: no text makes the reader of rules fail otherwise than with an error, and what it takes are rules.
func FuzzRules(f *testing.F) {
	f.Add(linuxRules)
	f.Add("- rule: exclusive\n  roles: [open, close]\n  scope: device\n")
	f.Add("- a: [\n-\n: x\n")
	f.Fuzz(func(t *testing.T, text string) {
		rules, err := LinuxRules("mine.yaml", text)
		if err != nil {
			return
		}
		for i := range rules {
			if err := rules[i].validate(); err != nil {
				t.Errorf("a rule that is none is taken: %v", err)
			}
		}
	})
}

func builtIn(t *testing.T) (linux, windows []Rule) {
	linux, err := LinuxRules("", "")
	if err != nil {
		t.Fatal(err)
	}
	windows, err = NTRules("", "")
	if err != nil {
		t.Fatal(err)
	}
	return linux, windows
}

// Every rule names what it rests on: functions of Linux and what they hold, or pages of Microsoft's. Where none is
// known it says so.
func TestSources(t *testing.T) {
	linux, windows := builtIn(t)
	for _, p := range []struct {
		rules  []Rule
		source *regexp.Regexp
		roles  map[string]bool
	}{
		{linux, regexp.MustCompile(`^[a-z][\w/-]*\.[ch]:\w+$`), knownRoles("linux")},
		{windows, regexp.MustCompile(`^learn\.microsoft\.com/[\w/-]+$`), knownRoles("windows")},
	} {
		for _, r := range p.rules {
			if len(r.Source) == 0 || r.Lock == "" {
				t.Errorf("rule %s rests on nothing: it needs source and lock", r.Name)
			}
			for _, s := range r.Source {
				if !p.source.MatchString(s) && (s != NoSource || len(r.Source) > 1) {
					t.Errorf("rule %s: %q is no source", r.Name, s)
				}
			}
			for _, role := range slices.Concat(r.Roles, r.With, r.But) {
				if tag, _, _ := strings.Cut(role, "."); !p.roles[role] && !p.roles[tag] && !strings.HasPrefix(role, "packets to send ") {
					t.Errorf("rule %s: %q is no role", r.Name, role)
				}
			}
		}
	}
}

// HEDDLE_LINUX names the source of Linux 6.1: each function that a rule rests on is there.
func TestSourcesOfLinux(t *testing.T) {
	root := os.Getenv("HEDDLE_LINUX")
	if root == "" {
		tooltest.From(t, tooltest.Nightly)
		tooltest.Lacking(t, "HEDDLE_LINUX names no source of Linux")
	}
	linux, _ := builtIn(t)
	for _, r := range linux {
		for _, s := range r.Source {
			file, function, _ := strings.Cut(s, ":")
			text, err := os.ReadFile(root + "/" + file)
			if err != nil || !regexp.MustCompile(`(?m)^([a-z_][^;\n]*[ *])?`+function+`\(`).Match(text) {
				t.Errorf("rule %s: there is no %s", r.Name, s)
			}
		}
	}
}

// The page of rules is what the rules say.
func TestRulesPage(t *testing.T) {
	linux, windows := builtIn(t)
	var b strings.Builder
	b.WriteString("# Rules\n\nWhich calls of a driver's functions exclude each other, and what says so. `internal/harness/*/rules.yaml` has the rules; [Linux drivers](linux.md#rules) says how they are written, and how to take one back.\n" +
		"Functions are those of Linux 6.1. What a rule *assumes* is listed in every report that rests on it, and so are rules that say *apart*, those of users, and those without a source.\n")
	table := func(title string, rules []Rule) {
		fmt.Fprintf(&b, "\n## %s\n\n| rule | what | of | why | what keeps them apart | says who | assumes |\n|---|---|---|---|---|---|---|\n", title)
		for _, r := range rules {
			of := strings.Join(r.Roles, ", ")
			if len(r.With) > 0 {
				of += "; with " + strings.Join(r.With, ", ")
			}
			for _, more := range [][2]string{{"but not ", strings.Join(r.But, ", ")}, {"when `", r.When}, {"in drivers without ", strings.Join(r.Unless, ", ")}, {"not while asleep in ", strings.Join(r.Waits, ", ")}} {
				if more[1] != "" {
					of += "; " + more[0] + more[1]
				}
			}
			if r.When != "" {
				of = strings.Replace(of, r.When, r.When+"`", 1)
			}
			what := r.Effect
			if r.Scope != "" {
				what += ", " + r.Scope
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", r.Name, what, strings.ReplaceAll(of, "||", "or"), r.Reason, r.Lock, strings.Join(r.Source, ", "), r.Assumes)
		}
	}
	table("Linux", linux)
	table("Windows", windows)
	const page = "../../docs/rules.md"
	if *update {
		if err := os.WriteFile(page, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(page); err != nil || string(got) != b.String() {
		t.Errorf("%s is not what the rules say; run go test ./internal/harness -update", page)
	}
}

// A rule that takes itself back, or names what cannot be, is refused with its line.
func TestContradictions(t *testing.T) {
	for text, want := range map[string]string{
		"\n- name: x\n  roles: [a]\n  with: [a]\n  effect: apart\n  reason: b":                                        "mine.yaml:2:1: error: rule x: a is in roles and in with",
		"- name: x\n  roles: [a]\n  but: [a]\n  scope: all\n  effect: exclusive\n  reason: b":                         "rule x: but takes a back",
		"- name: x\n  roles: [a, a]\n  scope: all\n  effect: exclusive\n  reason: b":                                  "rule x names a twice",
		"- name: x\n  roles: [a]\n  with: [b]\n  effect: apart\n  waits: [schedule]\n  reason: b":                     "schedule is no wait that a rule can name",
		"- name: x\n  roles: [a]\n  scope: all\n  waits: [try_to_freeze]\n  effect: exclusive\n  reason: b":           "only effect apart has waits",
		"- name: x\n  roles: [a]\n  with: [b]\n  scope: device\n  effect: turns\n  result: none\n  reason: b":         "result is \"any\"",
		"- name: x\n  roles: [a]\n  with: [b]\n  effect: apart\n  scope: all\n  reason: b":                            "effect apart needs with, and has no scope or when",
		"- name: x\n  roles: [timer]\n  scope: all\n  effect: exclusive\n  reason: b\n- remove: x\n- remove: x":       "mine.yaml:7:1: error: remove: x: there is no rule of that name",
		"- name: x\n  roles: [timer]\n  scope: all\n  effect: exclusive\n  effect: exclusive\n  reason: b\n- remove:": "mine.yaml:5:1: error: effect is given twice",
	} {
		if _, err := LinuxRules("mine.yaml", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// A function that is several members of a struct is what a rule means only if all of them are.
func TestAllMembers(t *testing.T) {
	e := &EntryPoint{Given: given("f", "dev_pm_ops.suspend"), keys: []string{"dev_pm_ops.suspend", "dev_pm_ops.runtime_suspend"}}
	r := &Rule{}
	if r.of(e, []string{"dev_pm_ops.suspend"}) || !r.of(e, e.keys) || !r.of(e, []string{"dev_pm_ops"}) || !r.of(e, []string{"f"}) {
		t.Error("a function that is also called at run time is one of suspend, or not one of both")
	}
	r.But = []string{"dev_pm_ops.runtime_suspend"}
	if r.of(e, []string{"dev_pm_ops"}) {
		t.Error("a member that is not meant is meant")
	}
}

// Calls that are apart are counted and assumed not to meet, in every program; a wait that the rule names takes a call
// from its counter. Others look the same as before.
func TestGates(t *testing.T) {
	rules, err := LinuxRules("mine.yaml", "- name: mine\n  roles: [reads]\n  with: [ticks]\n  effect: apart\n  waits: [wait_event_freezable]\n  reason: a test\n")
	if err != nil {
		t.Fatal(err)
	}
	all := []Given{given("start", "module_init"), given("reads", "file_operations.read", "struct file *"), given("ticks", "timer_setup.2", "struct timer_list *")}
	i := slices.IndexFunc(rules, func(r Rule) bool { return r.Name == "mine" })
	d := NewDriver(all, nil, rules, lacks("misc_register", "mod_timer", mayFreeze), lacks())
	for _, want := range []string{
		fmt.Sprintf("__heddle_assume(heddle_with_%[1]d == 0);\n\t\theddle_roles_%[1]d += 1;", i), fmt.Sprintf("__heddle_assume(heddle_roles_%[1]d == 0);\n\t\theddle_with_%[1]d += 1;", i),
		fmt.Sprintf("heddle_in_roles_%d = 1;", i), "if (wait == 0) {", fmt.Sprintf("__heddle_assume(!heddle_in_with_%[1]d || heddle_roles_%[1]d == 0);", i),
	} {
		if !strings.Contains(d.Text, want) {
			t.Errorf("the harness does not say %q\n%s", want, d.Text)
		}
	}
	if rests := d.Rests(); !slices.Contains(rests, "rule mine of mine.yaml: a test") {
		t.Errorf("it rests on %q", rests)
	}
	d = NewDriver(all[:2], nil, rules, lacks("misc_register", "mod_timer"), lacks())
	if strings.Contains(d.Text, "heddle_roles_") || len(d.Rests()) > 0 {
		t.Errorf("a rule of which half is missing says something\n%s", d.Text)
	}
}

// What a rule looks at is what the call gets.
func TestArguments(t *testing.T) {
	rules, err := LinuxRules("", "")
	if err != nil {
		t.Fatal(err)
	}
	d := NewDriver([]Given{given("start", "module_init"), given("asks", "net_device_ops.ndo_eth_ioctl", "struct net_device *", "struct ifreq *", "number")}, nil, rules, lacks("register_netdev"), lacks())
	if !strings.Contains(d.Text, "unsigned long own2 = __heddle_nondet_ulong();") || !strings.Contains(d.Text, "(heddle_network_tells_link((a0)) || (own2) != 0x8947 && (own2) != 0x8948) != 0") {
		t.Errorf("the condition and the call do not get the same\n%s", d.Text)
	}
}

// A rule says nothing of a driver that uses what it does not hold with.
func TestUnless(t *testing.T) {
	linux, _ := builtIn(t)
	named := func(rules []Rule, name string) bool {
		return slices.ContainsFunc(rules, func(r Rule) bool { return r.Name == name })
	}
	if rest := holding(linux, lacks("add_timer_on")); named(rest, "timer") || !named(rest, "hrtimer") || len(rest) != len(linux)-1 {
		t.Error("add_timer_on takes back more than the rule about timers, or less")
	}
}
