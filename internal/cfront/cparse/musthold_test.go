package cparse

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
)

func TestMoveAnnotations(t *testing.T) {
	for _, c := range []struct{ name, program, want string }{
		{"a parameter", "void f(struct s *d) HOLD(&d->lock) { d->n++; }", "void f ( struct s * d ) { __heddle_assert_held ( & d -> lock ) ; d -> n ++ ; }"},
		{"two of them", "void f(struct s *d) HOLD(d->a) HOLD(&d->b) { }", "void f ( struct s * d ) { __heddle_assert_held ( d -> a ) ; __heddle_assert_held ( & d -> b ) ; }"},
		{"a variable of the file", "static int lock; void f(void) HOLD(&lock) { }", "static int lock ; void f ( void ) { __heddle_assert_held ( & lock ) ; }"},
		{"a name that is none", "void f(void) HOLD(RCU) { }", "void f ( void ) { }"},
		{"a declaration", "void f(struct s *d) HOLD(&d->lock); void g(void) { }", "void f ( struct s * d ) ; void g ( void ) { }"},
		{"the next body is another function's", "void f(struct s *d) HOLD(&d->lock); struct t { int a; };", "void f ( struct s * d ) ; struct t { int a ; } ;"},
		{"a local name stood before", "void g(void) { int lock; } void f(void) HOLD(&lock) { }", "void g ( void ) { int lock ; } void f ( void ) { }"},
		{"unfinished", "void f(struct s *d) HOLD(&d->lock", "void f ( struct s * d ) HOLD ( & d -> lock"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.ReplaceAll(c.program, "HOLD", mustHold)
			res, err := cpp.Run(context.Background(), []*cpp.File{{Name: "a.c", Text: text, Dir: -1}}, cpp.Config{Limits: cpp.DefaultLimits})
			if err != nil || res.Diags.HasErrors() {
				t.Fatal(err, res.Diags)
			}
			var words []string
			for _, tok := range moveAnnotations(res) {
				words = append(words, tok.Text)
			}
			if got := strings.ReplaceAll(strings.Join(words, " "), mustHold, "HOLD"); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}
