package harness

import (
	"fmt"
	"strconv"
	"strings"
)

// The text form of a spec, for tests and for people: a line per function, in the order in which they may begin.
//
//	loaded                       variables hold what they are initialized with
//	first FUNC
//	once FUNC [in VAR=N] [detached]
//	any FUNC [in VAR=N] [detached]
//	last FUNC
//	against FUNC                 it takes the place of the one function

// String is the text form.
func (s *Spec) String() string {
	var b strings.Builder
	if s.Start == Loaded {
		b.WriteString("loaded\n")
	}
	for _, f := range s.First {
		fmt.Fprintf(&b, "first %s\n", f)
	}
	for _, e := range s.Entries {
		how := "once"
		if e.Calls == Any {
			how = "any"
		}
		fmt.Fprintf(&b, "%s %s", how, e.Func)
		if e.Context.Var != "" {
			fmt.Fprintf(&b, " in %s=%d", e.Context.Var, e.Context.Value)
		}
		if e.Detached {
			b.WriteString(" detached")
		}
		b.WriteByte('\n')
	}
	for _, f := range s.Last {
		fmt.Fprintf(&b, "last %s\n", f)
	}
	if s.Against != "" {
		fmt.Fprintf(&b, "against %s\n", s.Against)
	}
	return b.String()
}

// Parse reads the text form. Source is what messages about its functions begin with.
func Parse(source, text string) (*Spec, error) {
	s := &Spec{Source: source}
	for i, line := range strings.Split(text, "\n") {
		if words := strings.Fields(line); len(words) > 0 {
			if err := s.add(words); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
		}
	}
	return s, s.Validate()
}

func (s *Spec) add(words []string) error {
	how, rest := words[0], words[1:]
	if how == "loaded" {
		s.Start = Loaded
		return noMore(rest)
	}
	if how != "first" && how != "once" && how != "any" && how != "last" && how != "against" {
		return fmt.Errorf("%q is none of loaded, first, once, any, last, against", how)
	}
	if len(rest) == 0 {
		return fmt.Errorf("%s without a function", how)
	}
	name, rest := rest[0], rest[1:]
	e := Entry{Func: name}
	switch how {
	case "first":
		s.First = append(s.First, name)
		return noMore(rest)
	case "last":
		s.Last = append(s.Last, name)
		return noMore(rest)
	case "against":
		if s.Against != "" {
			return fmt.Errorf("%s and %s cannot both take its place", s.Against, name)
		}
		s.Against = name
		return noMore(rest)
	case "any":
		e.Calls = Any
	}
	if len(rest) > 0 && rest[0] == "in" {
		if len(rest) == 1 {
			return fmt.Errorf("%s: in without a variable", name)
		}
		v, n, _ := strings.Cut(rest[1], "=")
		value, err := strconv.ParseUint(n, 10, 64)
		if err != nil || v == "" {
			return fmt.Errorf("%s: %q is not VAR=N", name, rest[1])
		}
		e.Context, rest = Context{Var: v, Value: value}, rest[2:]
	}
	if len(rest) > 0 && rest[0] == "detached" {
		e.Detached, rest = true, rest[1:]
	}
	s.Entries = append(s.Entries, e)
	return noMore(rest)
}

func noMore(words []string) error {
	if len(words) > 0 {
		return fmt.Errorf("%q is too much", strings.Join(words, " "))
	}
	return nil
}
