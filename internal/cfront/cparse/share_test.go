package cparse

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestTurns: large files take turns, small ones do not wait for them. All of it stands still while the test looks, and
// the clock goes on only where all of it waits.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		if err := turns.Acquire(t.Context(), atOnce); err != nil {
			t.Fatal(err)
		}
		large := Source{Name: "large.c", Content: []byte("int a[] = {" + strings.Repeat("1,", smallFile/2) + "};\n")}
		done := make(chan error, 1)
		go func() {
			_, _, err := Parse(t.Context(), large, Options{})
			done <- err
		}()
		synctest.Wait()
		select {
		case err := <-done:
			t.Fatalf("a large file is read out of turn: %v", err)
		default:
		}
		if u, list := parseText(t, "small.c", "int x;\n", Options{}); u == nil {
			t.Fatal(list)
		}
		turns.Release(atOnce)
		if err := <-done; err != nil {
			t.Error(err)
		}
		if !turns.TryAcquire(atOnce) {
			t.Fatal("a share is not given back")
		}
		defer turns.Release(atOnce)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Hour, cancel)
		if _, _, err := Parse(ctx, large, Options{}); err == nil || err.Error() != "reading large.c: context canceled" {
			t.Error(err)
		}
	})
}
