package run

import (
	"bytes"
	"context"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/quota"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// registered lets a job ask an engine that a test makes up.
func registered(t *testing.T, run func(context.Context, *engine.Request) error) string {
	t.Helper()
	const name = "madeup"
	t.Cleanup(Register(engine.Engine{
		Name: name, Claim: map[verdict.Verdict]string{verdict.Unknown: "always"}, Properties: verdict.Properties(),
		Run: func(ctx context.Context, req *engine.Request) (*engine.Result, error) {
			if err := run(ctx, req); err != nil {
				return nil, err
			}
			res := &engine.Result{}
			for _, p := range req.Properties {
				res.Claims = append(res.Claims, verdict.Claim{Property: p, Reason: "hard"})
			}
			return res, nil
		},
	}))
	return name
}

// settings are what the runtime is told about memory.
func settings() [2]uint64 {
	s := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}}
	metrics.Read(s)
	return [2]uint64{s[0].Value.Uint64(), s[1].Value.Uint64()}
}

// answer is the report of a job, without what differs between two runs.
func answer(t *testing.T, j Job) string {
	t.Helper()
	rep, err := Check(context.Background(), j)
	if err != nil {
		t.Error(err)
		return ""
	}
	rep.Stats = report.Stats{}
	var out bytes.Buffer
	if err := report.JSON(&out, rep); err != nil {
		t.Error(err)
	}
	return out.String()
}

// TestSideBySide: what one job holds is not taken for what another one does. Neither changes a setting of the
// process, at the end or while it runs.
func TestSideBySide(t *testing.T) {
	began, end := make(chan struct{}), make(chan struct{})
	name := registered(t, func(context.Context, *engine.Request) error {
		held := make([]byte, 1<<30) // nobody writes to it, so it is an address only
		close(began)
		<-end
		runtime.KeepAlive(held)
		return nil
	})
	before := settings()
	var jobs []Job
	var alone []string
	for _, eng := range []string{"explore", "rounds", Auto} {
		j := job(t, counter, eng)
		j.Memory = 96 << 20
		j.Progress = func(string) {
			if got := settings(); got != before {
				t.Errorf("%s: the runtime is told %d, and it was %d", eng, got, before)
			}
		}
		jobs, alone = append(jobs, j), append(alone, answer(t, j))
	}
	large := job(t, counter, name)
	large.Memory = 96 << 20
	over := make(chan string)
	go func() { over <- answer(t, large) }()
	<-began
	for i, j := range jobs {
		if got := answer(t, j); got != alone[i] {
			t.Errorf("%s: beside another job:\n%s\nalone:\n%s", j.Engine, got, alone[i])
		}
	}
	close(end)
	if got := <-over; !strings.Contains(got, `"hard"`) {
		t.Errorf("the large one: %s", got)
	}
	if got := settings(); got != before {
		t.Errorf("the runtime is told %d, and it was %d", got, before)
	}
}

// held is memory of which a test says how much is held.
type held struct{ bytes atomic.Int64 }

func (h *held) Held() int64 { return h.bytes.Load() }
func (*held) Small(bool)    {}
func (*held) Free()         {}

// TestQuota: of jobs that share a limit, the turns end near it and the jobs at it, and the reports say so.
func TestQuota(t *testing.T) {
	const limit = 100 << 20
	for name, c := range map[string]struct {
		holds int64
		whole bool // the job ends
	}{"near": {limit/10*8 + 1, false}, "at": {limit + 1, true}} {
		t.Run(name, func(t *testing.T) {
			var h held
			m := quota.New(limit, &h)
			defer m.Watch()()
			over := make(chan struct{})
			eng := registered(t, func(ctx context.Context, req *engine.Request) error {
				h.bytes.Store(c.holds)
				<-ctx.Done()
				if c.whole { // and does not heed that
					<-over
				}
				h.bytes.Store(0)
				return context.Cause(ctx)
			})
			j := long(t, eng)
			j.Quota = m
			rep, err := Check(context.Background(), j)
			close(over)
			if err != nil {
				t.Fatal(err)
			}
			const why = "memory limit reached: 100 MiB"
			if c := rep.Claims; len(c) != 1 || c[0].Verdict != verdict.Unknown || c[0].Reason != why {
				t.Errorf("%+v, %q", rep.Claims, rep.Reason)
			}
		})
	}
}

// TestQuotaNextTurn: near the limit a turn ends and the job does not. The next engine may need less.
func TestQuotaNextTurn(t *testing.T) {
	var h held
	m := quota.New(100<<20, &h)
	defer m.Watch()()
	ctx, end := context.WithCancelCause(t.Context())
	defer end(nil)
	hungry := true
	turns, _ := Plan(registered(t, func(turn context.Context, _ *engine.Request) error {
		if hungry {
			h.bytes.Store(90 << 20)
			<-turn.Done()
			h.bytes.Store(0)
		}
		return context.Cause(turn)
	}))
	j := Job{share: m.Join(end)}
	defer j.share.Leave()
	req := engine.Request{Question: verdict.Question{Properties: []verdict.Property{verdict.Race}}}
	turns[0].Executed = true
	if _, err := j.turn(ctx, turns[0], &req); err == nil || err.Error() != "memory limit reached: 100 MiB" {
		t.Errorf("the first turn: %v", err)
	}
	hungry = false
	if res, err := j.turn(ctx, turns[0], &req); err != nil || len(res.Claims) != 1 || res.Claims[0].Reason != "hard" {
		t.Errorf("the second turn: %v, %+v", err, res)
	}
}
