package solve

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/logic"
)

func TestZeroStatus(t *testing.T) {
	var s Status
	if s != Unknown || s.String() != "unknown" || Sat.String() != "sat" || Unsat.String() != "unsat" {
		t.Error("the zero status must claim nothing")
	}
}

func TestContextError(t *testing.T) {
	ctx, cancel := Options{Timeout: time.Nanosecond}.Deadline(context.Background())
	defer cancel()
	<-ctx.Done()
	var le *LimitError
	if err := ContextError(ctx); !errors.As(err, &le) || le.What != Time {
		t.Errorf("our own timeout: %v", err)
	}
	parent, stop := context.WithCancel(context.Background())
	ctx, cancel2 := Options{Timeout: time.Hour}.Deadline(parent)
	defer cancel2()
	stop()
	<-ctx.Done()
	if err := ContextError(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("the caller's cancellation: %v", err)
	}
	if ctx, _ := (Options{}).Deadline(parent); ctx != parent {
		t.Error("no timeout, no new context")
	}
}

func TestErrors(t *testing.T) {
	inner := errors.New("exit status 3")
	for _, err := range []error{&BackendError{"z3", "check-sat", inner}, &CheckError{"embedded", Unsat, inner}} {
		if !errors.Is(err, inner) {
			t.Errorf("%v does not unwrap", err)
		}
	}
	if got := (&BackendError{"z3", "check-sat", inner}).Error(); got != "solver program z3: check-sat: exit status 3" {
		t.Error(got)
	}
}

func TestCheckModel(t *testing.T) {
	b := logic.NewBuilder(logic.Options{})
	x := b.Var("x", logic.BVSort(8))
	m := NewModel(b, logic.Assignment{x: logic.BVValue(8, 5)})
	yes, no := b.ULt(x, b.BV(8, 6)), b.ULt(x, b.BV(8, 5))
	if err := CheckModel("s", m, []logic.Term{yes}, nil); err != nil {
		t.Error(err)
	}
	var ce *CheckError
	if err := CheckModel("s", m, []logic.Term{yes}, []logic.Term{no}); !errors.As(err, &ce) || ce.Answer != Sat {
		t.Errorf("%v", err)
	}
	if v := m.BV(b.Mul(x, b.Var("never seen", logic.BVSort(8)))); v.Sign() != 0 {
		t.Errorf("variables nobody met are zero, got %v", v)
	}
}
