// The life of a child process.
//
// A child is started in a process group of its own, by a goroutine that keeps its operating-system thread until the child is reaped: on
// Linux the death signal that ties a child to its parent is tied to the very thread that started it. That goroutine waits for the child
// to end, kills what is left of its group, and only then reaps it, so that the group's number cannot be anyone else's. Killing is
// always SIGKILL to the group: a solver has nothing to save.
//
// Talking is synchronous: one batch of commands, then the answers to it. The batch is written by a goroutine of its own, because a child that
// prints without reading would otherwise block both sides for ever. A context that ends kills the child, which ends the reading.
package smtlib

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"
)

type process struct {
	cmd    *exec.Cmd
	in     *os.File
	out    *os.File
	reader *bufio.Reader
	stderr *tail

	mu     sync.Mutex // over reaped: kill must not hit a number that is free again
	reaped bool
	done   chan struct{} // closed when the child is reaped
}

// graceAfterDeath is how long the output of a dead child may still be drained.
const graceAfterDeath = time.Second

// graceAfterAnswer is how long the end of a question may stay unread after its answer.
const graceAfterAnswer = 2 * time.Second

func start(path string, args []string, memory int64) (*process, error) {
	inR, inW, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	outR, outW, err := os.Pipe()
	if err != nil {
		_ = inR.Close()
		_ = inW.Close()
		return nil, err
	}
	p := &process{in: inW, out: outR, reader: bufio.NewReaderSize(outR, 1<<16), stderr: &tail{}, done: make(chan struct{})}
	p.cmd = exec.Command(path, args...)
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = inR, outW, p.stderr
	p.cmd.WaitDelay = graceAfterDeath
	p.cmd.SysProcAttr = childAttributes()
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine, after the child
		err := p.cmd.Start()
		_ = inR.Close()
		_ = outW.Close()
		if err == nil {
			limitMemory(p.cmd.Process.Pid, memory)
		}
		started <- err
		if err != nil {
			return
		}
		p.reap()
		_ = p.out.SetReadDeadline(time.Now().Add(graceAfterDeath))
		close(p.done)
	}()
	if err := <-started; err != nil {
		_ = inW.Close()
		_ = outR.Close()
		return nil, err
	}
	return p, nil
}

// kill ends the child; safe to call at any time, from any goroutine.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		killGroup(p.cmd)
	}
}

// close ends the child and returns when it is reaped and the pipes are closed.
func (p *process) close() {
	p.kill()
	_ = p.in.Close()
	<-p.done
	_ = p.out.Close()
}

// dead reports whether the child has ended.
func (p *process) dead() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// talk writes the commands and reads as many answers. After an error the process is good for nothing but close.
func (p *process) talk(ctx context.Context, commands []string, answers int) ([]sexpr, error) {
	stop := context.AfterFunc(ctx, p.kill)
	defer stop()
	wrote := make(chan error, 1)
	go func() {
		w := bufio.NewWriterSize(p.in, 1<<16)
		for _, c := range commands {
			if _, err := w.WriteString(c); err != nil {
				wrote <- err
				return
			}
		}
		wrote <- w.Flush()
	}()
	var got []sexpr
	var err error
	for len(got) < answers && err == nil {
		var e sexpr
		if e, err = readSexpr(p.reader, maxAnswer); err == nil {
			if e.is("error") {
				err = answerError(e)
				break
			}
			got = append(got, e)
		}
	}
	if err != nil {
		p.kill() // also unblocks the writer
	}
	select {
	case werr := <-wrote:
		if err == nil {
			err = werr
		}
	case <-time.After(graceAfterAnswer): // an answer to a question that it has not read
		p.kill()
		<-wrote
		err = fmt.Errorf("it answered %v before it was asked", got)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, p.explain(err)
	}
	return got, nil
}

// answerError is an (error "...") that the solver printed.
type answerError sexpr

func (e answerError) Error() string { return "it answered " + sexpr(e).String() }

// diedError is a child that ended in the middle of a conversation.
type diedError struct{ state string }

func (e diedError) Error() string { return "it ended without an answer (" + e.state + ")" }

// explain says what is known about a failure: how the child ended and what it said on the standard error.
func (p *process) explain(err error) error {
	var answer answerError
	if !errors.As(err, &answer) {
		p.kill()
		<-p.done
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, os.ErrDeadlineExceeded) || isBrokenPipe(err) {
			err = diedError{p.cmd.ProcessState.String()}
		}
	}
	if text := p.stderr.String(); text != "" {
		return fmt.Errorf("%w; it said: %s", err, text)
	}
	return err
}

// tail keeps the last bytes written to it.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

const tailSize = 2000

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, b...)
	if n := len(t.buf) - tailSize; n > 0 {
		t.buf = append(t.buf[:0], t.buf[n:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(bytes.ToValidUTF8(t.buf, []byte("?"))))
}
