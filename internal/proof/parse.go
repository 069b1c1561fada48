package proof

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// The format is read line by line. What cannot be read is an error with its line; nothing is guessed or left out.

// Limits of what is read.
const (
	MostBytes = 64 << 20
	deepest   = 200  // brackets in brackets
	MostWidth = 1024 // bits of a value
)

// parser reads lines.
type parser struct {
	lines []string
	n     int // of the line that was read last, counted from 1
}

func (p *parser) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", p.n, fmt.Sprintf(format, args...))
}

// next is the next line that says something.
func (p *parser) next() (string, bool) {
	for p.n < len(p.lines) {
		l := p.lines[p.n]
		p.n++
		if s := strings.TrimSpace(l); s != "" && s[0] != '#' {
			return s, true
		}
	}
	return "", false
}

// peek is the next line, which stays.
func (p *parser) peek() string {
	at := p.n
	l, _ := p.next()
	p.n = at
	return l
}

// after takes the next line if it begins with a word, and gives the rest.
func (p *parser) after(word string) (string, bool) {
	rest, ok := strings.CutPrefix(p.peek(), word+" ")
	if ok {
		p.next()
	}
	return rest, ok
}

// Parse reads a file.
func Parse(text string) (*File, error) {
	if len(text) > MostBytes {
		return nil, fmt.Errorf("larger than %d bytes", MostBytes)
	}
	p := &parser{lines: strings.Split(text, "\n")}
	if l, _ := p.next(); l != magic {
		return nil, fmt.Errorf("no proof: the first line is not %q", magic)
	}
	f := &File{}
	var ok bool
	if f.Version, ok = p.after("heddle"); !ok {
		return nil, p.errorf("the version of heddle is missing")
	}
	if f.Program, ok = p.after("program"); !ok {
		return nil, p.errorf("the program is missing")
	}
	for {
		o, ok := p.after("option")
		if !ok {
			break
		}
		f.Options = append(f.Options, o)
	}
	for {
		property, ok := p.after("property")
		if !ok {
			break
		}
		if slices.ContainsFunc(f.Proofs, func(q *Proof) bool { return q.Property == property }) {
			return nil, p.errorf("a second proof of %s", property)
		}
		one, err := p.proof(property)
		if err != nil {
			return nil, err
		}
		f.Proofs = append(f.Proofs, one)
	}
	switch l, more := p.next(); {
	case !more:
		return nil, p.errorf("the file is cut off: its last line is not %q", ending)
	case l != ending:
		return nil, p.errorf("%.60q is not expected here", l)
	}
	if l, more := p.next(); more {
		return nil, p.errorf("%.60q stands behind the end", l)
	}
	if len(f.Proofs) == 0 {
		return nil, p.errorf("the file proves nothing")
	}
	return f, nil
}

func (p *parser) proof(property string) (*Proof, error) {
	out := &Proof{Property: property}
	if region, ok := p.after("object"); ok {
		out.Object = region
	}
	for {
		name, ok := p.after("assume")
		if !ok {
			break
		}
		a := &Assume{Var: name}
		for {
			thread, ok := p.after("by")
			if !ok {
				break
			}
			when, err := p.cond()
			if err != nil {
				return nil, err
			}
			a.By = append(a.By, &By{thread, when})
		}
		if len(a.By) == 0 {
			return nil, p.errorf("an assumption about nobody")
		}
		out.Assumes = append(out.Assumes, a)
	}
	for {
		text, ok := p.after("rule")
		if !ok {
			break
		}
		region, cond, ok := strings.Cut(text, ": ")
		if !ok {
			return nil, p.errorf("a rule has the form NAME: CONDITION")
		}
		x, err := p.expr(cond)
		if err != nil {
			return nil, err
		}
		out.Rules = append(out.Rules, &Rule{region, x})
	}
	for {
		name, ok := p.after("thread")
		if !ok {
			break
		}
		t := &Thread{Name: name}
		for {
			text, ok := p.after("place")
			if !ok {
				break
			}
			pl, err := p.place(text)
			if err != nil {
				return nil, err
			}
			t.Places = append(t.Places, pl)
		}
		out.Threads = append(out.Threads, t)
	}
	return out, nil
}

func (p *parser) place(text string) (*Place, error) {
	at, where, _ := strings.Cut(text, " ")
	pos, err := ParsePosition(at)
	if err != nil {
		return nil, p.errorf("%v", err)
	}
	when, err := p.cond()
	return &Place{At: pos, Where: where, When: when}, err
}

// ParsePosition reads a position.
func ParsePosition(s string) (Position, error) {
	a, b, ok := strings.Cut(s, ".")
	block, err1 := strconv.Atoi(a)
	at, err2 := strconv.Atoi(b)
	pos := Position{block, at}
	if !ok || err1 != nil || err2 != nil || block < 0 || at < 0 || pos.String() != s {
		return pos, fmt.Errorf("%.40q is no position, which has the form BLOCK.INSTRUCTION", s)
	}
	return pos, nil
}

// cond reads the conditions up to a line that is none.
func (p *parser) cond() (c Cond, err error) {
	for n := 0; ; n++ {
		l := p.peek()
		word, _, _ := strings.Cut(l, " ")
		if l == "" || l == ending || slices.Contains([]string{"assume", "by", "rule", "thread", "place", "property"}, word) {
			if n == 0 {
				err = p.errorf("a condition is missing")
			}
			return c, err
		}
		p.next()
		rest, alt := l, false
		if (word == "either") == (len(c.Any) == 0) && (word == "either" || word == "or") {
			rest, alt = l[len(word):], true
		} else if word == "either" || word == "or" || len(c.Any) > 0 {
			return c, p.errorf("alternatives are one line with either and others with or, behind what always holds")
		}
		x, err := p.expr(rest)
		switch {
		case err != nil:
			return c, err
		case alt && x.Op == All:
			c.Any = append(c.Any, x.Args)
		case alt && x.Op == True:
			c.Any = append(c.Any, []*Expr{})
		case alt:
			c.Any = append(c.Any, []*Expr{x})
		case x.Op != True:
			c.All = append(c.All, x)
		}
	}
}

// expr reads an expression.
func (p *parser) expr(s string) (*Expr, error) {
	e := &exprParser{text: s}
	x := e.choice(0)
	if e.err == nil && e.peek() != "" {
		e.fail("%.40q is not expected", e.peek())
	}
	if e.err != nil {
		return nil, p.errorf("%v", e.err)
	}
	return x, nil
}

// exprParser reads one expression; after an error it gives anything.
type exprParser struct {
	text string
	tok  string // the next, once it is looked at
	err  error
}

func (e *exprParser) fail(format string, args ...any) *Expr {
	if e.err == nil {
		e.err = fmt.Errorf(format, args...)
	}
	e.text, e.tok = "", ""
	return Of(False)
}

func isName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("_.#@[]%$", c) >= 0
}

// ghosts are the names that have something in brackets.
var ghosts = []string{"owner", "writer", "poster", "value", "ended", "thread", "threads", "past", "heir"}

// peek is the next token; empty at the end.
func (e *exprParser) peek() string {
	if e.tok != "" {
		return e.tok
	}
	e.text = strings.TrimLeft(e.text, " \t")
	n := 0
	for n < len(e.text) && isName(e.text[n]) {
		n++
	}
	switch {
	case e.text == "":
		return ""
	case n > 0 && slices.Contains(ghosts, e.text[:n]) && strings.HasPrefix(e.text[n:], "("):
		end := strings.IndexByte(e.text, ')')
		if end < 0 {
			e.fail("a bracket is not closed")
			return ""
		}
		n = end + 1
	case n == 0:
		n = 1
		for _, op := range []string{"<=u", "<u", "<=", "==", "!=", "&&", "||"} {
			if strings.HasPrefix(e.text, op) && !(strings.HasSuffix(op, "u") && len(e.text) > len(op) && isName(e.text[len(op)])) {
				n = len(op)
				break
			}
		}
	}
	e.tok, e.text = e.text[:n], e.text[n:]
	return e.tok
}

func (e *exprParser) take(tok string) bool {
	if e.peek() != tok {
		return false
	}
	e.tok = ""
	return true
}

func (e *exprParser) want(tok string) {
	if !e.take(tok) {
		e.fail("%s is missing", tok)
	}
}

// choice reads c ? x : y, or what has no such.
func (e *exprParser) choice(depth int) *Expr {
	if depth > deepest {
		return e.fail("brackets in brackets, more than %d deep", deepest)
	}
	c := e.level(0, depth)
	if !e.take(string(Ite)) {
		return c
	}
	x := e.level(0, depth)
	e.want(":")
	return Of(Ite, c, x, e.level(0, depth))
}

// level reads operators of a strength.
func (e *exprParser) level(n, depth int) *Expr {
	if n == len(strength) {
		return e.unary(depth)
	}
	x := e.level(n+1, depth)
	op := Op(e.peek())
	if !slices.Contains(strength[n], op) {
		return x
	}
	out := Of(op, x)
	for e.take(string(op)) {
		out.Args = append(out.Args, e.level(n+1, depth))
	}
	if many := op == All || op == Some || op == Add || op == Mul || n == 3; len(out.Args) > 2 && !many {
		return e.fail("%s between more than two", op)
	}
	if next := Op(e.peek()); slices.Contains(strength[n], next) {
		return e.fail("%s and %s side by side need brackets", op, next)
	}
	return out
}

func (e *exprParser) unary(depth int) *Expr {
	if depth > deepest {
		return e.fail("brackets in brackets, more than %d deep", deepest)
	}
	tok := e.peek()
	switch {
	case tok == "":
		return e.fail("something is missing")
	case e.take(string(Not)), e.take(string(Flip)):
		return Of(Op(tok), e.unary(depth+1))
	case e.take("("):
		x := e.choice(depth + 1)
		e.want(")")
		return x
	case tok == "-" || tok[0] >= '0' && tok[0] <= '9':
		return e.number()
	case !isName(tok[0]):
		return e.fail("%.40q is not expected", tok)
	}
	e.tok = ""
	if shape, ok := functions[Op(tok)]; ok && e.take("(") {
		return e.function(Op(tok), shape, depth)
	}
	if tok == string(True) || tok == string(False) {
		return Of(Op(tok))
	}
	return Named(tok)
}

func (e *exprParser) function(op Op, shape [2]int, depth int) *Expr {
	out := Of(op)
	for i := range shape[0] {
		if i > 0 {
			e.want(",")
		}
		out.Args = append(out.Args, e.choice(depth+1))
	}
	for range shape[1] {
		e.want(",")
		out.Nums = append(out.Nums, e.small())
	}
	e.want(")")
	return out
}

// small reads a number of bits.
func (e *exprParser) small() int {
	n, err := strconv.Atoi(e.peek())
	if err != nil || n < 0 || n > MostWidth {
		e.fail("%.40q is no number of bits", e.peek())
	}
	e.tok = ""
	return n
}

func (e *exprParser) number() *Expr {
	sign := ""
	if e.take("-") {
		sign = "-"
	}
	tok := e.peek()
	const most = 400 // digits
	if len(tok) > most {
		return e.fail("a number of more than %d digits", most)
	}
	v, ok := new(big.Int).SetString(sign+tok, 10)
	if !ok {
		return e.fail("%.40q is no number", tok)
	}
	e.tok = ""
	out := Number(v, 0)
	if strings.HasPrefix(e.text, ":") && len(e.text) > 1 && e.text[1] != ' ' { // of a choice: with a blank
		e.take(":")
		if out.Width = e.small(); out.Width == 0 {
			return e.fail("a number of no bits")
		}
	}
	return out
}
