package sat

import (
	"bufio"
	"io"
	"strconv"
)

// Proofs.
//
// A proof is a sequence of steps over a database of clauses. Every lemma follows by unit propagation from the
// clauses active at that point (RUP), because the solver only ever adds implied clauses; the RAT steps of full DRAT
// are not needed. What DRAT lacks for incremental use is borrowed from the idea of incremental proofs (Fazekas,
// Pollitt, Fleury, Biere, 2024): clauses may be added at any time, and a clause removed by variable elimination is
// weakened, not deleted, because it comes back when its variable is used again. An answer "unsat under
// assumptions" ends with the clause of the negated core as a lemma; without assumptions that is the empty clause.
//
// A theory's reasons and lemmas are steps of their own: they are axioms to the propositional checker and are
// handed to a checker of the theory.

// ProofWriter receives the steps of a proof in order. The slices are only valid during the call.
type ProofWriter interface {
	Input(lits []Lit)   // a clause of the caller, as given
	Lemma(lits []Lit)   // implied by unit propagation from the active clauses
	Delete(lits []Lit)  // no longer used
	Weaken(lits []Lit)  // no longer used, may be restored
	Restore(lits []Lit) // a weakened clause is active again
	Theory(lits []Lit)  // an axiom that the theory vouches for
}

// DRATWriter writes a proof in the DRAT text format, readable by other checkers as long as there is no theory
// and all clauses were added before the first Solve. Weakened clauses simply stay; theory axioms are lines
// starting with t, which only our checker knows.
type DRATWriter struct {
	w   *bufio.Writer
	err error
}

// NewDRATWriter returns a writer; call Flush at the end.
func NewDRATWriter(w io.Writer) *DRATWriter { return &DRATWriter{w: bufio.NewWriterSize(w, 1<<16)} }

func (d *DRATWriter) line(prefix string, lits []Lit) {
	if d.err != nil {
		return
	}
	var buf [24]byte
	_, d.err = d.w.WriteString(prefix)
	for _, l := range lits {
		b := append(strconv.AppendInt(buf[:0], int64(l.Dimacs()), 10), ' ')
		if _, err := d.w.Write(b); err != nil {
			d.err = err
		}
	}
	if _, err := d.w.WriteString("0\n"); err != nil {
		d.err = err
	}
}

// Input writes nothing: the clauses stand in the DIMACS file.
func (d *DRATWriter) Input([]Lit) {}

// Lemma writes an addition.
func (d *DRATWriter) Lemma(lits []Lit) { d.line("", lits) }

// Delete writes a deletion.
func (d *DRATWriter) Delete(lits []Lit) { d.line("d ", lits) }

// Weaken writes nothing.
func (d *DRATWriter) Weaken([]Lit) {}

// Restore writes nothing.
func (d *DRATWriter) Restore([]Lit) {}

// Theory writes a marked axiom.
func (d *DRATWriter) Theory(lits []Lit) { d.line("t ", lits) }

// Flush writes what is buffered and returns the first error met.
func (d *DRATWriter) Flush() error {
	if err := d.w.Flush(); d.err == nil {
		d.err = err
	}
	return d.err
}
