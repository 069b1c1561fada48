// Reading a solver's answers: S-expressions, one at a time, from a stream that may hold anything.
//
// Nothing is assumed about the other side. The reader takes no more than a fixed number of bytes for one answer, builds nested lists
// with an explicit stack, and reports what it saw when that was not an answer. Values are read in the few forms that solvers
// print: literals, (_ bvN W), and arrays as stores over a constant array.
package smtlib

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/internal/logic"
)

// maxAnswer is the most that one answer may take; models of millions of cells fit.
const maxAnswer = 256 << 20

// sexpr is an atom or a list.
type sexpr struct {
	atom   string
	list   []sexpr
	isList bool
	quoted bool // a string or |symbol|: never a keyword
}

var errTooLong = errors.New("the answer is too long")

type sexprReader struct {
	r    *bufio.Reader
	left int
}

func (r *sexprReader) byte() (byte, error) {
	if r.left--; r.left < 0 {
		return 0, errTooLong
	}
	return r.r.ReadByte()
}

// readSexpr reads one expression.
func readSexpr(in *bufio.Reader, limit int) (sexpr, error) {
	r := &sexprReader{in, limit}
	var stack []sexpr
	for {
		c, err := r.byte()
		if err != nil {
			return sexpr{}, err
		}
		var e sexpr
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			continue
		case c == ';':
			for c != '\n' {
				if c, err = r.byte(); err != nil {
					return sexpr{}, err
				}
			}
			continue
		case c == '(':
			stack = append(stack, sexpr{isList: true})
			continue
		case c == ')':
			if len(stack) == 0 {
				return sexpr{}, errors.New("unbalanced )")
			}
			e = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
		case c == '"' || c == '|':
			e, err = r.quoted(c)
		default:
			e, err = r.plain(c)
		}
		if err != nil {
			return sexpr{}, err
		}
		if len(stack) == 0 {
			return e, nil
		}
		top := &stack[len(stack)-1]
		top.list = append(top.list, e)
	}
}

func (r *sexprReader) plain(first byte) (sexpr, error) {
	text := []byte{first}
	for {
		c, err := r.byte()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return sexpr{}, err
		}
		if strings.IndexByte(" \t\r\n();\"|", c) >= 0 {
			r.left++
			if err := r.r.UnreadByte(); err != nil {
				return sexpr{}, err
			}
			break
		}
		text = append(text, c)
	}
	return sexpr{atom: string(text)}, nil
}

// quoted reads a string (a doubled quote stands for itself) or a |symbol|.
func (r *sexprReader) quoted(quote byte) (sexpr, error) {
	var text []byte
	for {
		c, err := r.byte()
		if err != nil {
			return sexpr{}, err
		}
		if c == quote {
			if quote == '|' {
				break
			}
			next, err := r.r.Peek(1)
			if err != nil || next[0] != quote {
				break
			}
			if _, err := r.byte(); err != nil {
				return sexpr{}, err
			}
		}
		text = append(text, c)
	}
	return sexpr{atom: string(text), quoted: true}, nil
}

// String is the expression as text, cut where it gets long: for messages.
func (e sexpr) String() string {
	var b strings.Builder
	e.write(&b, 6)
	const most = 200
	if b.Len() > most {
		return b.String()[:most] + "..."
	}
	return b.String()
}

func (e sexpr) write(b *strings.Builder, depth int) {
	switch {
	case !e.isList && e.quoted:
		b.WriteString(strconv.Quote(e.atom))
	case !e.isList:
		b.WriteString(e.atom)
	case depth == 0 || b.Len() > 400:
		b.WriteString("(...)")
	default:
		b.WriteByte('(')
		for i, x := range e.list {
			if i > 0 {
				b.WriteByte(' ')
			}
			x.write(b, depth-1)
		}
		b.WriteByte(')')
	}
}

func (e sexpr) is(head string) bool {
	return e.isList && len(e.list) > 0 && e.list[0].atom == head && !e.list[0].quoted && !e.list[0].isList
}

// value reads a value of the given sort.
func (e sexpr) value(so logic.Sort) (logic.Value, error) {
	bad := fmt.Errorf("no value of sort %v: %v", so, e)
	switch {
	case so.IsBool():
		if e.isList || e.atom != "true" && e.atom != "false" {
			return logic.Value{}, bad
		}
		return logic.BoolValue(e.atom == "true"), nil
	case so.IsBV():
		v := new(big.Int)
		ok := false
		switch {
		case !e.isList && strings.HasPrefix(e.atom, "#x") && len(e.atom)-2 == (so.Width+3)/4 && so.Width%4 == 0:
			_, ok = v.SetString(e.atom[2:], 16)
		case !e.isList && strings.HasPrefix(e.atom, "#b") && len(e.atom)-2 == so.Width:
			_, ok = v.SetString(e.atom[2:], 2)
		case e.is("_") && len(e.list) == 3 && strings.HasPrefix(e.list[1].atom, "bv") && e.list[2].atom == strconv.Itoa(so.Width):
			_, ok = v.SetString(e.list[1].atom[2:], 10)
		}
		if !ok || v.Sign() < 0 || v.BitLen() > so.Width {
			return logic.Value{}, bad
		}
		return logic.BVBigValue(so.Width, v), nil
	}
	return e.arrayValue(so, bad)
}

// arrayValue unwinds (store (store ... ((as const S) d) i v) j w): the outermost store wins. Long chains come in pieces, bound by lets around or
// between the stores. A name that is bound twice or needed twice is refused: solvers do not do that, and so neither scopes nor circles can
// be got wrong.
func (e sexpr) arrayValue(so logic.Sort, bad error) (logic.Value, error) {
	var entries []logic.ArrayEntry
	bound := map[string]sexpr{}
	used := map[string]bool{}
	for {
		switch piece, ok := bound[e.atom]; {
		case !e.isList && ok && !used[e.atom]:
			used[e.atom] = true
			e = piece
			continue
		case e.is("let") && len(e.list) == 3:
			for _, p := range e.list[1].list {
				if len(p.list) != 2 || p.list[0].isList {
					return logic.Value{}, bad
				}
				if _, twice := bound[p.list[0].atom]; twice {
					return logic.Value{}, bad
				}
				bound[p.list[0].atom] = p.list[1]
			}
			e = e.list[2]
			continue
		case e.is("store") && len(e.list) == 4:
			i, err := e.list[2].value(so.IndexSort())
			if err != nil {
				return logic.Value{}, err
			}
			v, err := e.list[3].value(so.Elem())
			if err != nil {
				return logic.Value{}, err
			}
			entries = append(entries, logic.ArrayEntry{Index: i, Elem: v})
			e = e.list[1]
			continue
		}
		break
	}
	if !e.isList || len(e.list) != 2 || !e.list[0].is("as") || len(e.list[0].list) != 3 || e.list[0].list[1].atom != "const" {
		return logic.Value{}, bad
	}
	def, err := e.list[1].value(so.Elem())
	if err != nil {
		return logic.Value{}, err
	}
	slices.Reverse(entries)
	return logic.ArrayValue(so, def, entries...), nil
}
