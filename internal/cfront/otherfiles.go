package cfront

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// What undefined functions can get at without being given it: what has external linkage, if another file of the program may define them, and what is as undefined as they are.

// nowhere is a variable that no file defines.
type nowhere struct {
	id     ir.GlobalID
	system bool // a header of the system declares it
}

// assumeApart notes what undefined functions can get at without being given it: variables that are as undefined as they are and that headers of the system
// declare (the others are named), and functions whose address the program hides in a number. They are assumed to leave both alone, which forbids PROVED.
func (c *compiler) assumeApart() {
	if !slices.ContainsFunc(c.prog.Funcs, func(f *ir.Func) bool { return f.Unknown }) {
		return
	}
	for _, v := range c.nowhere {
		if g := c.globals[v.id].g; c.liveGlobals[v.id] && !g.Named {
			c.assumption(g.Pos, g.Display+": functions that nothing defines do not touch it", true, v.system && c.opts.Externs != ExternsPure)
		}
	}
	if c.number.IsValid() {
		c.assume(c.number, fmt.Sprintf("%s: functions that nothing defines do not call the function whose address is taken as a number", c.number.Pos), true)
	}
}

// definedElsewhere reports whether another file may define a function: one that no header of the system declares. If the program is whole, that file is
// none of it, and knows only variables that the program does not define. A function that finds names, as dlsym does, is as good as such a file.
func (c *compiler) definedElsewhere(s *symbol) bool {
	m, known := c.modelOf(s)
	return (c.elsewhere[s.name] || known && m.Does != nil && m.Does.Finds) && c.isOpen()
}

// linkNamed links the variables that functions of other files know by their names: those lead to more. It reports whether there are any.
func (c *compiler) linkNamed() (more bool) {
	if c.opts.WholeProgram || !slices.ContainsFunc(c.funcs, func(slot *funcSlot) bool { return slot.f != nil && slot.f.Elsewhere }) {
		return false
	}
	for _, name := range slices.Sorted(maps.Keys(c.symbols)) {
		if s := c.named(c.symbols[name]); s != nil && !s.isFunc {
			if id := c.global(s); !c.liveGlobals[id] {
				c.liveGlobals[id], more = true, true
			}
		}
	}
	return more
}

// named is what other files get at by a name with external linkage, which may be another name of something that has none; nil: nothing.
func (c *compiler) named(s *symbol) *symbol {
	if c.isNamed(s) {
		return s
	}
	if s.alias == "" || s.model || s.unit == nil || s.unit.model {
		return nil
	}
	if t := c.resolve(s); t.fn != nil || t.rank > rankExtern {
		return t
	}
	return nil
}

// isNamed reports whether a name is one of the program's own with external linkage, and is defined. The harness is no part of the program: it stands for those who call it.
func (c *compiler) isNamed(s *symbol) bool {
	return !s.model && s.unit != nil && !s.unit.model && s.rank > rankExtern && s.name != "main" && !c.inHarness(s)
}

// inHarness reports whether the harness defines a function.
func (c *compiler) inHarness(s *symbol) bool {
	return c.opts.Harness != nil && s.fn != nil && posOf(s.fn.Declarator).File == cparse.AfterFile
}

// nameShared marks what functions that other files define can use by its name, and notes what they may do with it.
func (c *compiler) nameShared() {
	var elsewhere []string
	var at source.Range
	for _, f := range c.prog.Funcs {
		if f.Elsewhere && !slices.Contains(elsewhere, f.Display) {
			elsewhere, at = append(elsewhere, f.Display), f.Pos
		}
	}
	if len(elsewhere) == 0 {
		return
	}
	slices.Sort(elsewhere)
	var used, unused []string
	for _, v := range c.nowhere {
		if g := c.globals[v.id].g; c.liveGlobals[v.id] && !v.system {
			g.Named = true
			used = append(used, g.Display)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.symbols)) {
		s := c.named(c.symbols[name])
		switch {
		case c.opts.WholeProgram || s == nil:
		case s.isFunc && s.linked && c.liveFuncs[ir.FuncID(s.id)]:
			c.funcs[s.id].f.Named = true
			used = append(used, name)
		case s.isFunc && s.fn != nil:
			unused = append(unused, name)
		case !s.isFunc && s.linked && c.liveGlobals[ir.GlobalID(s.id)]:
			if c.changes(ir.GlobalID(s.id), map[ir.GlobalID]bool{}) {
				c.globals[s.id].g.Named = true
				used = append(used, name)
			}
		}
	}
	who := fewNames(elsewhere) + ": another file may define it"
	if len(elsewhere) > 1 {
		who = fewNames(elsewhere) + ": other files may define them"
	}
	hint := wholeProgram
	if c.opts.WholeProgram {
		hint = ""
	}
	if len(used) > 0 {
		c.assumption(at, who+" and use "+fewNames(used)+" there"+hint, true, true)
	}
	if len(unused) > 0 {
		text := who + " and call " + fewNames(unused) + ", which nothing here calls" + wholeProgram
		c.uncovered(at, text)
	}
}

// assumeStrong notes that no other file defines what the program defines weakly: such a definition would go before it.
func (c *compiler) assumeStrong() {
	if !c.hasOtherFiles() {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(c.symbols)) {
		weak := c.symbols[name]
		s := c.resolve(weak)
		if !weak.weak || weak.model || !s.linked || !(s.isFunc && c.liveFuncs[ir.FuncID(s.id)] || !s.isFunc && c.liveGlobals[ir.GlobalID(s.id)]) {
			continue
		}
		at := source.Range{}
		if s.fn != nil {
			at = posOf(s.fn.Declarator)
		} else if s.decl != nil {
			at = posOf(s.decl)
		}
		c.uncovered(at, name+" is defined weakly: no other file defines it"+wholeProgram)
	}
}

// assumeThere notes which variables are assumed to be there that only weak references name, and nothing here defines.
func (c *compiler) assumeThere() {
	for _, s := range c.weakrefs {
		if to := c.resolve(s); to.linked && to.rank <= rankExtern {
			c.uncovered(posOf(s.decl), s.alias+" is there, which "+s.name+" refers to weakly")
		}
	}
}

// wholeProgram is what may be done about an assumption about other files.
const wholeProgram = " (--assume whole-program: no other file does)"

// hasOtherFiles reports whether there may be other files of the program.
func (c *compiler) hasOtherFiles() bool {
	return !c.opts.WholeProgram && c.isOpen()
}

// isOpen reports whether functions of other files may run: a harness that says what is called stands for all of them.
func (c *compiler) isOpen() bool {
	return c.opts.Externs != ExternsPure && (c.opts.Harness == nil || c.opts.Harness.Start == harness.Loaded)
}

// changes reports whether a variable may change, or leads to what may, or to a function: to know a constant that only leads to constants is to know nothing.
func (c *compiler) changes(id ir.GlobalID, seen map[ir.GlobalID]bool) bool {
	g := c.globals[id].g
	if !g.Const {
		return true
	}
	seen[id] = true
	return slices.ContainsFunc(g.Relocs, func(r ir.Reloc) bool {
		return r.Target.Kind == ir.KindFunc || !seen[r.Target.Global] && c.changes(r.Target.Global, seen)
	})
}

// fewNames lists names, the first of them if they are many.
func fewNames(list []string) string {
	const most = 5
	if len(list) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), len(list)-most)
	}
	return strings.Join(list, ", ")
}
