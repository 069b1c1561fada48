package irtext

import (
	"math"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Instructions. The word after the results chooses the instruction; every instruction says how many results it can have.

// instr reads one instruction, without its ID and place.
func (p *parser) instr() ir.Instr {
	var res []ir.Reg
	start := p.peek()
	if start.kind == tReg || p.is("_") {
		for !p.bad {
			if p.accept("_") {
				res = append(res, ir.NoReg)
			} else {
				res = append(res, p.reg())
			}
			if !p.accept(",") {
				break
			}
		}
		p.expect("=")
	}
	t := p.peek()
	word := p.take(tIdent, "an instruction")
	if p.bad {
		return nil
	}
	q := &instrParser{parser: p, res: res, start: start}
	in := q.pure(word)
	if in == nil {
		in = q.control(word)
	}
	if in == nil {
		in = q.sync(word)
	}
	if in == nil && !p.bad {
		p.errorf(t, seeDocs, "unknown instruction %q", word)
	}
	if !p.bad && q.used < len(res) {
		p.errorf(start, "remove the results that are too many", "%s has at most %d results", word, q.used)
	}
	return in
}

// instrParser is the parser inside one instruction, with the results that stand left of "=".
type instrParser struct {
	*parser
	res   []ir.Reg
	used  int
	start token
}

// result is the next result, if it is wanted.
func (q *instrParser) result() ir.Reg {
	q.used++
	if q.used <= len(q.res) {
		return q.res[q.used-1]
	}
	return ir.NoReg
}

// must is the next result of an instruction that is useless without it.
func (q *instrParser) must() ir.Reg {
	r := q.result()
	if r == ir.NoReg && !q.bad {
		q.errorf(q.start, "write %r = before it", "the instruction needs a result")
	}
	return r
}

func (q *instrParser) comma() ir.Operand {
	q.expect(",")
	return q.operand()
}

// ranged is an access to a range.
func (q *instrParser) ranged() ir.Mem {
	t := q.peek()
	m := q.mem()
	if !m.Len.IsSet() && !q.bad {
		q.errorf(t, "write len N after the address", "an access to a range has a length")
	}
	return m
}

func (q *instrParser) pure(word string) ir.Instr {
	if op, ok := unWords[word]; ok {
		return &ir.Unary{Dst: q.must(), Op: op, X: q.operand()}
	}
	if op, ok := binWords[word]; ok {
		return &ir.Binary{Dst: q.must(), Op: op, X: q.operand(), Y: q.comma(), Layout: q.accept("layout"), Exact: q.accept("exact")}
	}
	switch word {
	case "move":
		return &ir.Move{Dst: q.must(), X: q.operand()}
	case "extract":
		in := &ir.Extract{Dst: q.must(), X: q.operand()}
		q.expect(",")
		in.Lo = int(q.integer(0, ir.MaxWidth))
		return in
	case "concat":
		return &ir.Concat{Dst: q.must(), Hi: q.operand(), Lo: q.comma()}
	case "ite":
		return &ir.Ite{Dst: q.must(), Cond: q.operand(), X: q.comma(), Y: q.comma()}
	case "load":
		return &ir.Load{Dst: q.must(), Mem: q.mem()}
	case "store":
		return &ir.Store{Mem: q.mem(), Val: q.comma()}
	case "fill":
		in := &ir.Fill{Mem: q.ranged()}
		q.expect(",")
		if q.accept("any") {
			in.Outside = q.accept("outside")
		} else {
			in.Val = q.operand()
		}
		return in
	case "copy":
		in := &ir.Copy{Mem: q.ranged()}
		q.expect(",")
		in.Src = q.mem()
		in.Src.Size = 1
		return in
	case "scan":
		return &ir.Scan{Dst: q.must(), Mem: q.ranged(), Val: q.comma(), Part: q.accept("part")}
	case "touch":
		return &ir.Touch{Mem: q.ranged(), Write: q.accept("write")}
	case "rmw":
		t := q.peek()
		op, ok := rmwWords[q.take(tIdent, "an operation")]
		if !ok {
			q.errorf(t, "such as add, xchg, smax", "unknown read-modify-write operation %s", t.describe())
		}
		return &ir.RMW{Dst: q.result(), Op: op, Mem: q.mem(), Val: q.comma()}
	case "cas":
		return &ir.CAS{
			Dst: q.result(), OK: q.result(), Mem: q.mem(), Expected: q.comma(), New: q.comma(),
			Weak: q.accept("weak"),
		}
	case "alloc":
		in := &ir.Alloc{Dst: q.must(), Size: q.operand(), Align: 1}
		if q.accept("align") {
			in.Align = q.integer(1, math.MaxInt64)
		}
		in.Stack = q.accept("stack")
		in.Zero = q.accept("zero")
		if q.accept("room") {
			in.Room = q.integer(1, math.MaxInt64)
		}
		if q.accept("name") {
			in.Name = q.str()
		}
		return in
	case "free":
		in := &ir.Free{Addr: q.operand(), Stack: q.accept("stack")}
		if q.accept("lives") {
			in.Lives = q.region()
		}
		if q.accept("objects") {
			q.list("[", "]", func() { in.Objects = append(in.Objects, q.object()) })
		}
		return in
	case "tls":
		t := q.peek()
		in := &ir.TLSAddr{Dst: q.must()}
		n := q.take(tGlobal, "a thread-local global")
		g, ok := q.globals[n]
		if !ok {
			q.errorf(t, "define it with global", "no global %s", t.describe())
		}
		in.Global = g
		return in
	case "objsize":
		return &ir.ObjSize{Dst: q.must(), Addr: q.operand()}
	case "probe":
		in := &ir.Probe{Dst: q.must(), Mem: q.mem()}
		if q.accept("frees") {
			q.list("[", "]", func() { in.Frees = append(in.Frees, q.object()) })
		}
		return in
	case "sameobject":
		return &ir.SameObject{Dst: q.must(), X: q.operand(), Y: q.comma()}
	case "havoc":
		in := &ir.Havoc{Dst: q.must()}
		switch {
		case q.accept("outside"):
			in.Outside = ir.Data
		case q.accept("hostile"):
			in.Outside, in.What = ir.Choice, q.str()
		case q.accept("handle"):
			in.Outside = ir.Handle
		case q.accept("answer"):
			in.Outside = ir.Answer
		}
		return in
	case "assume":
		return &ir.Assume{Cond: q.operand()}
	case "assume_same":
		in := &ir.AssumeSame{A: q.region()}
		q.expect(",")
		in.B = q.region()
		return in
	case "forget":
		return &ir.Forget{Region: q.region()}
	case "assert":
		in := &ir.Assert{Cond: q.operand(), Kind: "assert"}
		if q.accept("kind") {
			in.Kind = q.str()
		}
		if q.accept("msg") {
			in.Msg = q.str()
		}
		return in
	case "unsupported":
		return &ir.Unsupported{What: q.str()}
	}
	return nil
}

func (q *instrParser) control(word string) ir.Instr {
	switch word {
	case "jump":
		return &ir.Jump{To: q.target()}
	case "branch":
		in := &ir.Branch{Cond: q.operand()}
		q.expect(",")
		in.Then = q.target()
		q.expect(",")
		in.Else = q.target()
		return in
	case "switch":
		in := &ir.Switch{X: q.operand()}
		q.list("[", "]", func() {
			var c ir.Case
			c.Lo, _ = q.literal()
			c.Hi = c.Lo
			if q.accept("..") {
				c.Hi, _ = q.literal()
			}
			q.expect(":")
			c.To = q.target()
			in.Cases = append(in.Cases, c)
		})
		q.expect("default")
		in.Default = q.target()
		return in
	case "return":
		in := &ir.Return{}
		if q.startsOperand() {
			in.X = q.operand()
		}
		return in
	case "call":
		return &ir.Call{Dst: q.result(), Func: q.function(), Args: q.args()}
	case "callptr":
		in := &ir.CallPtr{Dst: q.result(), Ptr: q.operand(), Args: q.args()}
		if q.is("[") {
			in.Candidates = q.candidates()
		}
		return in
	case "halt":
		in := &ir.Halt{}
		if q.startsOperand() {
			in.Code = q.operand()
		}
		in.Main = q.accept("main")
		in.Outside = q.accept("outside")
		return in
	case "thread_exit":
		in := &ir.ThreadExit{}
		if q.startsOperand() {
			in.X = q.operand()
		}
		return in
	}
	return nil
}

func (q *instrParser) sync(word string) ir.Instr {
	switch word {
	case "spawn":
		in := &ir.Spawn{Dst: q.result()}
		if q.accept("id") {
			m := q.mem()
			in.ID = &m
			q.expect(",")
		}
		in.Fn = q.operand()
		in.Args = q.args()
		if q.is("[") {
			in.Candidates = q.candidates()
		} else if in.Fn.Kind == ir.KindFunc {
			in.Candidates = []ir.FuncID{in.Fn.Func}
		}
		in.Outlives = q.accept("outlives")
		return in
	case "join":
		return &ir.Join{Dst: q.result(), Status: q.result(), Thread: q.operand(), Try: q.accept("try"), Timed: q.accept("timed")}
	case "self":
		return &ir.Self{Dst: q.must()}
	case "sync_init":
		t := q.peek()
		k, ok := syncWords[q.take(tIdent, "a kind of synchronization object")]
		if !ok {
			q.errorf(t, "mutex, rwlock, spin, cond, sem or barrier", "unknown synchronization object %s", t.describe())
		}
		in := &ir.SyncInit{What: k, Obj: q.operand()}
		if q.accept(",") {
			in.Arg = q.operand()
		}
		return in
	case "sync_destroy":
		return &ir.SyncDestroy{Obj: q.operand()}
	case "lock":
		return &ir.Lock{Status: q.result(), Obj: q.operand(), Shared: q.accept("shared"), Try: q.accept("try"), Timed: q.accept("timed")}
	case "unlock":
		return &ir.Unlock{Status: q.result(), Obj: q.operand()}
	case "wait":
		return &ir.Wait{Cond: q.operand(), Mutex: q.comma()}
	case "wake":
		return &ir.Wake{Status: q.result(), Cond: q.operand(), Timed: q.accept("timed")}
	case "signal":
		return &ir.Signal{Cond: q.operand(), All: q.accept("all")}
	case "down":
		return &ir.Down{Status: q.result(), Obj: q.operand(), Try: q.accept("try"), Timed: q.accept("timed")}
	case "up":
		return &ir.Up{Obj: q.operand()}
	case "holds":
		return &ir.Holds{Dst: q.must(), Obj: q.operand()}
	case "semvalue":
		return &ir.SemValue{Dst: q.must(), Obj: q.operand()}
	case "arrive":
		return &ir.Arrive{Ticket: q.must(), Last: q.result(), Obj: q.operand()}
	case "pass":
		return &ir.Pass{Obj: q.operand(), Ticket: q.comma()}
	case "atomic_begin":
		return &ir.AtomicBegin{}
	case "atomic_end":
		return &ir.AtomicEnd{}
	case "fence":
		return &ir.Fence{Order: q.order()}
	}
	return nil
}
