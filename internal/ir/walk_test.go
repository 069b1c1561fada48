package ir_test

import (
	"os"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// everything parses the program that has every instruction with every attribute.
func everything(t *testing.T) *ir.Program {
	t.Helper()
	src, err := os.ReadFile("../irtext/testdata/all.ir")
	if err != nil {
		t.Fatal(err)
	}
	p, err := irtext.Parse("all.ir", src)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func instrs(p *ir.Program) []ir.Instr {
	var all []ir.Instr
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			all = append(all, b.Instrs...)
		}
	}
	return all
}

// fields finds the addresses of all values of a type inside a struct, by reflection, through slices and pointers.
func fields[T any](v reflect.Value, found map[*T]bool) {
	if v.CanAddr() && v.Type() == reflect.TypeFor[T]() {
		found[v.Addr().Interface().(*T)] = true
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			fields(v.Elem(), found)
		}
	case reflect.Struct:
		for i := 0; i < v.NumField(); i++ {
			fields(v.Field(i), found)
		}
	case reflect.Slice:
		for i := 0; i < v.Len(); i++ {
			fields(v.Index(i), found)
		}
	}
}

// TestWalkersSeeEveryField: an operand, register or target that a walker forgets would be renamed, sliced or cloned wrongly
// by every pass, in silence.
func TestWalkersSeeEveryField(t *testing.T) {
	for _, in := range instrs(everything(t)) {
		want := map[*ir.Operand]bool{}
		fields(reflect.ValueOf(in), want)
		inOperand := map[*ir.Reg]bool{}
		for o := range want {
			inOperand[&o.Reg] = true
		}
		ir.Uses(in, func(o *ir.Operand) { delete(want, o) })
		for o := range want {
			if o.IsSet() {
				t.Errorf("Uses of %T does not see %v", in, *o)
			}
		}
		defs := map[*ir.Reg]bool{}
		fields(reflect.ValueOf(in), defs)
		ir.Defs(in, func(r *ir.Reg) { delete(defs, r) })
		for r := range defs {
			if *r != ir.NoReg && !inOperand[r] {
				t.Errorf("Defs of %T does not see %v", in, *r)
			}
		}
		targets := map[*ir.BlockID]bool{}
		fields(reflect.ValueOf(in), targets)
		ir.Targets(in, func(b *ir.BlockID) { delete(targets, b) })
		if len(targets) > 0 {
			t.Errorf("Targets of %T forgets %d of them", in, len(targets))
		}
		mems := map[*ir.Mem]bool{}
		fields(reflect.ValueOf(in), mems)
		m, reads, writes := ir.AccessOf(in)
		if _, ok := in.(*ir.Probe); ok {
			clear(mems) // it asks about an access and makes none
		}
		delete(mems, ir.SourceOf(in))
		if len(mems) > 1 || len(mems) == 1 && !mems[m] || (m != nil) != (reads || writes) {
			t.Errorf("AccessOf of %T is %v", in, m)
		}
	}
}

// TestCloneIsDeep: the copy is equal, and no field of one is a field of the other.
func TestCloneIsDeep(t *testing.T) {
	p := everything(t)
	q := p.Clone()
	if d := cmp.Diff(p, q); d != "" {
		t.Fatalf("Clone differs:\n%s", d)
	}
	text := irtext.Print(p)
	for _, in := range instrs(q) {
		in.Base().ID += 1000
		ir.Uses(in, func(o *ir.Operand) { *o = ir.Operand{Kind: ir.KindConst, Width: 1} })
		ir.Defs(in, func(r *ir.Reg) { *r = 0 })
		ir.Targets(in, func(b *ir.BlockID) { *b = 0 })
		if m, _, _ := ir.AccessOf(in); m != nil {
			*m = ir.Mem{Name: "changed"}
		}
		switch in := in.(type) {
		case *ir.CallPtr:
			clear(in.Candidates)
			for i := range in.Candidates {
				in.Candidates[i] = 1
			}
		case *ir.Spawn:
			for i := range in.Candidates {
				in.Candidates[i] = 1
			}
		case *ir.Switch:
			clear(in.Cases)
		}
	}
	for _, f := range q.Funcs {
		clear(f.Regs)
		clear(f.Params)
		for _, b := range f.Blocks {
			clear(b.Instrs)
			b.Name = ""
		}
		clear(f.Blocks)
		f.Name = ""
	}
	for _, g := range q.Globals {
		clear(g.Init)
		clear(g.Relocs)
		g.Name = ""
	}
	clear(q.Regions)
	clear(q.Assumed)
	if d := cmp.Diff(text, irtext.Print(p)); d != "" {
		t.Errorf("changing the copy changed the original:\n%s", d)
	}
}

// TestKinds: each instruction is a terminator or not, visible or not, as docs/ir.md says.
func TestKinds(t *testing.T) {
	invisible := map[string]bool{
		"Move": true, "Unary": true, "Binary": true, "Extract": true, "Concat": true, "Ite": true, "Alloc": true, "TLSAddr": true,
		"ObjSize": true, "Probe": true, "SameObject": true, "Havoc": true, "Assume": true, "AssumeSame": true, "Forget": true, "Assert": true, "Unsupported": true, "Jump": true, "Branch": true, "Switch": true,
		"Return": true, "Call": true, "CallPtr": true, "ThreadExit": true, "Self": true, "AtomicEnd": true, "Fence": true,
	}
	for _, in := range instrs(everything(t)) {
		name := reflect.TypeOf(in).Elem().Name()
		if ir.Visible(in) == invisible[name] {
			t.Errorf("Visible(%s) = %v", name, ir.Visible(in))
		}
	}
	for _, f := range everything(t).Funcs {
		for _, b := range f.Blocks {
			for i, in := range b.Instrs {
				if ir.IsTerm(in) != (i == len(b.Instrs)-1) {
					t.Errorf("IsTerm(%T) = %v", in, ir.IsTerm(in))
				}
			}
		}
	}
}
