package logic

// Reading SMT-LIB terms, with a stack of frames instead of recursion: one per '(' that is open.

import (
	"math/big"
	"strings"
)

type frameKind uint8

const (
	frameApp   frameKind = iota // (op arg ...
	frameLet                    // (let ((x term ...   values are bindings
	frameBody                   // (let (...) term     the value is the let's
	frameAnnot                  // (! term ...
)

type frame struct {
	kind  frameKind
	open  token
	start int // of its arguments in parser.args
	// frameApp:
	head  token
	op    *operation
	index []int
	mac   *macro
	as    Sort // of "as const"
	// frameLet, frameBody:
	names []string
}

func (p *parser) bind(name string, t Term) { p.locals[name] = append(p.locals[name], t) }

func (p *parser) unbind(name string) {
	l := p.locals[name]
	if len(l) == 1 {
		delete(p.locals, name)
	} else {
		p.locals[name] = l[:len(l)-1]
	}
}

// term reads one term.
func (p *parser) term() (Term, error) {
	base := len(p.frames)
	defer func() { p.frames, p.args = p.frames[:base], p.args[:0] }()
	for {
		v, err := p.begin()
		if err != nil {
			return 0, err
		}
		if v == 0 {
			continue // a frame was opened
		}
		// Hand the value to the frames that it completes.
		for {
			if len(p.frames) == base {
				return v, nil
			}
			next, done, err := p.deliver(v)
			if err != nil {
				return 0, err
			}
			if !done {
				break
			}
			v = next
		}
	}
}

// begin reads an atom, which it returns, or the beginning of a compound, for which it opens a frame.
func (p *parser) begin() (Term, error) {
	t := p.tok
	switch t.kind {
	case tokSymbol:
		v, err := p.constantNamed(t)
		if err != nil {
			return 0, err
		}
		return v, p.advance()
	case tokHex, tokBinary:
		v, err := p.bits(t)
		if err != nil {
			return 0, err
		}
		return v, p.advance()
	case tokOpen:
	default:
		return 0, p.errAt(t, "a term expected, not %v", t)
	}
	if err := p.advance(); err != nil {
		return 0, err
	}
	f := frame{kind: frameApp, open: t, head: p.tok, start: len(p.args)}
	head := p.tok
	switch {
	case head.kind == tokOpen:
		if err := p.qualified(&f); err != nil {
			return 0, err
		}
	case head.kind != tokSymbol:
		return 0, p.errAt(head, "an operation expected, not %v", head)
	case head.text == "let" && !head.quoted:
		f.kind = frameLet
		if err := p.advance(); err != nil {
			return 0, err
		}
		if _, err := p.expect(tokOpen, "'('"); err != nil {
			return 0, err
		}
		p.frames = append(p.frames, f)
		return 0, p.binding(&p.frames[len(p.frames)-1])
	case head.text == "!" && !head.quoted:
		f.kind = frameAnnot
		if err := p.advance(); err != nil {
			return 0, err
		}
	case head.text == "_" && !head.quoted:
		return p.decimalBits()
	case !head.quoted && reserved[head.text]:
		return 0, p.errAt(head, "%v is not supported", head)
	default:
		if m, ok := p.macros[head.text]; ok {
			f.mac = m
		} else if op, ok := operations[head.text]; ok {
			if op.indices > 0 {
				return 0, p.errAt(head, "%v needs indices: ((_ %s ...) ...)", head, head.text)
			}
			f.op = op
		} else if _, err := p.constantNamed(head); err == nil {
			return 0, p.errAt(head, "%v is not a function", head)
		} else {
			return 0, p.errAt(head, "unknown function %v", head)
		}
		if err := p.advance(); err != nil {
			return 0, err
		}
	}
	p.frames = append(p.frames, f)
	return 0, nil
}

// binding reads "(name" of the next binding of a let, or the ')' that ends the bindings.
func (p *parser) binding(f *frame) error {
	if p.tok.kind == tokClose {
		for i, n := range f.names {
			p.bind(n, p.args[f.start+i])
		}
		p.args = p.args[:f.start]
		f.kind = frameBody
		return p.advance()
	}
	if _, err := p.expect(tokOpen, "'(' or ')'"); err != nil {
		return err
	}
	name, err := p.symbol()
	if err != nil {
		return err
	}
	f.names = append(f.names, name.text)
	return nil
}

// deliver gives a value to the innermost frame. If that completes it, the frame is closed and its value returned.
func (p *parser) deliver(v Term) (value Term, done bool, err error) {
	f := &p.frames[len(p.frames)-1]
	switch f.kind {
	case frameLet:
		p.args = append(p.args, v)
		if _, err := p.expect(tokClose, "')'"); err != nil {
			return 0, false, err
		}
		return 0, false, p.binding(f)
	case frameBody:
		for _, n := range f.names {
			p.unbind(n)
		}
		if _, err := p.expect(tokClose, "')'"); err != nil {
			return 0, false, err
		}
	case frameAnnot:
		for p.tok.kind != tokClose {
			key, err := p.expect(tokKeyword, "an attribute")
			if err != nil {
				return 0, false, err
			}
			if key.text == ":named" {
				name, err := p.symbol()
				if err != nil {
					return 0, false, err
				}
				if err := p.fresh(name); err != nil {
					return 0, false, err
				}
				p.consts[name.text] = v
			} else if p.tok.kind != tokKeyword && p.tok.kind != tokClose {
				if err := p.skip(); err != nil {
					return 0, false, err
				}
			}
		}
		if err := p.advance(); err != nil {
			return 0, false, err
		}
	case frameApp:
		p.args = append(p.args, v)
		if p.tok.kind != tokClose {
			return 0, false, nil
		}
		if err := p.advance(); err != nil {
			return 0, false, err
		}
		if v, err = p.call(f, p.args[f.start:]); err != nil {
			return 0, false, err
		}
		p.args = p.args[:f.start]
		if p.b.Memory() > p.opts.MaxMemory {
			return 0, false, p.limit(f.head, "terms need more than %d MiB", p.opts.MaxMemory>>20)
		}
	}
	p.frames = p.frames[:len(p.frames)-1]
	return v, true, nil
}

// constantNamed is the term that a symbol stands for.
func (p *parser) constantNamed(t token) (Term, error) {
	if l := p.locals[t.text]; len(l) > 0 {
		return l[len(l)-1], nil
	}
	if v, ok := p.consts[t.text]; ok {
		return v, nil
	}
	switch t.text {
	case "true":
		return termTrue, nil
	case "false":
		return termFalse, nil
	}
	if _, ok := p.macros[t.text]; ok {
		return 0, p.errAt(t, "%v needs arguments", t)
	}
	if _, ok := operations[t.text]; ok {
		return 0, p.errAt(t, "%v needs arguments", t)
	}
	return 0, p.errAt(t, "unknown name %v", t)
}

// bits is the value of #x... or #b...
func (p *parser) bits(t token) (Term, error) {
	w, base := len(t.text), 2
	if t.kind == tokHex {
		w, base = 4*w, 16
	}
	if w > p.opts.MaxWidth {
		return 0, p.limit(t, "bit-vector of width %d, more than %d", w, p.opts.MaxWidth)
	}
	v, ok := new(big.Int).SetString(t.text, base)
	if !ok {
		return 0, p.errAt(t, "bad literal %v", t)
	}
	return p.b.BVBig(w, v), nil
}

// decimalBits reads "_ bvN w)".
func (p *parser) decimalBits() (Term, error) {
	if err := p.advance(); err != nil {
		return 0, err
	}
	t, err := p.expect(tokSymbol, "bv and a number")
	if err != nil {
		return 0, err
	}
	digits, ok := strings.CutPrefix(t.text, "bv")
	if !ok || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, p.errAt(t, "bv and a number expected, not %v", t)
	}
	if len(digits) > p.opts.MaxWidth {
		return 0, p.limit(t, "number of %d digits", len(digits))
	}
	at := p.tok
	w, err := p.numeral(p.opts.MaxWidth, "bit-vector of width")
	if err != nil {
		return 0, err
	}
	v, ok := new(big.Int).SetString(digits, 10)
	switch {
	case !ok:
		return 0, p.errAt(t, "bad number %v", t)
	case w == 0:
		return 0, p.errAt(at, "bit-vector of width 0")
	case v.BitLen() > w:
		return 0, p.errAt(t, "%v does not fit in %d bits", t, w)
	}
	_, err = p.expect(tokClose, "')'")
	return p.b.BVBig(w, v), err
}

// qualified reads a head "(_ op i ...)" or "(as const sort)".
func (p *parser) qualified(f *frame) error {
	if err := p.advance(); err != nil {
		return err
	}
	kind, err := p.expect(tokSymbol, "'_' or 'as'")
	if err != nil {
		return err
	}
	f.head = p.tok
	switch kind.text {
	case "as":
		name, err := p.symbol()
		if err != nil {
			return err
		}
		at := p.tok
		if f.as, err = p.sort(); err != nil {
			return err
		}
		if name.text != "const" || !f.as.IsArray() {
			return p.errAt(at, "only (as const (Array ...)) is supported")
		}
		f.op = constArrayOp
	case "_":
		name, err := p.symbol()
		if err != nil {
			return err
		}
		op, ok := operations[name.text]
		if !ok || op.indices == 0 {
			return p.errAt(name, "unknown indexed function %v", name)
		}
		f.op = op
		for range op.indices {
			i, err := p.numeral(p.opts.MaxWidth, "index")
			if err != nil {
				return err
			}
			f.index = append(f.index, i)
		}
	default:
		return p.errAt(kind, "'_' or 'as' expected, not %v", kind)
	}
	_, err = p.expect(tokClose, "')'")
	return err
}

// call applies the operation or function of a frame.
func (p *parser) call(f *frame, args []Term) (Term, error) {
	if f.mac != nil {
		return p.expand(f, args)
	}
	op := f.op
	if len(args) < op.least || op.most >= 0 && len(args) > op.most {
		return 0, p.errAt(f.head, "%v does not take %d arguments", f.head, len(args))
	}
	if op.limit != nil {
		if what := op.limit(p, f.index, args); what != "" {
			return 0, p.limit(f.head, "%s", what)
		}
	}
	if fault := op.check(p.b, f, args); fault != "" {
		return 0, p.errAt(f.head, "%v: %s", f.head, fault)
	}
	return op.build(p.b, f, args), nil
}

// expand applies a function with parameters.
func (p *parser) expand(f *frame, args []Term) (Term, error) {
	m := f.mac
	if len(args) != len(m.params) {
		return 0, p.errAt(f.head, "%v takes %d arguments, not %d", f.head, len(m.params), len(args))
	}
	sub := make(map[Term]Term, len(args))
	for i, a := range args {
		if want := p.b.Sort(m.params[i]); p.b.Sort(a) != want {
			return 0, p.errAt(f.head, "argument %d of %v has sort %v, not %v", i+1, f.head, p.b.Sort(a), want)
		}
		sub[m.params[i]] = a
	}
	if p.subst += m.size; p.subst > p.opts.MaxSubst {
		return 0, p.limit(f.head, "expansion of functions visits more than %d terms", p.opts.MaxSubst)
	}
	return p.b.Subst(m.body, sub), nil
}
