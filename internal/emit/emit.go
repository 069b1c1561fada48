package emit

import (
	"fmt"
	"io"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/place"
)

// Options say how a program is printed.
type Options struct {
	// Layout is where objects lie in a bounded program; others choose their own.
	Layout place.Layout
	// Head is lines for a comment at the top.
	Head []string
	// Unwind is how often Boogie goes round a loop and how deep into a recursion, in a program that is not bounded; 0: 2. C keeps loops.
	Unwind int
}

// C writes the program as C.
func C(w io.Writer, p *ir.Program, opt Options) error {
	return write(w, p, opt, printC)
}

// Boogie writes the program as Boogie.
func Boogie(w io.Writer, p *ir.Program, opt Options) error {
	return write(w, p, opt, func(q *program, m *memory) string { return printBoogie(q, m, opt) })
}

// IR writes the program in its own text form, with everything in it.
func IR(w io.Writer, p *ir.Program, opt Options) error {
	for _, h := range opt.Head {
		if _, err := fmt.Fprintf(w, "// %s\n", comment(h)); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, irtext.Print(p))
	return err
}

func write(w io.Writer, p *ir.Program, opt Options, print func(*program, *memory) string) error {
	if !p.Form.Sequential {
		return fmt.Errorf("only a sequential program can be printed for other tools")
	}
	q, m, err := translate(p, opt)
	if err != nil {
		return err
	}
	q.head = opt.Head
	q.dropUnread(m)
	_, err = io.WriteString(w, print(q, m))
	return err
}
