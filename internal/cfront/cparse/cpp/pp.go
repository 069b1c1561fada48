package cpp

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/source"
)

// The preprocessor as a whole. It expands macros the way gcc does it: a stack of token lists being read, a
// macro switched off while its own expansion is on the stack, and its name painted for good if it is met
// there. That needs constant work per token, where hide sets (Prosser) copy a set per token.
//
// The library's own preprocessor is not used because it cannot be stopped: argument expansion is
// recursive and complete before the first token comes out, so thirty nested macros that each use their
// argument twice run out of memory, and an unterminated macro call panics.

// Limits bound the work.
type Limits struct {
	Steps    int // tokens read, from files and from expansions
	Tokens   int // tokens that come out
	Depth    int // nesting of macro calls in arguments, and of #if and parentheses in it
	Includes int // nesting of headers
	Bytes    int // size of all files read
}

// DefaultLimits are far above what real programs need and keep bad input to seconds and some 100 MB.
var DefaultLimits = Limits{Steps: 20_000_000, Tokens: 2_000_000, Depth: 256, Includes: 200, Bytes: 256 << 20}

// Request asks for a header.
type Request struct {
	Name   string
	Quoted bool
	Next   bool  // #include_next
	From   *File // the file that asks
}

// Config says where headers come from and when to stop.
type Config struct {
	Limits Limits
	// Open finds a header. A nil File means that there is none.
	Open func(Request) (*File, error)
	// Function, if set, names functions that headers make no macros of.
	Function func(string) bool
	// UnsignedChar says that plain char is unsigned.
	UnsignedChar bool
	// HasBuiltin decides __has_builtin.
	HasBuiltin func(string) bool
	// Grown, if set, is called once if there are Large tokens or more. Its error ends the work.
	Grown func() error
	Large int
}

// Result is a preprocessed translation unit.
type Result struct {
	Tokens []Token
	Files  []string // names, by Token.File
	Read   []*File  // what was read, in order of opening, each once
	Diags  diag.List
	// Physical tells, where line markers and #line give other places, which line of which file a place
	// stands for.
	Physical map[Place]Place
	// OpenMP is where the first #pragma omp or acc stands: threads that this package knows nothing about.
	OpenMP source.Range
	// Missing is the first header that was not found.
	Missing *Request
}

// Place is a line of a file.
type Place struct {
	File string
	Line int
}

// Range is the place of a token.
func (r *Result) Range(t *Token) source.Range {
	if int(t.File) >= len(r.Files) {
		return source.Range{}
	}
	return source.At(r.Files[t.File], int(t.Line), int(t.Col))
}

type list struct {
	toks    []Token
	i       int
	macro   *macro
	barrier bool // reading stops at the end of this list
}

type pp struct {
	ctx    context.Context
	cfg    Config
	res    *Result
	ids    map[string]int32
	seen   map[string]*File
	once   map[*File]bool
	guards map[*File]string
	macros map[string]*macro
	pushed map[string][]*macro // #pragma push_macro
	final  map[string]bool     // names that a final file defined or undefined
	bufs   []*buffer
	lists  []list
	steps  int
	bytes  int
	depth  int
	count  int // __COUNTER__

	pack      uint8
	packStack []packEntry
	skipping  int // inside a directive's line: no directives there
}

type packEntry struct {
	name string
	pack uint8
}

// stop is panicked with to end the work from any depth; Run recovers it.
type stop struct{ err error }

const maxErrors = 20

func (p *pp) rangeOf(t Token) source.Range { return p.res.Range(&t) }

func (p *pp) errorf(at Token, summary, detail string) {
	p.res.Diags = append(p.res.Diags, diag.Diagnostic{Summary: summary, Detail: detail, Range: p.rangeOf(at)})
	if len(p.res.Diags) >= maxErrors {
		panic(stop{})
	}
}

// fatal reports an error that leaves nothing more to do.
func (p *pp) fatal(at Token, summary, detail string) {
	p.res.Diags = append(p.res.Diags, diag.Diagnostic{Summary: summary, Detail: detail, Range: p.rangeOf(at)})
	panic(stop{})
}

func (p *pp) warn(at Token, summary, detail string) {
	p.res.Diags = append(p.res.Diags, diag.Diagnostic{Severity: diag.Warning, Summary: summary, Detail: detail, Range: p.rangeOf(at)})
}

// Run preprocesses files one after another into one translation unit: predefined macros first, the
// program last. The error is the context's, or one of Open.
func Run(ctx context.Context, files []*File, cfg Config) (res *Result, err error) {
	p := &pp{
		ctx: ctx, cfg: cfg, res: &Result{},
		ids: map[string]int32{}, seen: map[string]*File{}, once: map[*File]bool{}, guards: map[*File]string{},
		macros: map[string]*macro{}, pushed: map[string][]*macro{}, final: map[string]bool{},
	}
	defer func() {
		res = p.res
		switch r := recover().(type) {
		case nil:
		case stop:
			err = r.err
		default:
			panic(r)
		}
	}()
	for _, n := range []string{"__LINE__", "__FILE__", "__COUNTER__", "__DATE__", "__TIME__", "__INCLUDE_LEVEL__", "__BASE_FILE__", "__TIMESTAMP__"} {
		p.macros[n] = &macro{name: n, dynamic: true}
	}
	for _, f := range files {
		p.push(f)
		p.run()
	}
	return p.res, nil
}

func (p *pp) fileID(name string) int32 {
	if id, ok := p.ids[name]; ok {
		return id
	}
	id := int32(len(p.res.Files))
	p.res.Files = append(p.res.Files, name)
	p.ids[name] = id
	return id
}

func (p *pp) push(f *File) {
	if p.seen[f.Name] == nil {
		p.seen[f.Name] = f
		p.res.Read = append(p.res.Read, f)
	}
	if f.Preprocessed {
		for name := range p.macros {
			if !strings.HasPrefix(name, "__builtin_") && name != "__extension__" && name != "__FUNCTION__" && name != "__PRETTY_FUNCTION__" {
				delete(p.macros, name)
			}
		}
	}
	b := &buffer{file: f, src: f.Text, line: 1, bol: true, id: p.fileID(f.Name)}
	p.bytes += len(f.Text)
	if p.cfg.Limits.Bytes > 0 && p.bytes > p.cfg.Limits.Bytes {
		p.fatal(p.here(b), fmt.Sprintf("more than %d MiB of source", p.cfg.Limits.Bytes>>20), "split the program, or give a file that includes less")
	}
	p.bufs = append(p.bufs, b)
}

// run reads the files on the stack to their end.
func (p *pp) run() {
	for len(p.bufs) > 0 {
		t := p.next()
		if t.Kind == EOF {
			p.popFile()
			continue
		}
		p.room(len(p.res.Tokens)+1, t)
		p.res.Tokens = append(p.res.Tokens, t)
	}
}

// room makes sure that there may be n tokens in a row.
func (p *pp) room(n int, at Token) {
	if p.cfg.Limits.Tokens > 0 && n > p.cfg.Limits.Tokens {
		p.tooLong(at)
	}
	if p.cfg.Grown != nil && n >= p.cfg.Large {
		if err := p.cfg.Grown(); err != nil {
			panic(stop{err})
		}
		p.cfg.Grown = nil
	}
}

func (p *pp) tooLong(at Token) {
	p.fatal(at, fmt.Sprintf("the program is longer than %d tokens after macro expansion", p.cfg.Limits.Tokens),
		"a macro may expand to far more than it seems; otherwise check parts of the program apart")
}

func (p *pp) popFile() {
	b := p.bufs[len(p.bufs)-1]
	for _, c := range b.conds {
		p.errorf(c.at, "unterminated #"+c.verb, "add the #endif it needs")
	}
	if b.guard == guardAfter && b.ifName != "" {
		p.guards[b.file] = b.ifName
	}
	p.bufs = p.bufs[:len(p.bufs)-1]
}

func (p *pp) step(t Token) {
	p.steps++
	if p.steps&0xffff == 0 {
		if err := p.ctx.Err(); err != nil {
			panic(stop{err})
		}
	}
	if p.cfg.Limits.Steps > 0 && p.steps > p.cfg.Limits.Steps {
		p.fatal(t, "macro expansion does not come to an end",
			"some macro expands to more than heddle is willing to read; define it away with -D or simplify it")
	}
}

// raw reads the next token without expanding it.
func (p *pp) raw() Token {
	for len(p.lists) > 0 {
		l := &p.lists[len(p.lists)-1]
		if l.i < len(l.toks) {
			t := l.toks[l.i]
			l.i++
			p.step(t)
			return t
		}
		if l.barrier {
			return Token{Kind: EOF}
		}
		if l.macro != nil {
			l.macro.off = false
		}
		p.lists = p.lists[:len(p.lists)-1]
	}
	return p.text()
}

// text reads the next token of the current file, carrying out directives on the way. At the end of the file
// it returns EOF, as often as asked.
func (p *pp) text() Token {
	if len(p.bufs) == 0 {
		return Token{Kind: EOF}
	}
	newline := false
	for {
		b := p.bufs[len(p.bufs)-1]
		t := p.lex(b)
		p.step(t)
		switch {
		case t.Kind == EOF:
			return t
		case t.Kind == Newline:
			b.bol = true
			newline = true
			continue
		case b.bol && t.Is("#"):
			if p.skipping > 0 {
				break
			}
			p.directive(b, t)
			b.bol = true
			newline = true
			if p.bufs[len(p.bufs)-1] != b && p.depth > 0 {
				// An #include inside the arguments of a macro: its text is read as part of them.
				continue
			}
			continue
		}
		if b.bol && b.aliased {
			k := Place{p.res.Files[t.File], int(t.Line)}
			if _, ok := p.res.Physical[k]; !ok {
				p.res.Physical[k] = Place{b.file.Name, b.line}
			}
		}
		b.bol = false
		if b.guard != guardInside {
			b.guard = guardNone
		}
		if newline {
			t.flag |= flagSpace
		}
		return t
	}
}

// next reads the next token after macro expansion.
func (p *pp) next() Token {
	for {
		t := p.raw()
		if t.Kind != Ident || t.flag&flagNoExpand != 0 {
			return t
		}
		m := p.macros[t.Text]
		if m == nil {
			if t.Text == "_Pragma" && p.pragmaOperator(t) {
				continue
			}
			return t
		}
		if m.off {
			t.flag |= flagNoExpand
			return t
		}
		if !p.expand(m, t) {
			return t
		}
	}
}

func (p *pp) pushList(l list) { p.lists = append(p.lists, l) }

func (p *pp) dynamic(m *macro, t Token) Token {
	r := t
	r.flag |= flagExpanded
	r.Kind = Number
	switch m.name {
	case "__LINE__":
		r.Text = strconv.Itoa(int(t.Line))
	case "__COUNTER__":
		r.Text = strconv.Itoa(p.count)
		p.count++
	case "__INCLUDE_LEVEL__":
		r.Text = strconv.Itoa(max(0, len(p.bufs)-1))
	case "__DATE__":
		r.Kind, r.Text = String, `"Jan  1 1970"`
	case "__TIME__":
		r.Kind, r.Text = String, `"00:00:00"`
	case "__TIMESTAMP__":
		r.Kind, r.Text = String, `"Thu Jan  1 00:00:00 1970"`
	default: // __FILE__, __BASE_FILE__
		name := ""
		if int(t.File) < len(p.res.Files) {
			name = p.res.Files[t.File]
		}
		r.Kind, r.Text = String, quote(name)
	}
	return r
}

func quote(s string) string {
	out := []byte{'"'}
	for i := range len(s) {
		if s[i] == '"' || s[i] == '\\' {
			out = append(out, '\\')
		}
		out = append(out, s[i])
	}
	return string(append(out, '"'))
}
