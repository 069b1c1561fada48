package irtext

import (
	"strconv"

	"github.com/heddle-dev/heddle/internal/ir"
)

// One instruction on one line. Results stand left of "=", operands in the order of ir.Uses: the brief form numbers
// registers by their order in the text and finds that order with ir.Defs and ir.Uses, so the two must agree.

// results prints "%a:32, %b:1 = ". A result that is not wanted is "_"; trailing ones are left out.
func (w *printer) results(rs ...ir.Reg) {
	for len(rs) > 0 && rs[len(rs)-1] == ir.NoReg {
		rs = rs[:len(rs)-1]
	}
	for i, r := range rs {
		if i > 0 {
			w.printf(", ")
		}
		if r == ir.NoReg {
			w.printf("_")
			continue
		}
		w.def(r)
	}
	if len(rs) > 0 {
		w.printf(" = ")
	}
}

func (w *printer) operands(xs ...ir.Operand) {
	for i, x := range xs {
		if i > 0 {
			w.printf(", ")
		}
		w.operand(x)
	}
}

func (w *printer) flag(on bool, word string) {
	if on {
		w.printf(" %s", word)
	}
}

func (w *printer) opt(x ir.Operand) {
	if x.IsSet() {
		w.printf(" ")
		w.operand(x)
	}
}

func (w *printer) mem(m *ir.Mem) {
	w.printf("%s[", w.region(m.Region))
	w.operand(m.Addr)
	w.printf("]")
	if m.Len.IsSet() {
		w.printf(" len ")
		w.operand(m.Len)
		if m.Within != 0 {
			w.printf(" within %s", w.region(m.Within))
		}
		if m.Also.IsSet() {
			w.printf(" also %s[", w.region(m.AlsoIn))
			w.operand(m.Also)
			w.printf("]")
		}
	} else if w.detail >= withSize && !w.ranged {
		w.printf(" size %d", m.Size)
	}
	if m.Mark != ir.MarkPlain {
		w.printf(" %s", word(m.Mark, markWords))
	}
	if m.Order != ir.SeqCst {
		w.printf(" %s", word(m.Order, orderWords))
	}
	w.flag(m.Excused, "excused")
	w.flag(m.Unsure, "unsure")
	if w.o.Names && m.Name != "" {
		w.printf(" name %s", strconv.Quote(m.Name))
	}
	if w.o.Names && m.Field != m.Name {
		w.printf(" field %s", strconv.Quote(m.Field))
	}
	w.flag(w.o.Names && m.Overlay, "overlay")
	w.show(m.Show)
}

func (w *printer) objects(word string, os []ir.Object) {
	if len(os) == 0 {
		return
	}
	w.printf(" %s [", word)
	for i, o := range os {
		if i > 0 {
			w.printf(", ")
		}
		w.object(o)
	}
	w.printf("]")
}

func (w *printer) candidates(fs []ir.FuncID) {
	w.printf(" [")
	for i, f := range fs {
		if i > 0 {
			w.printf(", ")
		}
		w.printf("@%s", w.funcName(f))
	}
	w.printf("]")
}

func (w *printer) args(xs []ir.Operand) {
	w.printf("(")
	w.operands(xs...)
	w.printf(")")
}

// op prints a result, if there is one, the name of an operation and its operands.
func (w *printer) op(dst ir.Reg, name string, xs ...ir.Operand) {
	w.results(dst)
	w.printf("%s", name)
	if len(xs) > 0 {
		w.printf(" ")
		w.operands(xs...)
	}
}

// access does the same with the memory that is accessed.
func (w *printer) access(dst ir.Reg, name string, m *ir.Mem) {
	w.op(dst, name)
	w.printf(" ")
	w.mem(m)
}

func (w *printer) instr(in ir.Instr) {
	if in == nil {
		w.printf("?")
		return
	}
	w.detail = needed(w.p, w.f, in)
	switch in := in.(type) {
	case *ir.Move:
		w.op(in.Dst, "move", in.X)
	case *ir.Unary:
		w.op(in.Dst, word(in.Op, unWords), in.X)
	case *ir.Binary:
		w.op(in.Dst, word(in.Op, binWords), in.X, in.Y)
		w.flag(in.Layout, "layout")
		w.flag(in.Exact, "exact")
	case *ir.Extract:
		w.op(in.Dst, "extract", in.X)
		w.printf(", %d", in.Lo)
	case *ir.Concat:
		w.op(in.Dst, "concat", in.Hi, in.Lo)
	case *ir.Ite:
		w.op(in.Dst, "ite", in.Cond, in.X, in.Y)
	case *ir.Load:
		w.access(in.Dst, "load", &in.Mem)
	case *ir.Store:
		w.access(ir.NoReg, "store", &in.Mem)
		w.printf(", ")
		w.operand(in.Val)
	case *ir.Fill:
		w.access(ir.NoReg, "fill", &in.Mem)
		w.printf(", ")
		if in.Any() {
			w.printf("any")
			w.flag(in.Outside, "outside")
		} else {
			w.operand(in.Val)
		}
	case *ir.Copy:
		w.access(ir.NoReg, "copy", &in.Mem)
		w.printf(", ")
		w.ranged = true
		w.mem(&in.Src)
		w.ranged = false
	case *ir.Scan:
		w.access(in.Dst, "scan", &in.Mem)
		w.printf(", ")
		w.operand(in.Val)
		w.flag(in.Part, "part")
	case *ir.Touch:
		w.access(ir.NoReg, "touch", &in.Mem)
		w.flag(in.Write, "write")
	case *ir.RMW:
		w.results(in.Dst)
		w.printf("rmw %s ", word(in.Op, rmwWords))
		w.mem(&in.Mem)
		w.printf(", ")
		w.operand(in.Val)
	case *ir.CAS:
		w.results(in.Dst, in.OK)
		w.printf("cas ")
		w.mem(&in.Mem)
		w.printf(", ")
		w.operands(in.Expected, in.New)
		w.flag(in.Weak, "weak")
	case *ir.Alloc:
		w.op(in.Dst, "alloc", in.Size)
		w.printf(" align %d", in.Align)
		w.flag(in.Stack, "stack")
		w.flag(in.Zero, "zero")
		if in.Room > 0 {
			w.printf(" room %d", in.Room)
		}
		if w.o.Names && in.Name != "" {
			w.printf(" name %s", strconv.Quote(in.Name))
		}
	case *ir.Free:
		w.op(ir.NoReg, "free", in.Addr)
		w.flag(in.Stack, "stack")
		w.lives(in.Lives)
		w.objects("objects", in.Objects)
	case *ir.TLSAddr:
		w.results(in.Dst)
		w.printf("tls @%s", w.globalName(in.Global))
	case *ir.ObjSize:
		w.op(in.Dst, "objsize", in.Addr)
	case *ir.Probe:
		w.access(in.Dst, "probe", &in.Mem)
		w.objects("frees", in.Frees)
	case *ir.SameObject:
		w.op(in.Dst, "sameobject", in.X, in.Y)
	case *ir.Havoc:
		w.op(in.Dst, "havoc")
		w.flag(in.Outside == ir.Data, "outside")
		w.flag(in.Outside == ir.Handle, "handle")
		w.flag(in.Outside == ir.Answer, "answer")
		if in.Outside == ir.Choice {
			w.printf(" hostile %s", strconv.Quote(in.What))
		}
	case *ir.Assume:
		w.op(ir.NoReg, "assume", in.Cond)
	case *ir.AssumeSame:
		w.printf("assume_same %s, %s", w.region(in.A), w.region(in.B))
	case *ir.Forget:
		w.printf("forget %s", w.region(in.Region))
	case *ir.Assert:
		w.op(ir.NoReg, "assert", in.Cond)
		if in.Kind != "assert" {
			w.printf(" kind %s", strconv.Quote(in.Kind))
		}
		if in.Msg != "" {
			w.printf(" msg %s", strconv.Quote(in.Msg))
		}
	case *ir.Unsupported:
		w.printf("unsupported %s", strconv.Quote(in.What))
	default:
		w.control(in)
	}
}

func (w *printer) control(in ir.Instr) {
	switch in := in.(type) {
	case *ir.Jump:
		w.printf("jump %s", w.block(in.To))
	case *ir.Branch:
		w.op(ir.NoReg, "branch", in.Cond)
		w.printf(", %s, %s", w.block(in.Then), w.block(in.Else))
	case *ir.Switch:
		w.op(ir.NoReg, "switch", in.X)
		w.printf(" [")
		for i, c := range in.Cases {
			if i > 0 {
				w.printf(", ")
			}
			w.printf("%s", number(c.Lo, in.X.Width))
			if c.Hi != c.Lo {
				w.printf("..%s", number(c.Hi, in.X.Width))
			}
			w.printf(": %s", w.block(c.To))
		}
		w.printf("] default %s", w.block(in.Default))
	case *ir.Return:
		w.printf("return")
		w.opt(in.X)
	case *ir.Call:
		w.results(in.Dst)
		w.printf("call @%s", w.funcName(in.Func))
		w.args(in.Args)
	case *ir.CallPtr:
		w.op(in.Dst, "callptr", in.Ptr)
		w.args(in.Args)
		w.candidates(in.Candidates)
	case *ir.Halt:
		w.printf("halt")
		w.opt(in.Code)
		w.flag(in.Main, "main")
		w.flag(in.Outside, "outside")
	case *ir.ThreadExit:
		w.printf("thread_exit")
		w.opt(in.X)
	default:
		w.sync(in)
	}
}

func (w *printer) sync(in ir.Instr) {
	switch in := in.(type) {
	case *ir.Spawn:
		w.results(in.Dst)
		w.printf("spawn ")
		if in.ID != nil {
			w.printf("id ")
			w.mem(in.ID)
			w.printf(", ")
		}
		w.operand(in.Fn)
		w.args(in.Args)
		if !impliedCandidates(in) {
			w.candidates(in.Candidates)
		}
		w.flag(in.Outlives, "outlives")
	case *ir.Join:
		w.results(in.Dst, in.Status)
		w.op(ir.NoReg, "join", in.Thread)
		w.flag(in.Try, "try")
		w.flag(in.Timed, "timed")
	case *ir.Self:
		w.op(in.Dst, "self")
	case *ir.SyncInit:
		w.printf("sync_init %s ", word(in.What, syncWords))
		w.operand(in.Obj)
		if in.Arg.IsSet() {
			w.printf(", ")
			w.operand(in.Arg)
		}
	case *ir.SyncDestroy:
		w.op(ir.NoReg, "sync_destroy", in.Obj)
	case *ir.Lock:
		w.op(in.Status, "lock", in.Obj)
		w.flag(in.Shared, "shared")
		w.flag(in.Try, "try")
		w.flag(in.Timed, "timed")
	case *ir.Unlock:
		w.op(in.Status, "unlock", in.Obj)
	case *ir.Wait:
		w.op(ir.NoReg, "wait", in.Cond, in.Mutex)
	case *ir.Wake:
		w.op(in.Status, "wake", in.Cond)
		w.flag(in.Timed, "timed")
	case *ir.Signal:
		w.op(ir.NoReg, "signal", in.Cond)
		w.flag(in.All, "all")
	case *ir.Down:
		w.op(in.Status, "down", in.Obj)
		w.flag(in.Try, "try")
		w.flag(in.Timed, "timed")
	case *ir.Up:
		w.op(ir.NoReg, "up", in.Obj)
	case *ir.Holds:
		w.op(in.Dst, "holds", in.Obj)
	case *ir.SemValue:
		w.op(in.Dst, "semvalue", in.Obj)
	case *ir.Arrive:
		w.results(in.Ticket, in.Last)
		w.op(ir.NoReg, "arrive", in.Obj)
	case *ir.Pass:
		w.op(ir.NoReg, "pass", in.Obj, in.Ticket)
	case *ir.AtomicBegin:
		w.printf("atomic_begin")
	case *ir.AtomicEnd:
		w.printf("atomic_end")
	case *ir.Fence:
		w.printf("fence")
		if in.Order != ir.SeqCst {
			w.printf(" %s", word(in.Order, orderWords))
		}
	default:
		w.printf("? %T", in)
	}
}

// impliedCandidates says whether the parser would find the candidates of a spawn from its function alone.
func impliedCandidates(in *ir.Spawn) bool {
	return in.Fn.Kind == ir.KindFunc && len(in.Candidates) == 1 && in.Candidates[0] == in.Fn.Func ||
		in.Fn.Kind != ir.KindFunc && len(in.Candidates) == 0
}
