package cli

import (
	"context"
	"runtime"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/run"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// hungryEngine takes a part of the memory that the process may hold, and gives it back when its turn ends. Where it
// takes all, it does not heed that.
var hungryEngine = engine.Engine{
	Name: "hungry", Doc: "holds memory", Paper: "-",
	Claim:      map[verdict.Verdict]string{verdict.Unknown: "always"},
	Properties: verdict.Properties(),
	Options: []*engine.Option{{
		Name: "percent", Help: "of the limit", Least: 1, Most: 100, Default: 1,
		Set: func(r *engine.Request, n int) { r.Bounds.States = n },
	}},
	Run: func(ctx context.Context, req *engine.Request) (*engine.Result, error) {
		held := make([]byte, req.Memory/100*int64(req.Bounds.States)) // nobody writes to it, so it is an address only
		<-ctx.Done()
		runtime.KeepAlive(held)
		if req.Bounds.States == 100 {
			select {}
		}
		return nil, context.Cause(ctx)
	},
}

// hungry is heddle with that engine. It is a process of its own, which has a limit; tests call Main side by side.
func hungry() {
	run.Register(hungryEngine)
	Process()
}
