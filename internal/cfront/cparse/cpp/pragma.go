package cpp

import (
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/internal/diag"
)

// pragma carries out #pragma. What changes the meaning of the program and is not known here is warned of;
// hints to compilers are passed over.
func (p *pp) pragma(at Token, l []Token) {
	if len(l) == 0 {
		return
	}
	switch l[0].Text {
	case "once":
		if len(p.bufs) > 0 {
			p.once[p.bufs[len(p.bufs)-1].file] = true
		}
	case "pack":
		p.pragmaPack(at, p.argument(l[1:], at))
	case "push_macro", "pop_macro":
		if len(l) >= 3 && l[2].Kind == String {
			p.saveMacro(l[0].Text, unquote(l[2].Text))
		}
	case "omp", "acc":
		if !p.res.OpenMP.IsValid() {
			p.res.OpenMP = p.rangeOf(l[0])
			p.res.Diags = append(p.res.Diags, diag.Diagnostic{
				Severity: diag.Note, Range: p.res.OpenMP, Summary: "#pragma " + l[0].Text + ": the threads that it makes are not modelled",
				Detail: "heddle checks the program as compiled without -fopenmp",
			})
		}
	case "scalar_storage_order":
		p.errorf(l[0], "#pragma scalar_storage_order is not supported", "remove it; heddle reads memory as little-endian")
	}
}

func (p *pp) saveMacro(verb, name string) {
	if verb == "push_macro" {
		p.pushed[name] = append(p.pushed[name], p.macros[name])
		return
	}
	st := p.pushed[name]
	if len(st) == 0 {
		return
	}
	m := st[len(st)-1]
	p.pushed[name] = st[:len(st)-1]
	if m == nil {
		delete(p.macros, name)
	} else {
		p.macros[name] = m
	}
}

// pragmaPack: pack() pack(n) pack(push[,id][,n]) pack(pop[,id][,n]).
func (p *pp) pragmaPack(at Token, l []Token) {
	var words []Token
	for _, t := range l {
		if t.Kind == Ident || t.Kind == Number {
			words = append(words, t)
		}
	}
	set := func(t Token) {
		n, err := strconv.ParseUint(strings.TrimRight(t.Text, "uUlL"), 0, 8)
		if err != nil || n > 16 || n&(n-1) != 0 {
			p.warn(t, "#pragma pack with "+t.Text+" is ignored", "the limit is 1, 2, 4, 8 or 16")
			return
		}
		p.pack = uint8(n)
	}
	if len(words) == 0 {
		p.pack = 0
		return
	}
	switch words[0].Text {
	case "push":
		e := packEntry{pack: p.pack}
		for _, w := range words[1:] {
			if w.Kind == Ident {
				e.name = w.Text
			} else {
				set(w)
			}
		}
		if len(p.packStack) < 10_000 {
			p.packStack = append(p.packStack, e)
		}
	case "pop":
		name := ""
		for _, w := range words[1:] {
			if w.Kind == Ident {
				name = w.Text
			}
		}
		for i := len(p.packStack) - 1; i >= 0; i-- {
			if name == "" || p.packStack[i].name == name {
				p.pack = p.packStack[i].pack
				p.packStack = p.packStack[:i]
				break
			}
		}
		for _, w := range words[1:] {
			if w.Kind == Number {
				set(w)
			}
		}
	default:
		if words[0].Kind == Number {
			set(words[0])
		}
	}
}

// pragmaOperator carries out _Pragma("...") and reports whether there was one.
func (p *pp) pragmaOperator(t Token) bool {
	open := p.raw()
	if !open.Is("(") {
		if open.Kind != EOF {
			p.pushList(list{toks: []Token{open}})
		}
		return false
	}
	var l []Token
	for {
		a := p.raw()
		if a.Kind == EOF || a.Is(")") {
			break
		}
		if a.Kind == String && len(a.Text) >= 2 && !a.Unended() {
			b := &buffer{src: unquote(strings.TrimPrefix(a.Text, "L")), line: 1, id: t.File}
			for {
				x := p.lex(b)
				if x.Kind == EOF || x.Kind == Newline {
					break
				}
				x.File, x.Line, x.Col = t.File, t.Line, t.Col
				l = append(l, x)
			}
		}
	}
	p.pragma(t, l)
	return true
}
