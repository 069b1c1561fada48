package cfront

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"sort"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/models"
	"github.com/heddle-dev/heddle/internal/source"
)

// Options say how a program is read.
type Options struct {
	Parse         cparse.Options
	SizesFromText bool          // the data model is a default: a text that defines size_t with 32 bits has the last word
	StrictExterns bool          // functions that nothing defines make executions UNKNOWN
	MayFail       bool          // malloc and its kin may fail
	Models        []string      // files whose functions win over the embedded models
	Harness       *harness.Spec // who is called from outside, instead of main
	Wrap          bool          // for memory safety: pointer arithmetic that leaves the address space wraps, see exact.go
	Caller        bool          // with Harness, for deadlocks: the outside goes on after all of it has returned, and may do anything
	WholeProgram  bool          // no other file uses the program's variables and functions, or defines what it calls
	Externs       string        // what functions that nothing defines do to memory: ExternsHavoc, or ExternsPure
	ExternThreads bool          // functions handed over to them are called by other threads, too

	Stubs *Stubs // keeps the models between compilations; nil: each reads its own
	Types bool   // Result.Places will be asked for: the result keeps the types of all files
}

// What functions that nothing defines do to memory that their arguments lead to: anything, or nothing.
const (
	ExternsHavoc = "havoc"
	ExternsPure  = "pure"
)

// File is a C file of the program.
type File struct {
	Path  string
	Dir   string   // where relative names in Flags are looked up
	Flags []string // compiler flags of this file
	After string   // text that is read behind the file: a harness, see Callbacks

	model bool            // a --model file
	unit  *cparse.Unit    // once it is parsed, nil if it cannot be
	diags diag.List       // what parsing it said
	used  map[string]bool // the names in its expressions, see Uses
}

// Result is a program and what was noticed while it was made.
type Result struct {
	Program     *ir.Program
	Notes       diag.List
	Reachable   []string          // the names of the functions that were lowered
	Unsupported []diag.Diagnostic // constructs in them that make executions UNKNOWN
	// Against, of a harness that names a function which may take the place of its own, is the program in which it does: see against.go.
	Against *ir.Program

	compiler *compiler
}

// Places says where the fields of the program's types lie in its objects. The compilation must have had Options.Types.
func (r *Result) Places() *Places { return r.compiler.places() }

// compiler is the state of one Compile.
type compiler struct {
	ctx  context.Context
	opts Options
	prog *ir.Program
	pw   int

	known   *models.Set
	units   []*unit
	symbols map[string]*symbol
	foreign map[string]*symbol // the program's functions that models have the names of, see form.go
	statics map[*cc.Declarator]*symbol
	ctors   []itself // in order of declaration; some more than once, some without a body
	dtors   []itself

	funcs   []*funcSlot
	globals []*globalSlot
	strings map[string]ir.GlobalID
	// literals are the string literals by where they stand.
	literals  map[*cc.PrimaryExpression]ir.GlobalID
	taken     map[string]int
	assumed   map[string]int
	registers []source.Range // calls that access registers of devices
	thunks    map[string]ir.FuncID

	weakrefs []*symbol              // variables that stand for others, which may not be there
	sharers  []*sharer              // accesses to what functions share between calls
	shared   map[string]ir.GlobalID // that memory, by the word for it
	written  map[string]bool        // whether the program may call what writes there, by the word for it
	matched  *matching              // the first call of a function that finds the driver's data
	leavers  map[string]ir.FuncID   // what functions leave in errno, by function
	unknowns map[string]ir.FuncID   // bodies of functions that nothing defines, by name and arguments
	touchers map[string]ir.FuncID   // that make objects arbitrary, by type; -1: there is nothing to do
	handed   handed

	allocs  map[*ir.Alloc]typed // the types of locals in memory, see places.go
	records map[recordKey]typed // structs that accesses are called by
	casts   map[[2]string]bool  // structs that pointers are cast between
	formed  map[string]bool     // structs that pointers to other things become pointers to

	nowhere   []nowhere    // variables that no file defines and that are not const
	number    source.Range // where the address of a function is taken as a number
	addressed bool         // that of a variable, or a pointer to one, was: numbers that are wide enough may be addresses from here on, but in drivers, which are assumed to take none so
	callTypes map[*ir.CallPtr]string
	allLoose  bool // a function pointer was converted to another type: any function may be called in any way

	liveFuncs   map[ir.FuncID]bool
	liveGlobals map[ir.GlobalID]bool

	stubs       *stubsInUse
	stubUnits   map[string]*unit
	wanted      map[string]bool   // stub files known to be linked, from the round before
	linkedStubs map[string]bool   // stub files linked for the sake of a function that is in no other
	chosen      map[string]string // which file each model with a choice was taken from
	asked       map[string]bool   // stub files that lowering depends on, and whether they were linked in the round before

	jumping    *jumping     // what is found out about longjmp, see jump.go
	jumped     *jumping     // what the round before found out
	jumpGlobal *ir.GlobalID // where a thread notes that it jumps

	callsOutside bool                      // functions from outside are called, see outside.go
	fallback     map[*ir.CallPtr]ir.FuncID // by call: what a function from outside of that type does

	roles     roles           // who the functions of the harness are
	elsewhere map[string]bool // functions of the project's that no file defines

	ordered     map[any]*conflicts // evaluations with conflicts, of the round before: see unsequenced.go
	conflicting map[any]*conflicts // and of this one
	evaluations []*evaluation      // those that may have some

	marked   marked // see sections.go
	outside  *outside
	benign   map[source.Pos]bool // the comments that excuse something, see benign.go
	broken   []brokenInit
	mutexes  []staticMutex
	room     int64 // bytes of all variables
	badConst string
	inStatic bool // in an initializer of static storage
	errs     diag.List
	notes    diag.List
}

// Compile parses and lowers the files of a program and links them with the models. The error is a diag.List where the
// input is at fault.
func Compile(ctx context.Context, files []File, opts Options) (*Result, error) {
	if opts.Harness != nil {
		if err := opts.Harness.Validate(); err != nil {
			return nil, err
		}
	}
	var notes diag.List
	var parsed []*cparse.Unit
	var errs diag.List
	all := append([]File(nil), files...)
	for _, m := range opts.Models {
		all = append(all, File{Path: m, model: true})
	}
	for _, file := range all {
		if err := file.parse(ctx, opts); err != nil {
			return nil, err
		}
		if file.unit == nil {
			errs = append(errs, file.diags...)
			continue
		}
		notes = append(notes, file.diags...)
		parsed = append(parsed, file.unit)
	}
	if len(errs) > 0 {
		return nil, errs
	}
	if at, ok := madeFor32(parsed); ok && opts.SizesFromText && !saysWide(files) {
		return compileFor32(ctx, files, opts, at)
	}
	stubs := opts.Stubs.take(opts.Parse)
	ordered := map[any]*conflicts{}
	wanted, jumped, outside := map[string]bool{}, newJumping(), false
	// Which stub file a model comes from can depend on which others are linked, and how a call is lowered on which functions jump; further rounds settle it.
	for range 8 {
		c := newCompiler(ctx, opts, stubs, wanted)
		c.jumping, c.jumped, c.callsOutside = newJumping(), jumped, outside
		c.ordered = ordered
		for _, p := range parsed {
			u := c.newUnit(p)
			u.model = p.Model
			c.units = append(c.units, u)
			c.declare(u)
		}
		c.setForeign()
		res, err := c.compile()
		if err != nil {
			return nil, err
		}
		guarded := c.wouldCallOutside()
		if !c.rechoose() && !guarded {
			res.Notes = append(notes, res.Notes...)
			if !opts.Types {
				stubs.giveBack()
			}
			return res, nil
		}
		// What one round links counts as linked in later ones, needed or not: otherwise two choices could undo each other forever.
		maps.Copy(wanted, c.linkedStubs)
		jumped, outside, ordered = c.jumping, outside || guarded, c.conflicting
	}
	return nil, fmt.Errorf("cfront: the choice of models does not settle")
}

// rechoose reports whether a model would be taken from another file, or something be lowered in another way, now that all linked files are known.
func (c *compiler) rechoose() bool {
	c.mayJump()
	for name, file := range c.chosen {
		m, _ := c.known.Lookup(name)
		if m.Choose(func(f string) bool { return c.wanted[f] || c.linkedStubs[f] }) != file {
			return true
		}
	}
	if !c.jumping.same(c.jumped) || !maps.EqualFunc(c.ordered, c.conflicting, (*conflicts).same) {
		return true
	}
	for file, was := range c.asked {
		if !was && c.linkedStubs[file] {
			return true
		}
	}
	return false
}

// linked reports whether a stub file is linked for the sake of a function that is in no other.
func (c *compiler) linked(file string) bool {
	c.asked[file] = c.wanted[file]
	return c.wanted[file]
}

func newCompiler(ctx context.Context, opts Options, stubs *stubsInUse, wanted map[string]bool) *compiler {
	model := opts.Parse.Model
	return &compiler{
		ctx: ctx, opts: opts, pw: model.PtrWidth(), known: models.For(opts.Parse.Platform),
		prog: &ir.Program{
			Model: model, Regions: []ir.Region{{Name: "mem"}},
			KeepsLocks: opts.Parse.Platform == "linux" || opts.Parse.Platform == "windows",
		},
		symbols: map[string]*symbol{}, foreign: map[string]*symbol{}, statics: map[*cc.Declarator]*symbol{},
		strings: map[string]ir.GlobalID{}, literals: map[*cc.PrimaryExpression]ir.GlobalID{}, taken: map[string]int{}, assumed: map[string]int{}, thunks: map[string]ir.FuncID{}, allocs: map[*ir.Alloc]typed{}, records: map[recordKey]typed{}, casts: map[[2]string]bool{}, formed: map[string]bool{},
		liveFuncs: map[ir.FuncID]bool{}, liveGlobals: map[ir.GlobalID]bool{},
		stubs: stubs, stubUnits: map[string]*unit{}, wanted: wanted, linkedStubs: map[string]bool{}, chosen: map[string]string{}, asked: map[string]bool{},
		elsewhere: map[string]bool{}, outside: newOutside(), benign: map[source.Pos]bool{}, marked: marked{},
		fallback: map[*ir.CallPtr]ir.FuncID{}, callTypes: map[*ir.CallPtr]string{},
		unknowns: map[string]ir.FuncID{}, touchers: map[string]ir.FuncID{},
	}
}

// stub parses a stub file and enters its names.
func (c *compiler) stub(file string) *unit {
	if u, ok := c.stubUnits[file]; ok {
		return u
	}
	c.stubUnits[file] = nil
	p, list, err := c.stubs.unit(c.ctx, file)
	if err != nil || p == nil {
		c.errs = append(c.errs, list...)
		c.errs = append(c.errs, diag.Errorf(source.Range{Pos: source.Pos{File: file}}, "model %s cannot be read", file).
			WithDetail("this is a defect of heddle"))
		return nil
	}
	u := c.newUnit(p)
	u.model, u.stub = true, file
	c.stubUnits[file] = u
	c.units = append(c.units, u)
	c.declare(u)
	return u
}

func (c *compiler) errorAt(at source.Range, summary, detail string) {
	c.errs = append(c.errs, diag.Errorf(at, "%s", summary).WithDetail("%s", detail))
}

// start is the function that the program starts with.
func (c *compiler) start() (*symbol, error) {
	if c.opts.Harness != nil {
		return c.assignRoles()
	}
	if main := c.symbols["main"]; main != nil && main.fn != nil {
		return main, nil
	}
	name := "the program"
	if len(c.units) > 0 {
		name = filepath.Base(c.units[0].Name)
	}
	next := "give all files that belong to the program, or name an entry point with --harness"
	if c.opts.Parse.Platform == "linux" {
		next = "name entry points with --harness; heddle entrypoints lists the functions that the kernel calls"
	}
	return nil, diag.List{diag.Errorf(source.Range{Pos: source.Pos{File: firstName(c.units)}}, "%s has no main", name).
		WithDetail("%s", next)}
}

// compile lowers everything that can be reached from where the program starts.
func (c *compiler) compile() (*Result, error) {
	main, err := c.start()
	if err != nil {
		return nil, err
	}
	if c.opts.Parse.Platform == "linux" {
		c.assume(source.Range{}, "kernel headers: "+c.opts.Parse.Kernel.String(), false)
	}
	entry := c.entryFunc(main)
	if err := c.work(); err != nil {
		return nil, err
	}
	if named, matched := c.linkNamed(), c.linkMatched(); named || matched {
		if err := c.work(); err != nil {
			return nil, err
		}
	}
	if c.opts.Harness != nil {
		c.completeHarness(entry)
	} else {
		c.completeEntry(entry)
	}
	if err := c.work(); err != nil {
		return nil, err
	}
	c.completeSharers()
	if c.errs.HasErrors() {
		return nil, c.errs
	}
	c.finishHanded()
	c.finishOutside()
	c.guardCalls()
	c.markSections()
	c.candidates()
	c.findConflicts()
	c.assemble()
	if list := c.checked(); list.HasErrors() {
		return nil, list
	}
	c.noteBenign()
	c.noteElsewhere()
	c.noteOrders()
	c.noteRegisters()
	res := &Result{Program: c.prog, Notes: append(c.notes, c.errs...)}
	if c.opts.Types {
		res.compiler = c
	}
	for _, f := range c.prog.Funcs {
		if !f.Model && f.Name != EntryName {
			res.Reachable = append(res.Reachable, f.Name)
		}
	}
	sort.Strings(res.Reachable)
	res.Unsupported = c.unsupportedIn()
	if c.roles.against != nil {
		res.Against = c.replaced()
	}
	return res, nil
}

func firstName(us []*unit) string {
	if len(us) == 0 {
		return ""
	}
	return us[0].Name
}

// work lowers functions and globals until no new ones are mentioned.
func (c *compiler) work() error {
	for again := true; again; {
		again = false
		for i := 0; i < len(c.funcs); i++ {
			slot := c.funcs[i]
			if slot.f != nil || !c.mentionedFunc(ir.FuncID(i)) {
				continue
			}
			if err := c.ctx.Err(); err != nil {
				return err
			}
			again = true
			slot.f = c.tryLower(slot.sym)
			c.mention(slot.f)
		}
		for i := 0; i < len(c.globals); i++ {
			slot := c.globals[i]
			if slot.done || !c.liveGlobals[ir.GlobalID(i)] {
				continue
			}
			again = true
			c.lowerGlobal(slot)
		}
		if c.mentionGlobals() {
			again = true
		}
	}
	return nil
}

// tryLower lowers a function. If that fails unexpectedly, the executions that call it are UNKNOWN and the rest of the program is still checked.
func (c *compiler) tryLower(s *symbol) (f *ir.Func) {
	defer func() {
		if r := recover(); r != nil {
			g := &fn{c: c, u: s.unit, sym: s, f: &ir.Func{Name: s.irName, Display: s.name, Model: s.model}}
			g.begin(g.newBlock("entry"))
			g.at(s.fn.Declarator)
			g.f.Pos = g.pos
			w, ret, _ := c.shape(ir.FuncID(s.id))
			for _, w := range w {
				g.f.Params = append(g.f.Params, g.newReg(w, "", ir.ShowUnsigned))
			}
			g.f.RetWidth = ret
			g.emit(&ir.Unsupported{What: fmt.Sprintf("defect of heddle in %s: %v", s.name, r)})
			f = g.f
		}
	}()
	return c.lowerFunc(s)
}

// checked holds the program to the rules of ircheck. Atomic sections that do not nest are the user's; anything else is a
// defect of this package.
func (c *compiler) checked() diag.List {
	var list diag.List
	for _, err := range ircheck.Check(c.prog) {
		e, ok := err.(*ircheck.Error)
		if !ok || !strings.Contains(e.Msg, "atomic section") {
			panic(fmt.Sprintf("cfront: %v\n%s", err, irtext.Print(c.prog)))
		}
		list = append(list, diag.Errorf(c.place(e), "%s: %s", e.Func, e.Msg).
			WithDetail("begin and end atomic sections in pairs on every path, or use heddle_atomic { ... }"))
	}
	return list
}

// place finds the source position of an error of the checker.
func (c *compiler) place(e *ircheck.Error) source.Range {
	for _, f := range c.prog.Funcs {
		if f.Name != e.Func {
			continue
		}
		for in := range f.Instrs() {
			if in.Base().ID == e.ID {
				return in.Base().Pos
			}
		}
		return f.Pos
	}
	return source.Range{}
}

// unsupportedIn lists the constructs that make executions UNKNOWN, by place.
func (c *compiler) unsupportedIn() []diag.Diagnostic {
	var l diag.List
	seen := map[string]bool{}
	for _, f := range c.prog.Funcs {
		for _, b := range f.Blocks {
			u, ok := b.Term().(*ir.Unsupported)
			if !ok {
				continue
			}
			d := diag.Diagnostic{Severity: diag.Warning, Summary: "unsupported: " + u.What, Range: u.Pos, Detail: "executions that reach this are UNKNOWN; write a model of it (--model), or leave it out"}
			if k := d.Error(); !seen[k] {
				seen[k] = true
				l = append(l, d)
			}
		}
	}
	l.Sort()
	return l
}
