package cparse

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"
)

// A text that may be more than the library can take is read alone, in a process that can be ended. That process
// measures itself, by its processor time and its live heap: what else the machine and the process that asks are busy
// with does not count. The tree it builds is thrown away; where the text fits, it is read once more where the tree is
// needed. Rejected: handing the tree over, which is a graph of the library's private types; watching the heap and the
// clock of the process that needs the tree, which blames a small file for its neighbours.
//
// The one who asks writes a line with a request and then the text, and keeps the pipe open. The process answers with
// one line. It ends itself when the pipe closes, so that it does not outlive the one who asks, however that ends.

// Limits of what a text may take when it is read alone: memory and processor time, both with its length. The library
// needs some 200 bytes per byte of text.
const (
	maxHeap  = 900 << 20
	minHeap  = 100 << 20
	perByte  = 250
	minParse = 20 * time.Second
	maxParse = 120 * time.Second

	// Four times what texts near the bounds on nesting take. The collector scans a stack whole: one that grows to
	// 512 MiB takes it 20 s, to 128 MiB half of one.
	maxStack = 128 << 20
)

// limits are what a file may take, and when to look.
type limits struct {
	heap uint64
	cpu  time.Duration
	late time.Duration // reading takes long: time to have it read alone, too
	soon time.Duration // the same if the heap has grown by more than the file may take
}

// limits are those of a text of a length.
func (o *Options) limits(size int) limits {
	l := limits{
		heap: min(maxHeap, minHeap+perByte*uint64(size)),
		cpu:  min(maxParse, minParse+time.Duration(size)*20*time.Microsecond),
		late: 10*time.Second + time.Duration(size)*2*time.Microsecond,
		soon: time.Second,
	}
	if o.test != nil {
		o.test(&l)
	}
	return l
}

// request is what is said to the process that reads a text alone.
type request struct {
	Size int

	OS, Arch   string
	SignedChar bool
	Heap       uint64
	CPU        time.Duration
}

// Answers of the process that reads alone.
const (
	answerFits   = "fits"
	answerTime   = "time"
	answerMemory = "memory"
	answerStack  = "stack" // not said, but seen from how it ended
)

// oneAlone is held while a text is read alone: such processes take memory.
var oneAlone = make(chan struct{}, 1)

// alone has a text read alone. It gives one of the answers. The error is the context's, or says that nothing could be
// found out.
func (o *Options) alone(ctx context.Context, text string, l limits) (answer string, err error) {
	select {
	case oneAlone <- struct{}{}:
		defer func() { <-oneAlone }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	cmd, err := o.Alone()
	if err != nil {
		return "", err
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		return "", err
	}
	var out, errs beginning
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return "", err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	go func() {
		goos, arch := target(o)
		head, _ := json.Marshal(request{
			Size: len(text), OS: goos, Arch: arch, SignedChar: !o.UnsignedChar, Heap: l.heap, CPU: l.cpu,
		})
		// The pipe is closed when the process has ended, by Wait. A process that does not read makes an error here and
		// an answer there.
		if _, err := in.Write(append(head, '\n')); err == nil {
			_, _ = io.WriteString(in, text)
		}
	}()
	select {
	case err = <-ended:
	case <-ctx.Done():
		_ = cmd.Process.Kill()
		<-ended
		return "", ctx.Err()
	}
	switch answer := strings.TrimSpace(string(out)); answer {
	case answerFits, answerTime, answerMemory:
		return answer, nil
	}
	if strings.Contains(string(errs), "stack exceeds") || strings.Contains(string(errs), "stack overflow") {
		return answerStack, nil
	}
	if err == nil {
		err = errors.New("it gave no answer")
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(string(errs)), "\n"); first != "" {
		err = fmt.Errorf("%w: %s", err, first)
	}
	return "", err
}

// beginning keeps the beginning of what is written.
type beginning []byte

func (h *beginning) Write(p []byte) (int, error) {
	if room := 4096 - len(*h); room > 0 {
		*h = append(*h, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

// ReadAlone is the work of the process that reads a text alone: it takes the request from in and writes its answer to
// out. hold holds the process to so many bytes of heap and of stack, and end ends it; that is called from another
// goroutine while the library runs.
func ReadAlone(in io.Reader, out io.Writer, hold func(heap int64, stack int), end func(code int)) error {
	r := bufio.NewReader(in)
	line, err := r.ReadBytes('\n')
	if err != nil {
		return err
	}
	var req request
	if err := json.Unmarshal(line, &req); err != nil {
		return err
	}
	if req.Size < 0 || req.Size > maxText+1 {
		return fmt.Errorf("a text of %d bytes", req.Size)
	}
	text := make([]byte, req.Size)
	if _, err := io.ReadFull(r, text); err != nil {
		return err
	}
	a, err := abi(req.OS, req.Arch, req.SignedChar)
	if err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, r) // until the one who asked is gone
		end(1)
	}()
	hold(int64(req.Heap)+64<<20, maxStack)
	say := make(chan string, 1)
	go func() { say <- overLimits(req) }()
	done := make(chan translation, 1)
	go func() { done <- library(a, string(text)) }()
	answer := answerFits // whatever the library says of it: it says so again where the tree is needed
	select {
	case answer = <-say:
	case <-done:
	}
	_, err = fmt.Fprintln(out, answer)
	return err
}

// overLimits waits until the process has taken more than it may.
func overLimits(req request) string {
	for {
		if heapInUse() > req.Heap { // some of it may be garbage, and some may follow while that is collected
			runtime.GC()
			if heapLive() > req.Heap {
				return answerMemory
			}
		}
		if cpuTime() > req.CPU {
			return answerTime
		}
		time.Sleep(2 * time.Millisecond)
	}
}
