package cparse

import (
	"context"
	"fmt"
	"os"
	"runtime/metrics"
	"strings"
	"sync"
	"time"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/diag"
)

// Calling the library. It cannot be interrupted, so it runs in a goroutine of its own, which is watched:
// where a program of a few lines makes its type checker exponential (a member looked up in structs that
// double at every level, say), the watch gives up, reports it, and abandons the goroutine. This is the last line of defence; the guards before it stop all but
// contrived input.

// Limits of the watch: memory beyond what was in use before, and time. The library needs some 200 bytes per
// byte of preprocessed text; a small file that needs 100 MB has made it diverge.
const (
	maxHeap  = 900 << 20
	perByte  = 1000
	minParse = 20 * time.Second
	maxParse = 120 * time.Second
)

// minHeap is what every file may use, and patience the time before memory is checked: it may be another part of the process that grows. Variables for the tests.
var (
	minHeap  uint64 = 100 << 20
	patience        = 2 * time.Second
)

// stderr is held while the library runs: it prints traces there.
var stderr sync.Mutex

type translation struct {
	ast  *cc.AST
	err  error
	fail any // a panic
}

func translate(ctx context.Context, name, text string, o *Options) (*cc.AST, diag.List, error) {
	a, err := abi(o)
	if err != nil {
		return nil, nil, err
	}
	cfg := &cc.Config{ABI: a}
	done := make(chan translation, 1)
	base := heapInUse()
	heap := min(maxHeap, minHeap+perByte*uint64(len(text)/4))
	limit := min(maxParse, minParse+time.Duration(len(text))*20*time.Microsecond)
	stderr.Lock()
	saved := os.Stderr
	if devNull != nil {
		os.Stderr = devNull
	}
	defer func() {
		os.Stderr = saved
		stderr.Unlock()
	}()
	go func() {
		var t translation
		defer func() {
			t.fail = recover()
			done <- t
		}()
		t.ast, t.err = cc.Translate(cfg, []cc.Source{{Name: "<heddle>", Value: text}})
	}()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	start := time.Now()
	at := fileRange(name, 1, 1)
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
		case <-tick.C:
			// The lowest use seen counts: what was there before may have been garbage, and its collection must not hide what the library takes.
			use := heapInUse()
			base = min(base, use)
			if d := time.Since(start); d > limit || d > patience && use > base+heap {
				return nil, diag.List{diag.Errorf(at, "the file is too complex for the C parser, or sends it in circles").
					WithDetail("it needs more than %d MiB or %v; look for a syntax error with gcc -fsyntax-only, or check parts of the program apart", heap>>20, limit)}, nil
			}
		}
	}
}

func heapInUse() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s[0].Value.Uint64()
}

// errorList turns the library's messages into diagnostics.
func errorList(name string, err error) (list diag.List) {
	seen := map[string]bool{}
	for _, msg := range strings.Split(err.Error(), "\n") {
		msg = strings.TrimSpace(msg)
		// Where in the library a message was made; what it leaves to be done, and remarks that only follow from another message.
		if i := strings.LastIndex(msg, " ("); i >= 0 && strings.Contains(msg[i:], ".go:") {
			msg = msg[:i]
		}
		if msg == "" || strings.HasPrefix(msg, "TODO") || strings.Contains(msg, "missed/failed type check") || strings.HasPrefix(msg, "internal error") {
			continue
		}
		at, text, e := position(msg)
		if e != nil {
			at = fileRange(name, 1, 1)
		}
		key := fmt.Sprint(at.File, at.Line)
		if seen[key] {
			continue
		}
		seen[key] = true
		d := diag.Errorf(at, "%s", cleanMessage(text)).WithDetail("%s", nextStep(text))
		list = append(list, d)
		if len(list) == 20 {
			break
		}
	}
	if len(list) == 0 {
		list = append(list, vagueError(name, err))
	}
	return list
}

// vagueError is for messages that say no more than where the library lost track.
func vagueError(name string, err error) diag.Diagnostic {
	at := fileRange(name, 1, 1)
	first, _, _ := strings.Cut(err.Error(), "\n")
	for _, msg := range strings.Split(err.Error(), "\n") {
		if r, _, e := position(msg); e == nil {
			at, first = r, msg
			break
		}
	}
	if strings.Contains(first, "DeclarationSpecifiers") || strings.Contains(first, "SpecifierQualifierList") {
		return diag.Errorf(at, "these type specifiers do not go together").
			WithDetail("a ';' may be missing before them, or a type be named twice")
	}
	return diag.Errorf(at, "the C parser does not understand this").
		WithDetail("see what gcc -fsyntax-only says about it; if that is content, report it as a defect of heddle")
}

func cleanMessage(s string) string {
	return strings.ReplaceAll(strings.TrimSuffix(strings.TrimSpace(s), ":"), "\t", " ")
}

func nextStep(s string) string {
	switch {
	case strings.Contains(s, "undefined"), strings.Contains(s, "undeclared"), strings.Contains(s, "unresolved"):
		return "declare it, or include the header that does"
	case strings.Contains(s, "no member"):
		return "check the member's name and the type it is looked up in"
	case strings.HasPrefix(s, "unexpected"):
		return "a syntax error here or just before; an unknown type name or macro often reads like this"
	case strings.Contains(s, "redeclaration"), strings.Contains(s, "redefinition"), strings.Contains(s, "redefined"):
		return "rename or remove one of the two declarations"
	case strings.Contains(s, "array size"):
		return "the length must be a positive integer constant"
	}
	return "correct the program; gcc -fsyntax-only FILE says more about C errors"
}
