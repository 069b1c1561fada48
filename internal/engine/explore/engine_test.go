package explore_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/explore"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/replay"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/verdict"
)

func parse(t *testing.T, src string) *ir.Program {
	t.Helper()
	p, err := irtext.Parse("t.ir", []byte("program lp64\n"+src))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				in.Base().Pos = source.At("t.ir", int(in.Base().ID), 1)
			}
		}
	}
	return p
}

func ask(t *testing.T, req *engine.Request) *engine.Result {
	t.Helper()
	if req.Properties == nil {
		req.Properties = verdict.Properties()
	}
	return within(t, t.Context(), req)
}

func within(t *testing.T, ctx context.Context, req *engine.Request) *engine.Result {
	t.Helper()
	res, err := explore.Engine.Run(ctx, req)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Claims) != len(req.Properties) {
		t.Fatalf("%d claims for %d properties", len(res.Claims), len(req.Properties))
	}
	for i, c := range res.Claims {
		if _, ok := explore.Engine.Claim[c.Verdict]; !ok || c.Property != req.Properties[i] {
			t.Errorf("claim %+v", c)
		}
		if c.Verdict == verdict.Unknown && c.Reason == "" {
			t.Errorf("UNKNOWN without a reason: %+v", c)
		}
	}
	for i := range res.Findings {
		if res.Findings[i].Replayed {
			t.Error("an engine does not judge itself")
		}
		if _, err := replay.Judge(&req.Question, &res.Findings[i]); err != nil {
			t.Error(err)
		}
	}
	return res
}

func verdicts(res *engine.Result) string {
	var list []string
	for _, c := range res.Claims {
		list = append(list, c.Verdict.String())
	}
	return strings.Join(list, " ")
}

const tail = `
  halt 0 main
}`

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name, src, want, reason string
	}{
		{"nothing wrong", "entry @main\nfunc @main() {" + tail, "PROVED PROVED PROVED PROVED", ""},
		{"one property fails", "entry @main\nfunc @main() {\n  %a:8 = havoc\n  %b:1 = ne %a, 9\n  assert %b" + tail, "BUG PROVED PROVED PROVED", ""},
		{"wide input", "entry @main\nfunc @main() {\n  %a:32 = havoc\n  %b:32 = mul %a, %a" + tail, "UNKNOWN UNKNOWN UNKNOWN UNKNOWN", "wider than 8 bits were tried at some values only, first at t.ir:"},
		{"wide input that is asked", "entry @main\nfunc @main() {\n  %a:32 = havoc\n  %c:1 = ult %a, 70\n  assume %c\n  %b:32 = mul %a, %a\n  %k:1 = ult %b, 4762\n  assert %k" + tail, "PROVED PROVED PROVED PROVED", ""},
		{"vacuous", "entry @main\nfunc @main() {\n  assume 0" + tail, "UNKNOWN UNKNOWN UNKNOWN UNKNOWN", "contradict"},
		{"unsupported", "entry @main\nfunc @main() {\n  unsupported \"setjmp\"\n}", "UNKNOWN UNKNOWN UNKNOWN UNKNOWN", "setjmp"},
		{"layout", "global @x : 4 align 4\nentry @main\nfunc @main() {\n  %a:64 = ptrtoint @x" + tail, "BOUNDED BOUNDED BOUNDED BOUNDED", "where objects lie"},
		{"memory", "entry @main\nfunc @main() {\n  %a:32 = load mem[0:64]" + tail, "PROVED PROVED PROVED BUG", ""},
		{"deadlock", "global @m : 8 align 8\nentry @main\nfunc @main() {\n  lock @m\n  lock @m" + tail, "PROVED PROVED BUG PROVED", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := ask(t, &engine.Request{Question: verdict.Question{Program: parse(t, c.src)}})
			if got := verdicts(res); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			for _, cl := range res.Claims {
				if cl.Verdict != verdict.Bug && !strings.Contains(cl.Reason, c.reason) {
					t.Errorf("reason %q", cl.Reason)
				}
			}
		})
	}
}

const endless = `
global @x : 4 align 4
entry @main
func @w() {
  jump again
again:
  rmw add mem[@x] atomic, 1:32
  jump again
}
func @main() {
  spawn &w()
  call @w()
  halt 0 main
}`

func TestLimits(t *testing.T) {
	p := parse(t, endless)
	ctx, cancel := budget.Within(budget.New(t.Context()), 100*budget.Millisecond)
	defer cancel()
	if got := within(t, ctx, &engine.Request{Question: verdict.Question{Program: p, Properties: verdict.Properties()}}); verdicts(got) != "UNKNOWN UNKNOWN UNKNOWN UNKNOWN" || got.Claims[0].Reason != budget.ErrSpent.Error() {
		t.Errorf("%s %q", verdicts(got), got.Claims[0].Reason)
	}
	for reason, req := range map[string]*engine.Request{
		"state limit":  {Question: verdict.Question{Program: p, Bounds: verdict.Bounds{States: 1000}}},
		"memory limit": {Question: verdict.Question{Program: p}, Memory: 16 << 20},
	} {
		res := ask(t, req)
		if got := verdicts(res); got != "UNKNOWN UNKNOWN UNKNOWN UNKNOWN" || !strings.Contains(res.Claims[0].Reason, reason) {
			t.Errorf("%s: %s %q", reason, got, res.Claims[0].Reason)
		}
	}
}

func TestForbidsProved(t *testing.T) {
	p := parse(t, "entry @main\nfunc @main() {"+tail)
	p.Assumed = []ir.Assumption{{Text: "register_callback: no effect", ForbidsProved: true}}
	res := ask(t, &engine.Request{Question: verdict.Question{Program: p}})
	if got := verdicts(res); got != "UNKNOWN UNKNOWN UNKNOWN UNKNOWN" || !strings.Contains(res.Claims[0].Reason, "register_callback") {
		t.Errorf("%s %q", got, res.Claims[0].Reason)
	}
}

func TestUnreached(t *testing.T) {
	p := parse(t, "entry @main\nfunc @main() {\n  branch 0, a, b\na:\n  %c:1 = havoc\n  assert %c msg \"never\"\n  jump b\nb:"+tail)
	res := ask(t, &engine.Request{Question: verdict.Question{Program: p}})
	if c := res.Claims[0]; c.Verdict != verdict.Proved || len(c.Unreached) != 1 || !strings.Contains(c.Unreached[0], "never") {
		t.Errorf("%+v", res.Claims[0])
	}
}

// TestDeterminism: the same question gives the same answer.
func TestDeterminism(t *testing.T) {
	src := strings.Replace(endless, "jump again\n}", "%v:32 = load mem[@x]\n  %b:1 = ult %v, 4\n  assert %b\n  jump again\n}", 1)
	var first *engine.Result
	for range 3 {
		res := ask(t, &engine.Request{Question: verdict.Question{Program: parse(t, src), Bounds: verdict.Bounds{States: 3000}}})
		if first == nil {
			first = res
		} else if !reflect.DeepEqual(first, res) {
			t.Fatalf("%+v\n%+v", first, res)
		}
	}
	if len(first.Findings) == 0 {
		t.Error("nothing found")
	}
}
