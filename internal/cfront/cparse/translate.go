package cparse

import (
	"context"
	"fmt"
	"runtime/metrics"
	"time"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/source"
)

// Calling the library. It cannot be interrupted, so it runs in a goroutine of its own. Nothing that the process
// shares with others decides about a file: not its heap and not the clock. What looks as if it were too much for the
// library, by the counts of effort.go, is read alone first (alone.go). So is, as the last line of defence, what takes
// long here or comes with a heap that grows, which may be the fault of others: the file is refused only if it takes
// too much alone. Then the goroutine is left behind. Where nothing can be read alone, what looks like too much is
// refused, and only the context ends the rest.

type translation struct {
	ast  *cc.AST
	err  error
	fail any // a panic
}

// library calls the library. It is a variable for the tests.
var library = func(a *cc.ABI, text string) (t translation) {
	defer func() { t.fail = recover() }()
	t.ast, t.err = cc.Translate(&cc.Config{ABI: a}, []cc.Source{{Name: "<heddle>", Value: text}})
	return t
}

// opinion is what reading alone said.
type opinion struct {
	answer string
	err    error
}

// translate calls the library, or refuses the text. suspect is what the counts say against it; nil: nothing.
func translate(
	ctx context.Context, name, text string, suspect *suspicion, o *Options,
) (*cc.AST, diag.List, error) {
	goos, arch := target(o)
	a, err := abi(goos, arch, !o.UnsignedChar)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends what still reads alone
	l := o.limits(len(text))
	if suspect != nil {
		if o.Alone == nil {
			return nil, diag.List{suspect.refusal()}, nil
		}
		answer, err := o.alone(ctx, text, l)
		if err != nil {
			return nil, nil, fmt.Errorf("%s cannot be read in a process of its own: %w", name, err)
		}
		if answer != answerFits {
			return nil, diag.List{l.blame(suspect.at, answer, ": "+suspect.why)}, nil
		}
	}
	done := make(chan translation, 1)
	start, base := time.Now(), heapInUse()
	read := library // what is left behind does not look at the variable again
	go func() { done <- read(a, text) }()
	at := fileRange(name, 1, 1)
	var tick <-chan time.Time
	if o.Alone != nil && suspect == nil {
		t := time.NewTicker(20 * time.Millisecond)
		defer t.Stop()
		tick = t.C
	}
	said := make(chan opinion, 1)
	for {
		select {
		case t := <-done:
			switch {
			case t.fail != nil:
				return nil, diag.List{diag.Errorf(at, "the C parser failed on this file (%v)", t.fail).
					WithDetail("see what gcc -fsyntax-only says about it; if that is content, report it as a defect of heddle")}, nil
			case t.err != nil:
				return nil, errorList(name, t.err), nil
			}
			return t.ast, nil, nil
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-tick:
			use := heapInUse()
			base = min(base, use) // what was there before may have been garbage
			if d := time.Since(start); d > l.late || d > l.soon && use > base+l.heap {
				tick = nil // once is enough
				go func() {
					answer, err := o.alone(ctx, text, l)
					said <- opinion{answer, err}
				}()
			}
		case s := <-said:
			// Where nothing was found out, the file is not to blame.
			if s.err == nil && s.answer != answerFits {
				return nil, diag.List{l.blame(at, s.answer, "")}, nil
			}
		}
	}
}

// blame is the diagnostic for a file that takes too much alone. why is appended to what it takes.
func (l *limits) blame(at source.Range, answer, why string) diag.Diagnostic {
	took := fmt.Sprintf("%v of processor time", l.cpu.Round(100*time.Millisecond))
	switch answer {
	case answerMemory:
		took = fmt.Sprintf("%d MiB of memory", l.heap>>20)
	case answerStack:
		took = fmt.Sprintf("%d MiB of stack", maxStack>>20)
	}
	return diag.Errorf(at, "the file is too complex for the C parser, or sends it in circles").
		WithDetail("read by itself it needs more than %s%s; look for a syntax error with gcc -fsyntax-only, "+
			"or check parts of the program apart", took, why)
}

// heapInUse is what lives on the heap and what has not been collected yet.
func heapInUse() uint64 { return bytesOf("/memory/classes/heap/objects:bytes") }

// heapLive is what the last collection found alive.
func heapLive() uint64 { return bytesOf("/gc/heap/live:bytes") }

func bytesOf(metric string) uint64 {
	s := []metrics.Sample{{Name: metric}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s[0].Value.Uint64()
}
