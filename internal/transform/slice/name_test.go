package slice

import "testing"

// TestFirstOf: locks are named by the first argument of the call that uses them first.
func TestFirstOf(t *testing.T) {
	for args, want := range map[string]string{
		"&d.m)":                         "d.m",
		"d->lock, flags)":               "d->lock",
		"(void *)&d->lock, 1)":          "d->lock",
		"(struct mutex *)(void *)&all)": "all",
		"(void *) lock )":               "lock",
		"&(d->lock))":                   "d->lock",
		"(d)->lock)":                    "(d)->lock",
		"(char *)(dev) + 3, 1)":         "(dev) + 3",
		"lock_of(d, 1), 2)":             "lock_of(d, 1)",
		"":                              "",
		")":                             "",
		"(":                             "(",
	} {
		if got := firstOf(args); got != want {
			t.Errorf("firstOf(%q) = %q, want %q", args, got, want)
		}
	}
}
