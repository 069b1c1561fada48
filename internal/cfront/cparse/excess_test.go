package cparse

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/diag"
)

func TestExcessItems(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"int a[2] = {1, 2};", ""},
		{"int a[2] = {1, 2, 3, 4,};", "1:19"},
		{"#define A {1, 2, 3}\nint a[2] = A, b[1][2] = {A, A};", "2:12 2:26 2:29"},
		{"struct s { int x, y; } s = {1, 2, 3, .x = 4, 5, 6};", "1:35 1:49"},
		{"struct {} e = {1};", "1:16"},
		{"int f(int); int x = {f(1), ({ f(2); })}; int y = ((int[1]){1, 2})[0];", "1:28 1:63"},
		{"int a[2] = {1, 2, 3}; int b = c;", "refused"},
		{"int a[2] = {1, 2, [2] = 3};", "refused"},
		{"union { int a, b; } u = {1, .b = 2};", "refused"}, // valid: the library is wrong
	} {
		u, list := parseText(t, "a.c", c.src, Options{})
		var at []string
		for _, d := range list {
			if d.Severity == diag.Warning {
				at = append(at, strings.TrimPrefix(d.Range.Pos.String(), "a.c:"))
			}
		}
		got := strings.Join(at, " ")
		if list.HasErrors() {
			got = "refused"
		}
		if got != c.want || (u == nil) != (got == "refused") {
			t.Errorf("%s\n got %q, want %q\n%v", c.src, got, c.want, list)
		}
	}
}
