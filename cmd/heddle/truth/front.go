package truth

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	"github.com/heddle-dev/heddle/cmd/heddle/cli"
	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/run"
)

// A Front compiles a program once for all that is asked about it.
type Front struct {
	Stubs *cfront.Stubs
	mu    sync.Mutex
	made  map[string]func() (*cfront.Result, error)
}

func (r *Front) compile(ctx context.Context, files []cfront.File, o cfront.Options) (*cfront.Result, error) {
	o.Stubs = r.Stubs
	// What else there is to say of a compilation is in the flags of the program, which are the same for all engines.
	key := fmt.Sprint(o.Wrap, o.Caller, o.Types)
	r.mu.Lock()
	if r.made == nil {
		r.made = map[string]func() (*cfront.Result, error){}
	}
	once := r.made[key]
	if once == nil {
		once = sync.OnceValues(func() (*cfront.Result, error) { return cfront.Compile(ctx, files, o) })
		r.made[key] = once
	}
	r.mu.Unlock()
	return once()
}

// Check is `heddle check` with this front end, and so many states for engine explore.
func (r *Front) Check(args []string, states int) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = cli.Check(context.Background(), args, &out, &errs, func(job *run.Job) {
		job.Front, job.Request.Bounds.States = r.compile, states
	})
	return code, out.String(), errs.String()
}
