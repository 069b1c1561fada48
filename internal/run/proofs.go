package run

import (
	"context"
	"slices"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/proof"
	"github.com/heddle-dev/heddle/internal/proof/check"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Proofs for others to check. One is kept only if it is checked here first: what the checker does not follow is said, and not written.

// The options of a proof file: what the program depends on besides its files and the flags about them.
const (
	OptionVolatile = "volatile-is-atomic"
	OptionWrap     = "pointers-wrap" // as where memory safety is looked for
	OptionCaller   = "caller"        // as where deadlocks are
	OptionField    = "race:"         // begins one that says on which field races were looked for
)

// keepProofs checks the proofs of an answer and keeps those that hold.
func (job *Job) keepProofs(ctx context.Context, prog *ir.Program, answer *engine.Result, rep *report.Report) {
	for _, p := range answer.Proofs {
		why := ""
		switch a, err := check.Check(ctx, prog, p, check.Options{VolatileIsAtomic: job.Request.VolatileIsAtomic, Solver: job.Request.Solver, Memory: job.Memory}); {
		case err != nil:
			why = err.Error()
		case a.Failed != "":
			why = "it rests on something that heddle proof does not follow: " + a.Failed
		}
		if why != "" {
			rep.Notes = append(rep.Notes, note("the proof of %s is not written: %s", p.Property, why))
			continue
		}
		if rep.Proof == nil {
			rep.Proof = &proof.File{Version: job.Version, Program: proof.Fingerprint(prog), Options: job.proofOptions()}
		}
		rep.Proof.Proofs = append(rep.Proof.Proofs, p)
	}
	if !job.Request.Proof {
		return
	}
	for _, c := range answer.Claims {
		if c.Verdict == verdict.Proved && !slices.ContainsFunc(answer.Proofs, func(p *proof.Proof) bool { return p.Property == string(c.Property) }) && rep.Turns[len(rep.Turns)-1] != prover {
			rep.Notes = append(rep.Notes, note("%s is PROVED by engine %s, which writes no proof: --engine %s may", c.Property, rep.Turns[len(rep.Turns)-1], prover))
		}
	}
}

func (job *Job) proofOptions() (out []string) {
	for _, o := range []struct {
		on   bool
		name string
	}{{job.Request.VolatileIsAtomic, OptionVolatile}, {job.Compile.Wrap, OptionWrap}, {job.Compile.Caller, OptionCaller}} {
		if o.on {
			out = append(out, o.name)
		}
	}
	for _, f := range job.Request.Fields {
		out = append(out, OptionField+f)
	}
	return out
}
