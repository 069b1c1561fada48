package sat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
)

// DIMACS, the text format of SAT solvers: comment lines starting with c, a header "p cnf VARIABLES CLAUSES", then
// clauses as integers ended by 0, free of line structure. A line of a lone % ends the file, as in the SATLIB
// collection.
//
// The reader holds what the text says to the header: a literal out of range or a wrong number of clauses is an error
// with its position. Memory is proportional to the text read, never to numbers in it: the header allocates nothing.

// maxDimacsVar bounds variable numbers, so that a literal always fits.
const maxDimacsVar = 1 << 28

// CNF is a formula in conjunctive normal form, stored flat.
type CNF struct {
	NumVars int
	lits    []Lit
	ends    []int
}

// NumClauses returns the number of clauses.
func (c *CNF) NumClauses() int { return len(c.ends) }

// Add appends a clause and makes room for its variables.
func (c *CNF) Add(lits ...Lit) {
	for _, l := range lits {
		c.NumVars = max(c.NumVars, int(l.Var())+1)
	}
	c.lits = append(c.lits, lits...)
	c.ends = append(c.ends, len(c.lits))
}

// Clauses iterates over the clauses in order. The slices must not be changed.
func (c *CNF) Clauses() iter.Seq[[]Lit] {
	return func(yield func([]Lit) bool) {
		start := 0
		for _, end := range c.ends {
			if !yield(c.lits[start:end:end]) {
				return
			}
			start = end
		}
	}
}

// Load makes the variables of the formula in s, which must have none yet, and adds the clauses. It stops with the
// limit's error when s runs into its memory limit.
func (c *CNF) Load(s *Solver) error {
	for range c.NumVars {
		s.NewVar()
		if s.limit != nil {
			return s.limit
		}
	}
	for cl := range c.Clauses() {
		s.AddClause(cl...)
		if s.limit != nil {
			return s.limit
		}
	}
	return nil
}

// DimacsError is a malformed DIMACS text.
type DimacsError struct {
	Line, Col int
	Msg       string
}

func (e *DimacsError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }

type dimacsReader struct {
	r         *bufio.Reader
	line, col int // of the byte last read
	c         int // that byte, -1 at the end
	err       error
}

func (d *dimacsReader) next() {
	if d.c == '\n' {
		d.line++
		d.col = 0
	}
	b, err := d.r.ReadByte()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			d.err = err
		}
		d.c = -1
	} else {
		d.c = int(b)
	}
	d.col++
}

func (d *dimacsReader) fail(line, col int, format string, args ...any) error {
	if d.err != nil {
		return d.err
	}
	return &DimacsError{line, col, fmt.Sprintf(format, args...)}
}

func isSpace(c int) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func (d *dimacsReader) skipSpace() {
	for isSpace(d.c) {
		d.next()
	}
}

func (d *dimacsReader) skipLine() {
	for d.c != '\n' && d.c >= 0 {
		d.next()
	}
}

// what describes the current byte for a message.
func (d *dimacsReader) what() string {
	if d.c < 0 {
		return "end of file"
	}
	return strconv.QuoteRuneToASCII(rune(d.c))
}

// number reads an optionally signed integer whose magnitude is at most limit.
func (d *dimacsReader) number(limit int, what string) (int, error) {
	line, col := d.line, d.col
	neg := false
	if d.c == '-' {
		neg = true
		d.next()
	}
	if d.c < '0' || d.c > '9' {
		return 0, d.fail(d.line, d.col, "expected %s, found %s", what, d.what())
	}
	n := 0
	for d.c >= '0' && d.c <= '9' {
		n = n*10 + d.c - '0'
		if n > limit {
			return 0, d.fail(line, col, "%s exceeds %d", what, limit)
		}
		d.next()
	}
	if d.c >= 0 && !isSpace(d.c) {
		return 0, d.fail(d.line, d.col, "unexpected %s after a number", d.what())
	}
	if neg {
		n = -n
	}
	return n, nil
}

// ParseDIMACS reads a formula. Errors are *DimacsError, or those of the reader.
func ParseDIMACS(r io.Reader) (CNF, error) {
	d := &dimacsReader{r: bufio.NewReaderSize(r, 1<<16), line: 1}
	var f CNF
	d.next()
	vars, clauses, err := d.header()
	if err != nil {
		return CNF{}, err
	}
	f.NumVars = vars
	open := false
	line, col := 0, 0
	for {
		d.skipSpace()
		switch {
		case d.c < 0 || d.c == '%':
			if d.err != nil {
				return CNF{}, d.err
			}
			if open {
				return CNF{}, d.fail(line, col, "clause without final 0")
			}
			if len(f.ends) != clauses {
				return CNF{}, d.fail(d.line, d.col, "the header announced %d clauses, found %d", clauses, len(f.ends))
			}
			return f, nil
		case d.c == 'c':
			d.skipLine()
			continue
		}
		if !open {
			line, col = d.line, d.col
			open = true
			if len(f.ends) >= clauses {
				return CNF{}, d.fail(line, col, "more than the %d clauses announced by the header", clauses)
			}
		}
		nl, nc := d.line, d.col
		n, err := d.number(maxDimacsVar, "a literal")
		if err != nil {
			return CNF{}, err
		}
		switch {
		case n == 0:
			f.ends = append(f.ends, len(f.lits))
			open = false
		case n > vars || -n > vars:
			return CNF{}, d.fail(nl, nc, "literal %d, but the header announced %d variables", n, vars)
		default:
			f.lits = append(f.lits, FromDimacs(n))
		}
	}
}

func (d *dimacsReader) header() (vars, clauses int, err error) {
	for {
		d.skipSpace()
		if d.c != 'c' {
			break
		}
		d.skipLine()
	}
	for _, want := range []string{"p", "cnf"} {
		d.skipSpace()
		for i := range len(want) {
			if d.c != int(want[i]) {
				return 0, 0, d.fail(d.line, d.col, "expected the header \"p cnf VARIABLES CLAUSES\", found %s", d.what())
			}
			d.next()
		}
		if !isSpace(d.c) {
			return 0, 0, d.fail(d.line, d.col, "expected a space in the header, found %s", d.what())
		}
	}
	counts := [2]int{}
	for i, what := range []string{"a number of variables", "a number of clauses"} {
		d.skipSpace()
		line, col := d.line, d.col
		limit := maxDimacsVar
		if i == 1 {
			limit = 1 << 40
		}
		if counts[i], err = d.number(limit, what); err != nil {
			return 0, 0, err
		}
		if counts[i] < 0 {
			return 0, 0, d.fail(line, col, "expected %s, found %d", what, counts[i])
		}
	}
	return counts[0], counts[1], nil
}

// WriteDIMACS writes a formula.
func WriteDIMACS(w io.Writer, f *CNF) error {
	bw := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(bw, "p cnf %d %d\n", f.NumVars, f.NumClauses())
	var buf [24]byte
	for cl := range f.Clauses() {
		for _, l := range cl {
			if _, err := bw.Write(append(strconv.AppendInt(buf[:0], int64(l.Dimacs()), 10), ' ')); err != nil {
				return err
			}
		}
		if _, err := bw.WriteString("0\n"); err != nil {
			return err
		}
	}
	return bw.Flush()
}
