package budget

import (
	"context"
	"errors"
	"slices"
	"testing"
)

func spent(t *testing.T, ctx context.Context, want bool) {
	t.Helper()
	if got := ctx.Err() != nil; got != want {
		t.Fatalf("ended: %v, want %v", got, want)
	}
}

// TestParts: a part ends in the call of Spend that reaches its end, and so do the parts inside of it; the ones around it go on.
func TestParts(t *testing.T) {
	ctx := New(t.Context())
	outer, cancel := Within(ctx, 100*weights[Running])
	defer cancel()
	inner, cancel := Within(outer, 30*weights[Running])
	defer cancel()
	below, cancel := context.WithCancel(inner)
	defer cancel()
	late, cancel := Within(outer, 1000*weights[Running])
	defer cancel()
	Spend(below, Running, 29)
	spent(t, inner, false)
	if left, limited := Left(inner); left != weights[Running] || !limited {
		t.Fatal(left, limited)
	}
	if left, _ := Left(late); left != 71*weights[Running] {
		t.Fatalf("a part has what is left of the one around it at most, not %v", left)
	}
	Spend(ctx, Running, 1)
	spent(t, inner, true)
	spent(t, below, true)
	spent(t, outer, false)
	if !Over(below) || Over(outer) || !errors.Is(context.Cause(below), ErrSpent) {
		t.Fatal(context.Cause(below))
	}
	Spend(ctx, Running, 70)
	spent(t, outer, true)
	spent(t, late, true)
	if Spent(ctx) != 100*weights[Running] || Of(ctx).By(Running) != Spent(ctx) || Of(ctx).By(Terms) != 0 {
		t.Fatal(Spent(ctx))
	}
	if none, _ := Within(outer, 5); none.Err() == nil {
		t.Fatal("a part of what is spent is not over")
	}
}

// TestReleased: a part that was given back ends nothing any more.
func TestReleased(t *testing.T) {
	ctx := New(t.Context())
	first, cancel := Within(ctx, 10*weights[Running])
	cancel()
	if Over(first) {
		t.Fatal("given back, not spent")
	}
	second, cancel := Within(ctx, 20*weights[Running])
	defer cancel()
	Spend(ctx, Running, 15)
	spent(t, second, false)
	Spend(ctx, Running, 5)
	spent(t, second, true)
}

// TestAside: work beside other work has a clock of its own, and counts where it came from when it is joined.
func TestAside(t *testing.T) {
	ctx, cancel := Within(New(t.Context()), 100*weights[Running])
	defer cancel()
	Spend(ctx, Running, 10)
	one, joinOne := Aside(ctx)
	two, joinTwo := Aside(ctx)
	if Spent(one) != Spent(ctx) || Of(one).By(Running) != 0 {
		t.Fatal(Spent(one))
	}
	Spend(one, Running, 89)
	spent(t, one, false)
	Spend(one, Running, 1)
	spent(t, one, true)
	spent(t, two, false)
	spent(t, ctx, false)
	joinOne()
	if Spent(ctx) != 100*weights[Running] {
		t.Fatal(Spent(ctx))
	}
	spent(t, ctx, true)
	spent(t, two, true) // it is a part of the other
	joinTwo()
}

// TestNone: without a meter nothing is counted, and nothing ends.
func TestNone(t *testing.T) {
	ctx, cancel := Within(t.Context(), 1)
	defer cancel()
	Spend(ctx, Running, 1000)
	spent(t, ctx, false)
	if _, limited := Left(ctx); limited || Spent(ctx) != 0 {
		t.Fatal("there is no clock")
	}
	aside, join := Aside(ctx)
	join()
	spent(t, aside, false)
}

// TestTask: what a task comes to does not depend on its steps, and a step ends in the call of Spend that reaches its end.
func TestTask(t *testing.T) {
	run := func(step Work) (done []Work, spent Work, steps int) {
		task := Begin(t.Context(), 0, func(ctx context.Context) {
			for range 10 {
				part, cancel := Within(ctx, 25*weights[Running])
				for part.Err() == nil {
					Spend(ctx, Running, 10)
				}
				cancel()
				done = append(done, Spent(ctx))
			}
		})
		for {
			before := task.Spent()
			if task.Step(step) {
				return done, task.Spent(), steps
			}
			if steps++; task.On() {
				t.Fatal("a task is in a step that is over")
			}
			if got := task.Spent() - before; got > step+10*weights[Running] {
				t.Fatalf("a step of %v took %v", step, got)
			}
		}
	}
	whole, all, steps := run(Unlimited)
	if steps != 0 || len(whole) != 10 || all != 300*weights[Running] {
		t.Fatal(whole, all, steps)
	}
	for _, step := range []Work{1, 7 * weights[Running], 100 * weights[Running]} {
		if cut, spent, steps := run(step); !slices.Equal(cut, whole) || spent != all || steps == 0 {
			t.Errorf("in steps of %v: %v %v %d", step, cut, spent, steps)
		}
	}
}

// TestTasksInside: a step of a task ends within one of a task that it does, and work beside other work counts once.
func TestTasksInside(t *testing.T) {
	var order []string
	outer := Begin(t.Context(), 1000*weights[Running], func(ctx context.Context) {
		if left, limited := Left(ctx); left != 1000*weights[Running] || !limited {
			t.Error(left, limited)
		}
		inner := Begin(ctx, 0, func(ctx context.Context) {
			aside, join := Aside(ctx)
			for range 6 {
				Spend(aside, Running, 100)
				order = append(order, "inner")
			}
			join()
			if Spent(ctx) != 600*weights[Running] {
				t.Error(Spent(ctx))
			}
		})
		for !inner.Step(150 * weights[Running]) {
			order = append(order, "between")
		}
		Spend(ctx, Running, 400)
		Spend(ctx, Running, 500)
		if left, _ := Left(ctx); left != 900*weights[Running] {
			t.Errorf("more than it could expect: as much again, not %v", left)
		}
	})
	if outer.Step(250*weights[Running]) || len(order) != 4 {
		t.Errorf("%v", order)
	}
	outer.Finish()
	if len(order) != 10 || outer.Spent() != 1500*weights[Running] {
		t.Errorf("%v %v", order, outer.Spent())
	}
}

// TestTaskEnds: one that panics does so for who asked, and one that had no step is not begun.
func TestTaskEnds(t *testing.T) {
	Begin(t.Context(), 0, func(context.Context) { t.Error("begun") }).Finish()
	broken := Begin(t.Context(), 0, func(ctx context.Context) {
		Spend(ctx, Running, 10)
		panic("broken")
	})
	defer func() {
		if p := recover(); p != "broken" || !broken.Over() {
			t.Error(p)
		}
		broken.Finish()
	}()
	broken.Step(1)
	broken.Finish()
	t.Error("no panic")
}

// TestHolding: what is kept counts in a task and in those around it, until it is given back; outside of tasks it counts nowhere.
func TestHolding(t *testing.T) {
	var h Holding
	h.Set(nil, 7)
	h.Set(Of(New(t.Context())), 8)
	var inner *Task
	outer := Begin(New(t.Context()), 0, func(ctx context.Context) {
		h.Set(Of(ctx), 100)
		inner = Begin(ctx, 0, func(ctx context.Context) {
			var own Holding
			own.Set(Of(ctx), 30)
			own.Set(Of(ctx), 20)
			Spend(ctx, Running, 1)
			own.Free()
		})
		inner.Step(weights[Running])
		Spend(ctx, Running, 1)
		inner.Finish()
		h.Set(Of(ctx), 50)
		Spend(ctx, Running, 1000)
		h.Free()
	})
	for _, want := range []struct{ outer, inner int64 }{{120, 20}, {50, 0}} {
		outer.Step(2 * weights[Running])
		if outer.Kept() != want.outer || inner.Kept() != want.inner {
			t.Errorf("kept: %d outside and %d inside, want %+v", outer.Kept(), inner.Kept(), want)
		}
	}
	outer.Finish()
	if outer.Kept() != 0 {
		t.Errorf("%d at the end", outer.Kept())
	}
}
