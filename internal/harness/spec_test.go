package harness

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const driver = `loaded
first init
first probe
once remove in level=2 detached
any read
any irq in in_irq=1
last exit
`

func TestText(t *testing.T) {
	want := &Spec{
		Source: "test", Start: Loaded, First: []string{"init", "probe"}, Last: []string{"exit"},
		Entries: []Entry{
			{Func: "remove", Detached: true, Context: Context{"level", 2}},
			{Func: "read", Calls: Any},
			{Func: "irq", Calls: Any, Context: Context{"in_irq", 1}},
		},
	}
	got, err := Parse("test", "\n"+driver)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if got.String() != driver {
		t.Errorf("printed:\n%s", got)
	}
	if s, err := Parse("test", "once f\nagainst g\n"); err != nil || s.Against != "g" || s.String() != "once f\nagainst g\n" {
		t.Errorf("%v, %v", s, err)
	}
	if f := strings.Join(got.Functions(), " "); f != "init probe remove read irq exit" {
		t.Errorf("functions: %s", f)
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "without functions",
		"loaded":                    "without functions",
		"twice f":                   `line 1: "twice" is none of`,
		"once f\nany":               "line 2: any without a function",
		"once f g":                  `line 1: "g" is too much`,
		"first f in x=1":            `"in x=1" is too much`,
		"last f detached":           `"detached" is too much`,
		"loaded f":                  `"f" is too much`,
		"once f in":                 "in without a variable",
		"once f in x":               `"x" is not VAR=N`,
		"once f in =1":              `"=1" is not VAR=N`,
		"once f in x=-1":            `"x=-1" is not VAR=N`,
		"once f detached":           "f is detached, but nothing comes last",
		"once f detached in x=1":    `"in x=1" is too much`,
		"any f detached\nonce last": "f is detached",
		"once f\nonce g\nagainst h": "h takes the place of one function",
		"any f\nagainst h":          "h takes the place of one function",
		"against h\nagainst i":      "h and i cannot both",
		"against h":                 "without functions",
	} {
		if _, err := Parse("test", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if err := (&Spec{Entries: []Entry{{Func: "f", Context: Context{Value: 1}}}}).Validate(); err == nil {
		t.Error("a context without a variable passes")
	}
}

func TestAssumption(t *testing.T) {
	for text, want := range map[string]string{
		"once f":         "f: called once, when all variables that are not const hold anything and all locks are free",
		"once f\nonce g": "f, g: called at the same time, each once, when all variables that are not const hold anything and all locks are free",
		driver: "init, probe: called first, alone; remove (nobody waits for it): called once; read, irq: called any number of times, at the same time; " +
			"exit: called last, after the others have returned; at the start all variables hold what they are initialized with and all locks are free",
	} {
		s, err := Parse("test", text)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Assumption(); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
	if got, want := Calling("--harness", "f", "g").String(), "once f\nonce g\n"; got != want {
		t.Errorf("the smallest spec: %q", got)
	}
}
