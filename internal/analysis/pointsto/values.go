package pointsto

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Values says where operands may point to.
type Values struct {
	regs    [][][]nodeID // by function and register
	objects map[nodeID][]ir.Object
}

func (t *table) values() *Values {
	v := &Values{objects: map[nodeID][]ir.Object{}}
	for _, regs := range t.s.regs {
		of := make([][]nodeID, len(regs))
		for i, c := range regs {
			for _, r := range t.s.classes[c].pointees {
				n := t.s.find(r).node
				if slices.Contains(of[i], n) {
					continue
				}
				of[i] = append(of[i], n)
				if _, ok := v.objects[n]; !ok {
					v.objects[n] = nil
					for _, p := range t.s.nodes[n].objects {
						v.objects[n] = append(v.objects[n], p.object)
					}
				}
			}
		}
		v.regs = append(v.regs, of)
	}
	return v
}

// Address reports whether an operand of a function may be an address.
func (v *Values) Address(f ir.FuncID, o ir.Operand) bool {
	return o.Kind == ir.KindGlobal || o.Kind == ir.KindFunc || o.Kind == ir.KindReg && len(v.regs[f][o.Reg]) > 0
}

// Allocs calls visit with every allocation that a register of a function may point into.
func (v *Values) Allocs(f ir.FuncID, r ir.Reg, visit func(ir.ID)) {
	for _, n := range v.regs[f][r] {
		for _, o := range v.objects[n] {
			if o.Alloc != 0 {
				visit(o.Alloc)
			}
		}
	}
}
