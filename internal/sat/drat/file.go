package drat

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/heddle-dev/heddle/internal/sat"
)

// DRAT as text: a line of literals ended by 0 is a lemma, with d in front a deletion, with t in front an axiom of a
// theory (our extension), with c a comment. Line structure does not matter.

// ParseError is a malformed proof.
type ParseError struct {
	Line, Col int
	Msg       string
}

func (e *ParseError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }

// extraVars is how many variables a proof may use beyond those of the formula. Without a bound, one literal could ask
// for any amount of memory.
const extraVars = 1 << 20

// CheckFile checks the text of a proof against a formula. It returns nil if the proof derives the empty clause, and
// reads no further than that.
func CheckFile(f *sat.CNF, proof io.Reader, theory TheoryChecker) error {
	c := New(theory)
	for cl := range f.Clauses() {
		c.Input(cl)
	}
	// Deleting a clause that is not there is an error in a live proof; in files of other solvers it is common, for
	// instance after they normalized the input, and harmless.
	err := parse(proof, f.NumVars+extraVars, func(kind byte, lits []sat.Lit) bool {
		switch kind {
		case 'd':
			if c.err == nil && !c.move(lits, active, deleted) {
				c.steps++
			}
		case 't':
			c.Theory(lits)
		default:
			c.Lemma(lits)
		}
		return c.err == nil && !c.empty
	})
	switch {
	case c.err != nil:
		return c.err
	case c.empty:
		return nil
	case err != nil:
		return err
	}
	return errors.New("the proof does not derive the empty clause")
}

// parse calls step for each line until it returns false.
func parse(r io.Reader, maxVar int, step func(kind byte, lits []sat.Lit) bool) error {
	br := bufio.NewReaderSize(r, 1<<16)
	line, col := 1, 0
	var lits []sat.Lit
	kind := byte(0)
	open := false
	read := func() (byte, error) {
		b, err := br.ReadByte()
		col++
		return b, err
	}
	for {
		b, err := read()
		if errors.Is(err, io.EOF) {
			if open {
				return &ParseError{line, col, "step without final 0"}
			}
			return nil
		}
		if err != nil {
			return err
		}
		switch {
		case b == '\n':
			line, col = line+1, 0
		case b == ' ' || b == '\t' || b == '\r':
		case b == 'c' && !open:
			for b != '\n' {
				if b, err = read(); err != nil {
					break
				}
			}
			line, col = line+1, 0
		case (b == 'd' || b == 't') && !open:
			kind, open = b, true
		case b == '-' || b >= '0' && b <= '9':
			startCol := col
			neg := b == '-'
			n, digits := 0, 0
			if !neg {
				n, digits = int(b-'0'), 1
			}
			for {
				p, err := br.Peek(1)
				if err != nil || p[0] < '0' || p[0] > '9' {
					break
				}
				b, _ = read()
				n = n*10 + int(b-'0')
				digits++
				if n > maxVar {
					return &ParseError{line, startCol, fmt.Sprintf("literal exceeds %d", maxVar)}
				}
			}
			switch {
			case digits == 0:
				return &ParseError{line, col, "expected digits after -"}
			case n == 0:
				if !step(kind, lits) {
					return nil
				}
				lits, kind, open = lits[:0], 0, false
			default:
				open = true
				if neg {
					n = -n
				}
				lits = append(lits, sat.FromDimacs(n))
			}
		default:
			return &ParseError{line, col, fmt.Sprintf("unexpected %q", rune(b))}
		}
	}
}
