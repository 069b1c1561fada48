package cparse

import (
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
	"github.com/heddle-dev/heddle/internal/cfront/layout"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/ir"
)

// kept are the attributes that mean something to lowering or to layout; all others are dropped.
var kept = map[string]bool{
	"aligned": true, "cleanup": true, "noreturn": true, "weak": true, "alias": true, "constructor": true, "destructor": true,
	"vector_size": true, "gnu_inline": true, "always_inline": true, "weakref": true, "ifunc": true, "dllimport": true, "thread": true,
}

// effects are the attributes of functions that say what a function without a body does. What they say in parentheses means nothing here.
var effects = map[string]bool{"format": true, "pure": true, "const": true, "returns_nonnull": true}

type attributeValue struct {
	name string // without underscores around it
	toks []cpp.Token
	args []cpp.Token // between the parentheses, nil if there are none
}

// alignment is the value of an aligned attribute; without an argument it is the largest there is.
func (v *attributeValue) alignment(at cpp.Token) []cpp.Token {
	if len(v.args) == 0 {
		return []cpp.Token{word(at, "16")}
	}
	return v.args
}

// attributeValues reads the values of __attribute__((...)) whose first parenthesis is token i.
func (n *normalizer) attributeValues(i int) (l []attributeValue) {
	shut := int(n.match[i])
	if !n.is(i+1, shut, "(") {
		return nil
	}
	i, shut = i+2, int(n.match[i+1])
	for i < shut {
		t := n.in[i]
		if t.Is(",") {
			i++
			continue
		}
		v := attributeValue{name: strings.TrimSuffix(strings.TrimPrefix(t.Text, "__"), "__"), toks: n.in[i : i+1]}
		if n.is(i+1, shut, "(") {
			e := int(n.match[i+1])
			v.args = n.in[i+2 : e]
			v.toks = n.in[i : e+1]
			i = e
		}
		l = append(l, v)
		for i++; i < shut && !n.in[i].Is(","); i++ {
		}
	}
	return l
}

// standardAttributes turns [[a, gnu::b(1)]] into __attribute__((a, b(1))), which is read wherever it stands.
func (n *normalizer) standardAttributes() {
	var out []cpp.Token
	done := 0
	for i := 0; i+1 < len(n.in); i++ {
		if !n.in[i].Is("[") || !n.in[i+1].Is("[") || n.match[i] != n.match[i+1]+1 {
			continue
		}
		at, shut := n.in[i], int(n.match[i])
		out = append(append(out, n.in[done:i]...), word(at, "__attribute__"), word(at, "("), word(at, "("))
		for k := i + 2; k < shut-1; k++ {
			if k+2 < shut && n.in[k].Kind == cpp.Ident && n.in[k+1].Is(":") && n.in[k+2].Is(":") {
				k += 2
				continue
			}
			out = append(out, n.in[k])
		}
		out = append(out, word(n.in[shut], ")"), word(n.in[shut], ")"))
		i, done = shut, shut+1
	}
	if done > 0 {
		n.in = append(out, n.in[done:]...)
		n.match = matchBrackets(n.in)
	}
}

// attribute rewrites the attribute at token i: members' layout becomes remarks, what means nothing goes.
func (n *normalizer) attribute(i, end int) int {
	at := n.in[i]
	if !n.is(i+1, end, "(") {
		n.put(at)
		return i + 1
	}
	next := int(n.match[i+1]) + 1
	f := n.inRecord()
	var keep []attributeValue
	for _, v := range n.attributeValues(i + 1) {
		switch {
		case v.name == "mode":
			n.mode(v, at)
		case f != nil && v.name == "packed":
			f.record.say(layout.KindPacked, nil)
			f.record.started = true
		case f != nil && v.name == "aligned":
			f.record.say(layout.KindAligned, v.alignment(at))
			f.record.started = true
		case f == nil && effects[v.name] && !(v.name == "format" && len(v.args) > 0 && strings.Contains(v.args[0].Text, "scanf")): // which stores what it reads
			v.toks = []cpp.Token{word(at, "__"+v.name+"__")}
			keep = append(keep, v)
		case kept[v.name]:
			keep = append(keep, v)
		}
	}
	if len(keep) == 0 {
		return next
	}
	n.words(at, "__attribute__", "(", "(")
	for k, v := range keep {
		if k > 0 {
			n.words(at, ",")
		}
		if v.name == "aligned" {
			n.words(at, "aligned", "(")
			n.out = append(n.out, v.alignment(at)...)
			n.words(at, ")")
			continue
		}
		n.out = append(n.out, v.toks...)
	}
	n.words(at, ")", ")")
	return next
}

// mode gives a declaration the integer type of the mode: typedef int T __attribute__((mode(DI))).
func (n *normalizer) mode(v attributeValue, at cpp.Token) {
	if len(v.args) != 1 {
		return
	}
	var to string
	switch strings.Trim(v.args[0].Text, "_") {
	case "QI", "byte":
		to = "char"
	case "HI":
		to = "short"
	case "SI":
		to = "int"
	case "DI":
		to = "long long"
	case "TI":
		to = "__int128"
	case "word", "pointer", "unwind_word":
		to = "long"
		if n.model == ir.LLP64 {
			to = "long long"
		}
	case "SF":
		to = "float"
	case "DF":
		to = "double"
	}
	for k := len(n.out) - 1; k >= 0 && !n.out[k].Is(";") && !n.out[k].Is("}") && !n.out[k].Is("{"); k-- {
		if to != "" && (n.out[k].IsIdent("int") || n.out[k].IsIdent("float") && strings.HasSuffix(v.args[0].Text, "F")) {
			n.out[k].Text = to
			return
		}
	}
	n.unsupported(at, "attribute mode("+v.args[0].Text+")")
}

func (n *normalizer) unsupported(at cpp.Token, what string) {
	n.diags = append(n.diags, diag.Errorf(n.res.Range(&at), "%s is not supported here", what).
		WithDetail("write the declaration without it"))
}
