package confirm

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func sample() *Saved {
	return &Saved{
		Files: []File{{Path: "a.c", Flags: []string{"-Iinclude", "-DN=2"}, SHA: "00"}}, DataModel: "lp64", Kind: "race",
		Places: []string{"1 block a.c:5", "0 block b c.h:12"}, Threads: 3, Ended: []int{2},
		Steps:  []string{"0 call pthread_create a.c:11", "1 about to read a.c:5", "0 about to write b c.h:12", "0 again pthread_cond_wait a.c:9"},
		Inputs: []string{"0 takes 7 at a.c:4", "1 takes 2 from read at a.c:20 with 6f6b"},
	}
}

func TestSaved(t *testing.T) {
	p, err := sample().Plan()
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Save(); !reflect.DeepEqual(got, sample()) {
		t.Errorf("%+v", got)
	}
	for name, change := range map[string]func(*Saved){
		"model":            func(s *Saved) { s.DataModel = "llp64" },
		"kind":             func(s *Saved) { s.Kind = "nonsense" },
		"no file":          func(s *Saved) { s.Files = nil },
		"no thread":        func(s *Saved) { s.Threads = 0 },
		"many threads":     func(s *Saved) { s.Threads = 1 << 30 },
		"one place":        func(s *Saved) { s.Places = s.Places[:1] },
		"no place":         func(s *Saved) { s.Places = nil },
		"thread":           func(s *Saved) { s.Steps[0] = "3 read a.c:1" },
		"ended":            func(s *Saved) { s.Ended = []int{-1} },
		"word":             func(s *Saved) { s.Steps[0] = "0 jump a.c:1" },
		"zero":             func(s *Saved) { s.Steps[0] = "0 read a.c:01" },
		"directory":        func(s *Saved) { s.Steps[0] = "0 read ../a.c:1" },
		"newline":          func(s *Saved) { s.Steps[0] = "0 read a\n.c:1" },
		"call of nothing":  func(s *Saved) { s.Steps[0] = "0 call a.c:1" },
		"no identifier":    func(s *Saved) { s.Inputs[1] = "1 takes 2 from a() at a.c:20" },
		"number":           func(s *Saved) { s.Inputs[0] = "0 takes 99999999999999999999 at a.c:4" },
		"half a byte":      func(s *Saved) { s.Inputs[1] = "1 takes 2 from read at a.c:20 with 6f6" },
		"capitals":         func(s *Saved) { s.Inputs[1] = "1 takes 2 from read at a.c:20 with 6F" },
		"thread of inputs": func(s *Saved) { s.Inputs[0] = "9 takes 7 at a.c:4" },
	} {
		s := sample()
		change(s)
		if _, err := s.Plan(); err == nil {
			t.Errorf("%s: it is believed", name)
		}
	}
}

// FuzzSaved: what is taken for a plan says the same when it is saved again, and none of its words gets out of where it stands in the C text.
func FuzzSaved(f *testing.F) {
	raw, err := json.Marshal(sample())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add([]byte(strings.Replace(string(raw), "a.c:5", `a*/ ?" .c:5`, 1)))
	f.Add([]byte(`{"files":[{"path":"-x"}],"data_model":"ilp32","kind":"deadlock","places":["0 block a.c:1"],"threads":1}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var s Saved
		if json.Unmarshal(raw, &s) != nil || s.Threads > 100 {
			return
		}
		p, err := s.Plan()
		if err != nil {
			return
		}
		again, err := p.Save().Plan()
		if err != nil {
			t.Fatalf("what was saved again is refused: %v", err)
		}
		text := p.Text("")
		if again.Text("") != text {
			t.Error("saved again, it is another plan")
		}
		table, _, found := strings.Cut(text, runtime())
		if !found {
			t.Fatal("the runtime is not there")
		}
		for _, line := range strings.Split(table, "\n") {
			if strings.HasPrefix(line, "\t{") && (strings.Count(line, "*/") > 1 || strings.Count(line, `"`)%2 != 0) {
				t.Errorf("a step or an input gets out of its place: %s", line)
			}
		}
		for _, c := range p.commands("gcc", "r.c", "r", ".") {
			for _, a := range c.args {
				if strings.HasPrefix(a, "-fplugin") || strings.HasPrefix(a, "-B") || strings.HasPrefix(a, "@") || strings.HasPrefix(a, "-wrapper") || strings.HasPrefix(a, "-specs") {
					t.Errorf("the compiler is told %s", a)
				}
			}
		}
	})
}
