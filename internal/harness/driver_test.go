package harness

import (
	"slices"
	"strings"
	"testing"
)

// The parts are well-formed: every directive is one, @call names a member, and a part defines what it is named after.
func TestParts(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range linuxParts() {
		name := strings.TrimPrefix(p.names[0], "=")
		if seen[name+":"+p.form] {
			t.Errorf("%s: two parts", name)
		}
		seen[name+":"+p.form] = true
		defined := false
		for _, line := range p.lines {
			if m := definition.FindStringSubmatch(line); m != nil {
				defined = defined || strings.HasPrefix(m[1], name)
			}
			if !strings.HasPrefix(strings.TrimSpace(line), "@") || slices.Contains([]string{"@one", "@any", "@end"}, line) || strings.HasPrefix(line, "@has ") || strings.HasPrefix(line, "@unless ") || strings.HasPrefix(line, "@uses ") {
				continue
			}
			m := directive.FindStringSubmatch(line)
			if m == nil {
				t.Errorf("%s: %s is no directive", name, line)
				continue
			}
			args := arguments(m[2])
			if (m[1] == "call" || m[1] == "callback") && (len(args) < 4 || m[1] == "call" && !strings.Contains(args[2], ".")) || m[1] != "wait" && m[1] != "leave" && len(args) < 3 {
				t.Errorf("%s: %s has too few arguments", name, line)
			}
		}
		if !defined {
			t.Errorf("%s: the part does not define it", name)
		}
	}
}

func given(f, key string, params ...string) Given {
	g := Given{Func: f, Key: key, Said: key, Result: "number"}
	if s, m, ok := strings.Cut(key, "."); ok && m[0] > '9' {
		g.Struct, g.Member = s, m
	}
	for _, p := range params {
		g.Params = append(g.Params, Param{Type: p, Whole: strings.HasPrefix(p, "struct")})
	}
	return g
}

func lacks(names ...string) func(string) bool {
	return func(n string) bool { return slices.Contains(names, n) }
}

// What a driver registers is started there, with what the registration has; the rest is the call's own, and rules lock it.
func TestDriver(t *testing.T) {
	rules, err := LinuxRules("", "")
	if err != nil {
		t.Fatal(err)
	}
	d := NewDriver([]Given{
		given("start", "module_init"),
		given("stop", "module_exit"),
		given("opens", "file_operations.open", "struct inode *", "struct file *"),
		given("reads", "file_operations.read", "struct file *", "*", "number", "*"),
		given("ticks", "timer_setup.2", "struct timer_list *"),
		given("masks", "irq_chip.irq_mask", "struct irq_data *"),
	}, []Setting{{"level", true}, {"name", false}}, rules, lacks("misc_register", "mod_timer"), lacks())
	for _, want := range []string{
		"(opens)(inode, file)", "(reads)(a0, __heddle_alloc(4096, 0), __heddle_nondet_ulong(), __heddle_alloc(4096, 0))",
		"__heddle_lock((void *)(a0));\n\t\t(ticks)(a0);\n\t\t__heddle_unlock((void *)(a0));", "level = __heddle_nondet_long();", "__heddle_fresh(&name);", "if (start() < 0)",
	} {
		if !strings.Contains(d.Text, want) {
			t.Errorf("the harness does not say %q\n%s", want, d.Text)
		}
	}
	for _, not := range []string{"del_timer", "free_irq", "@"} {
		if strings.Contains(d.Text, not) {
			t.Errorf("the harness says %q", not)
		}
	}
	if len(d.LeftOut) != 1 || !strings.HasPrefix(d.LeftOut[0].Why(), "masks (irq_chip.irq_mask at ") {
		t.Errorf("left out: %v", d.LeftOut)
	}
	if by := d.EnabledBy(given("ticks", "timer_setup.2")); by != "mod_timer" {
		t.Errorf("ticks is enabled by %q", by)
	}
	if s := d.Spec(); s.Display["heddle_file"] != "opens" || slices.Contains(s.Called, "masks") || !slices.Contains(s.Called, "reads") {
		t.Errorf("%+v", s)
	}
	if ok, _ := d.Asks("opens", "reads"); !ok {
		t.Error("opens and reads are not asked for")
	}
	if ok, _ := d.Asks("heddle_other", "reads"); ok {
		t.Error("a thread that calls nobody is asked for")
	}
}

// A function whose address goes ways that are not followed is all that its type allows.
func TestByType(t *testing.T) {
	g := given("maybe", "address taken", "struct timer_list *")
	d := NewDriver([]Given{given("start", "module_init"), g}, nil, nil, lacks("mod_timer"), lacks())
	if len(d.LeftOut) != 0 || !strings.Contains(d.Text, "(maybe)(a0)") {
		t.Errorf("left out %v\n%s", d.LeftOut, d.Text)
	}
	g = given("odd", "address taken", "struct odd *")
	if d := NewDriver([]Given{given("start", "module_init"), g}, nil, nil, lacks("mod_timer"), lacks()); len(d.LeftOut) != 1 {
		t.Errorf("left out %v", d.LeftOut)
	}
}

func TestWhen(t *testing.T) {
	rules, err := LinuxRules("mine.yaml", "- name: fifth\n  roles: [timer]\n  scope: all\n  when: $1 == 5\n  effect: exclusive\n  reason: a test\n- remove: timer\n")
	if err != nil {
		t.Fatal(err)
	}
	d := NewDriver([]Given{given("start", "module_init"), given("ticks", "timer_setup.2", "struct timer_list *")}, nil, rules, lacks("mod_timer"), lacks())
	if want := "= ((a0) == 5) != 0;"; !strings.Contains(d.Text, want) {
		t.Errorf("the harness does not say %q\n%s", want, d.Text)
	}
}
