package cparse

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
	"github.com/heddle-dev/heddle/internal/cfront/layout"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/models"
)

// Interrupted is the error of Parse if the context ended first.
type Interrupted struct {
	File string
	Err  error // the context's
}

func (e *Interrupted) Error() string { return fmt.Sprintf("reading %s: %v", e.File, e.Err) }
func (e *Interrupted) Unwrap() error { return e.Err }

// Parse reads, preprocesses, parses and checks a file. Problems of the input are errors in the list, and then
// there is no unit; warnings may come with one. The error is for problems of the environment, and Interrupted for a
// context that ended.
func Parse(ctx context.Context, src Source, o Options) (*Unit, diag.List, error) {
	u, list, err := parse(ctx, src, o)
	if stop := ctx.Err(); err != nil && stop != nil {
		err = &Interrupted{File: src.Name, Err: stop}
	}
	return u, list, err
}

func parse(ctx context.Context, src Source, o Options) (*Unit, diag.List, error) {
	if o.Headers == nil {
		o.Headers = models.Include()
		if o.kernel() {
			o.Headers = models.KernelInclude()
		} else if o.windows() {
			o.Headers = models.WindowsInclude()
		}
	}
	if src.Content == nil {
		content, list := readSource(&o, src.Name)
		if list != nil {
			return nil, list, nil
		}
		src.Content = content
	}
	if list := checkFile(src.Name, src.Content); list != nil {
		return nil, list, nil
	}
	took := &share{ctx: ctx}
	defer took.settle(0)
	res, toks, list, err := tokens(ctx, &src, &o, took)
	if err != nil || list.HasErrors() {
		return nil, list, err
	}
	took.settle(len(toks))
	e := count(toks)
	suspect := e.suspicion(res)
	text, long := emit(res, toks)
	if long != nil {
		return nil, append(list, tooLong(res, long)...), nil
	}
	u := &Unit{Name: src.Name, Model: src.Model, OpenMP: res.OpenMP, UnsignedChar: o.UnsignedChar}
	u.lines.from(res)
	res, toks = nil, nil // the tokens are as large as the tree: let them go before it is built

	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	ast, l, err := translate(ctx, src.Name, text, suspect, &o)
	if err == nil && onlyExcess(l) {
		if ast, l, err = parseWithoutExcess(ctx, &src, &o, took, l); err != nil {
			return nil, nil, err
		}
	}
	list = append(list, l...)
	if err != nil || list.HasErrors() {
		return nil, list, err
	}
	u.AST = ast
	u.Layout = layout.New(ast, o.Model)
	if l := checkAsserts(u); l != nil {
		return nil, append(list, l...), nil
	}
	return u, list, nil
}

// tokens preprocesses a file and rewrites what it gives for the library.
func tokens(ctx context.Context, src *Source, o *Options, took *share) (*cpp.Result, []cpp.Token, diag.List, error) {
	res, err := preprocess(ctx, src, o, took)
	if err != nil {
		return nil, nil, nil, err
	}
	if res.Diags.HasErrors() {
		return nil, nil, res.Diags, nil
	}
	list := res.Diags
	if l := checkTokens(res); l != nil {
		return nil, nil, append(list, l...), nil
	}
	switch {
	case o.kernel() && !src.Model:
		res.Tokens = moveAnnotations(res)
		res.Tokens = shake(res, models.For(o.Platform).Known)
		shortWide(res.Tokens)
	case !o.windows() && !o.Whole:
		res.Tokens = shake(res, func(string) bool { return false })
	}
	if o.windows() {
		res.Tokens = microsoft(res.Tokens)
	}
	toks, l := normalize(res, o.Model)
	return res, toks, append(list, l...), nil
}

// parseWithoutExcess reads a file that has nothing wrong but initializers that are too long; said is what the library
// says about it.
func parseWithoutExcess(
	ctx context.Context, src *Source, o *Options, took *share, said diag.List,
) (*cc.AST, diag.List, error) {
	res, toks, _, err := tokens(ctx, src, o, took)
	if err != nil {
		return nil, nil, err
	}
	toks, warnings, err := dropExcess(ctx, src.Name, res, toks, o)
	if err != nil || warnings == nil {
		return nil, said, err
	}
	text, long := emit(res, toks)
	if long != nil { // what was said before was said of a text that fits
		return nil, said, nil
	}
	ast, l, err := translate(ctx, src.Name, text, nil, o)
	return ast, append(warnings, l...), err
}

func readSource(o *Options, name string) ([]byte, diag.List) {
	full := name
	if o.Dir != "" && !filepath.IsAbs(name) {
		full = filepath.Join(o.Dir, name)
	}
	content, err := readFile(full)
	if err == nil {
		return content, nil
	}
	d := diag.Errorf(fileRange(name, 0, 0), "cannot read the file: %v", err).WithDetail("check its name and permissions")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d = diag.Errorf(fileRange(name, 0, 0), "no such file").WithDetail("check the name and the directory heddle runs in")
	case errors.Is(err, errDirectory):
		d = diag.Errorf(fileRange(name, 0, 0), "this is a directory").WithDetail("name the C files in it")
	}
	return nil, diag.List{d}
}

// builtinFile is the name of what declares the compiler's builtins.
const builtinFile = "<builtin>"

// preprocess runs the preprocessor, with our headers and, where one is missing, once more with the machine's.
func preprocess(ctx context.Context, src *Source, o *Options, took *share) (*cpp.Result, error) {
	res, err := runCPP(ctx, src, o, nil, took)
	if err != nil || res.Missing == nil {
		return res, err
	}
	if o.kernel() {
		o.Kernel.explain(res)
		return res, nil
	}
	if o.windows() {
		explainWindows(res)
		return res, nil
	}
	missing := res.Missing
	host := hostDirs(o)
	if len(host) == 0 {
		for i := range res.Diags {
			if strings.Contains(res.Diags[i].Summary, missing.Name) {
				res.Diags[i].Detail = "heddle has no such header and found none of the machine's; add the directory it is in with -I after --"
			}
		}
		return res, nil
	}
	return runCPP(ctx, src, o, host, took)
}

func runCPP(ctx context.Context, src *Source, o *Options, host []string, took *share) (*cpp.Result, error) {
	s := newSearcher(o, host)
	s.main = src.Name
	text := string(src.Content)
	preprocessed := strings.HasSuffix(src.Name, ".i")
	main := &cpp.File{Name: src.Name, Text: text, Dir: -1, Preprocessed: preprocessed}
	var files []*cpp.File
	files = append(files,
		&cpp.File{Name: "<predefined>", Text: predefined(o), Dir: -1, System: true},
		&cpp.File{Name: builtinFile, Text: prelude(o), Dir: -1, System: true})
	if !preprocessed {
		files = append(files, &cpp.File{Name: "<command-line>", Text: commandLine(o), Dir: -1, System: true})
		for _, name := range o.Includes {
			f, err := s.open(cpp.Request{Name: name, Quoted: true, From: &cpp.File{Name: filepath.Join(o.Dir, "x"), Dir: -1}})
			if err != nil {
				return nil, err
			}
			if f == nil {
				return &cpp.Result{Diags: diag.List{diag.Errorf(fileRange(name, 0, 0), "header %s, asked for with -include, not found", name).
					WithDetail("check its name or add its directory with -I")}}, nil
			}
			files = append(files, f)
		}
	}
	files = append(files, main)
	if src.After != "" {
		files = append(files, &cpp.File{Name: AfterFile, Text: src.After, Dir: -1})
	}
	lim := cpp.DefaultLimits
	lim.Tokens = maxTokens
	cfg := cpp.Config{
		Limits: lim, HasBuiltin: hasBuiltin, UnsignedChar: o.UnsignedChar, Grown: took.grown, Large: smallFile,
		Open: func(r cpp.Request) (*cpp.File, error) {
			f, err := s.open(r)
			if f != nil && err == nil && len(f.Text) > maxSource {
				return nil, nil
			}
			return f, err
		},
	}
	if o.kernel() {
		cfg.Function = models.For(o.Platform).Known
	}
	return cpp.Run(ctx, files, cfg)
}

// commandLine is -D and -U as directives.
func commandLine(o *Options) string {
	var b strings.Builder
	for _, d := range o.Defines {
		name, value, ok := strings.Cut(d, "=")
		if !ok {
			value = "1"
		}
		fmt.Fprintf(&b, "#define %s %s\n", name, strings.ReplaceAll(value, "\n", " "))
	}
	for _, u := range o.Undefs {
		fmt.Fprintf(&b, "#undef %s\n", u)
	}
	return b.String()
}

// target is the target by the library's names.
func target(o *Options) (goos, arch string) {
	goos, arch = "linux", "amd64"
	if o.Model == ir.ILP32 {
		arch = "386"
	}
	if o.Model == ir.LLP64 || o.Platform == "windows" {
		goos = "windows"
	}
	return goos, arch
}

func abi(goos, arch string, signed bool) (*cc.ABI, error) {
	a, err := cc.NewABI(goos, arch)
	if err != nil {
		return nil, fmt.Errorf("the parser library does not know the target: %w", err)
	}
	a.SignedChar = signed
	return a, nil
}

// checkAsserts checks the program's assertions with our own layout; the library's would fail on packed
// structs.
func checkAsserts(u *Unit) (list diag.List) {
	layout.Walk(u.AST.TranslationUnit, func(n cc.Node) bool {
		a, ok := n.(*cc.StaticAssertDeclaration)
		if !ok {
			return true
		}
		e := layout.Strip(a.ConstantExpression)
		if or, ok := e.(*cc.LogicalOrExpression); ok && or.Case == cc.LogicalOrExpressionLOr {
			e = or.LogicalAndExpression // 1 || (E), see staticAssert
		}
		if v, ok := u.Layout.ConstInt(e); ok && v == 0 && len(list) < 20 {
			p := a.Position()
			list = append(list, diag.Errorf(fileRange(p.Filename, p.Line, p.Column), "static assertion failed: %s", strings.Trim(a.Token4.SrcStr(), `"`)).
				WithDetail("the program asserts something that does not hold for this data model; choose another with --data-model"))
		}
		return false
	})
	return list
}
