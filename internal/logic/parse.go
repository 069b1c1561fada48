package logic

// A reader of SMT-LIB 2: the commands and theories of QF_BV, QF_ABV and QF_AX over bit-vectors, and what Printer writes.
//
// Benchmarks nest lets hundreds of thousands deep, so terms are read with an explicit stack of frames (parseterm.go), and
// built as they are read; no syntax tree exists. Functions with parameters are macros: the body is built over fresh
// variables and substituted at each use. Text can ask for much more than its own size (widths, repeated macros), so
// memory, widths and the work of substitution have limits, and exceeding one is a LimitError.

import (
	"fmt"
	"io"
	"strconv"
)

// ParseOptions limit what a text may ask for. Zero fields have the defaults.
type ParseOptions struct {
	MaxBytes  int64 // length of the text (1 GiB)
	MaxWidth  int   // width of bit-vectors (65536)
	MaxMemory int64 // memory of the terms built (4 GiB)
	MaxSubst  int64 // nodes visited in expanding functions with parameters (100 million)
}

func (o *ParseOptions) defaults() {
	if o.MaxBytes == 0 {
		o.MaxBytes = 1 << 30
	}
	if o.MaxWidth == 0 {
		o.MaxWidth = 1 << 16
	}
	if o.MaxMemory == 0 {
		o.MaxMemory = 4 << 30
	}
	if o.MaxSubst == 0 {
		o.MaxSubst = 100_000_000
	}
}

// maxLevels bounds the depth of push.
const maxLevels = 10000

// macro is a defined function with parameters.
type macro struct {
	params []Term // fresh variables
	body   Term
	size   int64 // nodes in the body
}

type parser struct {
	lexer
	b      *Builder
	opts   ParseOptions
	tok    token // the one to be read next
	script *Script

	locals map[string][]Term // let-bound names and parameters, innermost last
	consts map[string]Term   // declared and defined constants
	macros map[string]*macro
	sorts  map[string]Sort
	undo   [][]string // per push: names to forget at its pop
	marks  []int      // per push: assertions in force
	subst  int64

	frames []frame
	args   []Term
}

// ParseSMTLIB reads a script and builds its terms in b. Errors are *SyntaxError or *LimitError with a position, or
// those of the reader.
func ParseSMTLIB(b *Builder, r io.Reader) (*Script, error) {
	return ParseSMTLIBWith(b, r, ParseOptions{})
}

// ParseSMTLIBWith is ParseSMTLIB with limits.
func ParseSMTLIBWith(b *Builder, r io.Reader, opts ParseOptions) (*Script, error) {
	opts.defaults()
	src, err := io.ReadAll(io.LimitReader(r, opts.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading SMT-LIB: %w", err)
	}
	if int64(len(src)) > opts.MaxBytes {
		return nil, &LimitError{Line: 1, Col: 1, What: fmt.Sprintf("text of more than %d bytes", opts.MaxBytes)}
	}
	opts.MaxMemory += b.Memory()
	p := &parser{
		lexer: lexer{src: string(src), line: 1}, b: b, opts: opts, script: &Script{},
		locals: map[string][]Term{}, consts: map[string]Term{}, macros: map[string]*macro{}, sorts: map[string]Sort{},
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	for p.tok.kind != tokEOF {
		done, err := p.command()
		if err != nil {
			return nil, err
		}
		if done {
			break
		}
	}
	return p.script, nil
}

func (p *parser) advance() (err error) {
	p.tok, err = p.next()
	return err
}

func (p *parser) errAt(t token, format string, args ...any) error {
	return p.errorf(t.line, t.col, format, args...)
}

func (p *parser) limit(t token, format string, args ...any) error {
	return &LimitError{Line: t.line, Col: t.col, What: fmt.Sprintf(format, args...)}
}

// expect takes a token of the kind.
func (p *parser) expect(k tokenKind, what string) (token, error) {
	t := p.tok
	if t.kind != k {
		return t, p.errAt(t, "%s expected, not %v", what, t)
	}
	return t, p.advance()
}

func (p *parser) symbol() (token, error) {
	t, err := p.expect(tokSymbol, "a name")
	if err == nil && !t.quoted && reserved[t.text] {
		return t, p.errAt(t, "%v is a reserved word", t)
	}
	return t, err
}

// numeral takes a number from 0 to limit.
func (p *parser) numeral(limit int, what string) (int, error) {
	t, err := p.expect(tokNumeral, "a number")
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseUint(t.text, 10, 62)
	if err != nil || n > uint64(limit) {
		return 0, p.limit(t, "%s %s, more than %d", what, cut(t.text), limit)
	}
	return int(n), nil
}

// skip takes one s-expression.
func (p *parser) skip() error {
	depth := 0
	for {
		t := p.tok
		switch t.kind {
		case tokOpen:
			depth++
		case tokClose:
			depth--
		case tokEOF:
			return p.errAt(t, "unexpected end of the text")
		}
		if depth < 0 {
			return p.errAt(t, "unexpected ')'")
		}
		if err := p.advance(); err != nil {
			return err
		}
		if depth == 0 {
			return nil
		}
	}
}

// skipRest takes everything up to the ')' of the command.
func (p *parser) skipRest() error {
	for p.tok.kind != tokClose {
		if err := p.skip(); err != nil {
			return err
		}
	}
	return nil
}

// command reads one command; done says that the script ends there.
func (p *parser) command() (done bool, err error) {
	open, err := p.expect(tokOpen, "'('")
	if err != nil {
		return false, err
	}
	name, err := p.expect(tokSymbol, "a command")
	if err != nil {
		return false, err
	}
	cmd := Command{Line: open.line}
	switch name.text {
	case "set-logic":
		var t token
		if t, err = p.symbol(); err == nil {
			p.script.Logic = t.text
		}
	case "set-info":
		err = p.setInfo()
	case "set-option", "get-info", "get-option", "get-value", "get-model", "get-unsat-core", "get-unsat-assumptions",
		"get-assignment", "get-assertions", "get-proof", "echo":
		err = p.skipRest()
	case "exit":
		return true, nil
	case "declare-fun", "declare-const":
		err = p.declareFun(name.text == "declare-fun")
	case "define-fun", "define-const":
		err = p.defineFun(name.text == "define-fun")
	case "define-sort":
		err = p.defineSort()
	case "assert":
		var f Term
		if f, err = p.formula(); err == nil {
			cmd.Kind, cmd.Terms = CmdAssert, []Term{f}
			p.script.Asserts = append(p.script.Asserts, f)
			p.script.Commands = append(p.script.Commands, cmd)
		}
	case "check-sat":
		cmd.Kind = CmdCheckSat
		p.script.Commands = append(p.script.Commands, cmd)
	case "check-sat-assuming":
		cmd.Kind = CmdCheckAssuming
		if _, err = p.expect(tokOpen, "'('"); err != nil {
			return false, err
		}
		for p.tok.kind != tokClose {
			f, err := p.formula()
			if err != nil {
				return false, err
			}
			cmd.Terms = append(cmd.Terms, f)
		}
		err = p.advance()
		p.script.Commands = append(p.script.Commands, cmd)
	case "push", "pop":
		err = p.scope(name, cmd)
	default:
		err = p.errAt(name, "command %v is not supported", name)
	}
	if err != nil {
		return false, err
	}
	_, err = p.expect(tokClose, "')'")
	return false, err
}

func (p *parser) setInfo() error {
	key, err := p.expect(tokKeyword, "a keyword")
	if err != nil {
		return err
	}
	if key.text == ":status" && p.tok.kind == tokSymbol {
		switch p.tok.text {
		case "sat", "unsat", "unknown":
			p.script.Status = p.tok.text
		default:
			return p.errAt(p.tok, "status is sat, unsat or unknown, not %v", p.tok)
		}
	}
	return p.skipRest()
}

func (p *parser) scope(name token, cmd Command) error {
	n := 1
	if p.tok.kind == tokNumeral {
		var err error
		if n, err = p.numeral(maxLevels, "levels:"); err != nil {
			return err
		}
	}
	cmd.N = n
	if name.text == "push" {
		cmd.Kind = CmdPush
		if len(p.undo)+n > maxLevels {
			return p.limit(name, "more than %d levels", maxLevels)
		}
		for range n {
			p.undo = append(p.undo, nil)
			p.marks = append(p.marks, len(p.script.Asserts))
		}
	} else {
		cmd.Kind = CmdPop
		if n > len(p.undo) {
			return p.errAt(name, "pop of %d levels, but there are %d", n, len(p.undo))
		}
		for range n {
			top := len(p.undo) - 1
			for _, s := range p.undo[top] {
				delete(p.consts, s)
				delete(p.macros, s)
				delete(p.sorts, s)
			}
			// A new slice: what is in force at a time is not overwritten by what comes later.
			p.script.Asserts = append([]Term(nil), p.script.Asserts[:p.marks[top]]...)
			p.undo, p.marks = p.undo[:top], p.marks[:top]
		}
	}
	p.script.Commands = append(p.script.Commands, cmd)
	return nil
}

// fresh checks that a name may be declared or defined, and notes it for pop.
func (p *parser) fresh(t token) error {
	_, c := p.consts[t.text]
	_, m := p.macros[t.text]
	_, o := operations[t.text]
	if c || m {
		return p.errAt(t, "%v is declared already", t)
	}
	if o || t.text == "true" || t.text == "false" {
		return p.errAt(t, "%v is the name of an operation", t)
	}
	p.forget(t.text)
	return nil
}

// forget notes a name to be forgotten at the next pop.
func (p *parser) forget(name string) {
	if top := len(p.undo) - 1; top >= 0 {
		p.undo[top] = append(p.undo[top], name)
	}
}

func (p *parser) declareFun(withArgs bool) error {
	name, err := p.symbol()
	if err != nil {
		return err
	}
	if err := p.fresh(name); err != nil {
		return err
	}
	if withArgs {
		if _, err := p.expect(tokOpen, "'('"); err != nil {
			return err
		}
		if p.tok.kind != tokClose {
			return p.errAt(p.tok, "%v has arguments; uninterpreted functions are not supported", name)
		}
		if err := p.advance(); err != nil {
			return err
		}
	}
	s, err := p.sort()
	if err != nil {
		return err
	}
	if old, ok := p.b.LookupVar(name.text); ok && p.b.Sort(old) != s {
		return p.errAt(name, "%v was declared before with sort %v; one name has one sort", name, p.b.Sort(old))
	}
	v := p.b.Var(name.text, s)
	p.consts[name.text] = v
	p.script.Decls = append(p.script.Decls, v)
	return nil
}

func (p *parser) defineFun(withArgs bool) error {
	name, err := p.symbol()
	if err != nil {
		return err
	}
	if err := p.fresh(name); err != nil {
		return err
	}
	var params []Term
	var names []string
	defer func() {
		for _, n := range names {
			p.unbind(n)
		}
	}()
	if withArgs {
		if _, err := p.expect(tokOpen, "'('"); err != nil {
			return err
		}
		for p.tok.kind != tokClose {
			if _, err := p.expect(tokOpen, "'('"); err != nil {
				return err
			}
			par, err := p.symbol()
			if err != nil {
				return err
			}
			s, err := p.sort()
			if err != nil {
				return err
			}
			v := p.b.FreshVar(name.text+"."+par.text, s)
			params = append(params, v)
			names = append(names, par.text)
			p.bind(par.text, v)
			if _, err := p.expect(tokClose, "')'"); err != nil {
				return err
			}
		}
		if err := p.advance(); err != nil {
			return err
		}
	}
	s, err := p.sort()
	if err != nil {
		return err
	}
	at := p.tok
	body, err := p.term()
	if err != nil {
		return err
	}
	if p.b.Sort(body) != s {
		return p.errAt(at, "%v is defined with sort %v, but the term has sort %v", name, s, p.b.Sort(body))
	}
	if len(params) == 0 {
		p.consts[name.text] = body
	} else {
		p.macros[name.text] = &macro{params: params, body: body, size: int64(len(p.b.Cone(body)))}
	}
	return nil
}

func (p *parser) defineSort() error {
	name, err := p.symbol()
	if err != nil {
		return err
	}
	if _, ok := p.sorts[name.text]; ok || name.text == "Bool" || name.text == "Array" || name.text == "BitVec" {
		return p.errAt(name, "sort %v is defined already", name)
	}
	if _, err := p.expect(tokOpen, "'('"); err != nil {
		return err
	}
	if _, err := p.expect(tokClose, "')' (sorts with parameters are not supported)"); err != nil {
		return err
	}
	s, err := p.sort()
	if err != nil {
		return err
	}
	p.forget(name.text)
	p.sorts[name.text] = s
	return nil
}

// sort reads a sort.
func (p *parser) sort() (Sort, error) {
	t := p.tok
	if t.kind == tokSymbol {
		if t.text == "Bool" {
			return BoolSort, p.advance()
		}
		if s, ok := p.sorts[t.text]; ok {
			return s, p.advance()
		}
		return Sort{}, p.errAt(t, "sort %v is not supported", t)
	}
	if _, err := p.expect(tokOpen, "a sort"); err != nil {
		return Sort{}, err
	}
	head, err := p.expect(tokSymbol, "a sort")
	if err != nil {
		return Sort{}, err
	}
	var s Sort
	switch head.text {
	case "_":
		if p.tok.kind != tokSymbol || p.tok.text != "BitVec" {
			return Sort{}, p.errAt(p.tok, "sort %v is not supported", p.tok)
		}
		if err := p.advance(); err != nil {
			return Sort{}, err
		}
		at := p.tok
		w, err := p.numeral(p.opts.MaxWidth, "bit-vector of width")
		if err != nil {
			return Sort{}, err
		}
		if w == 0 {
			return Sort{}, p.errAt(at, "bit-vector of width 0")
		}
		s = BVSort(w)
	case "Array":
		var parts [2]Sort
		for i := range parts {
			if parts[i], err = p.bvSort(); err != nil {
				return Sort{}, err
			}
		}
		s = ArraySort(parts[0].Width, parts[1].Width)
	default:
		return Sort{}, p.errAt(head, "sort %v is not supported", head)
	}
	_, err = p.expect(tokClose, "')'")
	return s, err
}

// bvSort reads a sort that is a bit-vector's. It does not descend into nested arrays, so sorts need no stack.
func (p *parser) bvSort() (Sort, error) {
	at := p.tok
	if at.kind == tokOpen {
		save, tok := p.lexer, p.tok
		if err := p.advance(); err != nil {
			return Sort{}, err
		}
		if p.tok.kind == tokSymbol && p.tok.text == "Array" {
			return Sort{}, p.errAt(at, "arrays of arrays are not supported")
		}
		p.lexer, p.tok = save, tok
	}
	s, err := p.sort()
	if err == nil && !s.IsBV() {
		return s, p.errAt(at, "arrays are from bit-vectors to bit-vectors, not of %v", s)
	}
	return s, err
}

// formula reads a term of sort Bool.
func (p *parser) formula() (Term, error) {
	at := p.tok
	t, err := p.term()
	if err == nil && !p.b.Sort(t).IsBool() {
		return 0, p.errAt(at, "a formula expected, not a term of sort %v", p.b.Sort(t))
	}
	return t, err
}
