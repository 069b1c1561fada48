package ir

// LiveIn lists, by block, the registers that may be read before they are written from its start on.
func (f *Func) LiveIn() []map[Reg]bool {
	in := make([]map[Reg]bool, len(f.Blocks))
	preds := make([][]int, len(f.Blocks))
	for i, b := range f.Blocks {
		in[i] = map[Reg]bool{}
		Targets(b.Term(), func(t *BlockID) { preds[*t] = append(preds[*t], i) })
	}
	work := make([]int, 0, len(f.Blocks))
	for i := range f.Blocks {
		work = append(work, i)
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		live := map[Reg]bool{}
		b := f.Blocks[i]
		Targets(b.Term(), func(t *BlockID) {
			for r := range in[*t] {
				live[r] = true
			}
		})
		for k := len(b.Instrs) - 1; k >= 0; k-- {
			Defs(b.Instrs[k], func(r *Reg) { delete(live, *r) })
			Uses(b.Instrs[k], func(o *Operand) {
				if o.Kind == KindReg {
					live[o.Reg] = true
				}
			})
		}
		if len(live) != len(in[i]) {
			in[i] = live
			work = append(work, preds[i]...)
		}
	}
	return in
}
