package emit

// dropUnread leaves out assignments to variables that nothing reads: flags of checks that were not asked for, cells of regions that
// are only ever written. Dropping one may leave another unread, so this repeats until nothing changes.
func (p *program) dropUnread(m *memory) {
	for {
		read := map[*variable]bool{}
		var visit func(e *expr)
		visit = func(e *expr) {
			if e == nil {
				return
			}
			if e.v != nil {
				read[e.v] = true
			}
			switch {
			case e.op == eCell && !e.r.array && !e.r.free:
				for _, c := range e.r.cells {
					read[c.v] = true
				}
			case e.op == eValid && !e.r.free:
				visit(m.validIn(e.r, number(p.ptr, 0), e.n))
				for _, run := range e.r.runs { // whatever the address
					visit(m.Live(e.r.Lives, run.Object))
					if v := m.sizes[run.Object.Alloc]; v != nil {
						read[v] = true
					}
				}
			}
			for _, a := range e.args {
				visit(a)
			}
		}
		p.each(func(b *block) {
			visit(b.cond)
			visit(b.ret)
			for i := range b.stmts {
				s := &b.stmts[i]
				visit(s.e)
				visit(s.idx)
				for _, a := range s.args {
					visit(a)
				}
			}
		})
		for _, v := range p.globals {
			if v.copy != nil && read[v.copy] {
				read[v] = true
			}
		}
		changed := false
		p.each(func(b *block) {
			var keep []stmt
			for _, s := range b.stmts {
				switch {
				case (s.kind == sAssign || s.kind == sHavoc) && !read[s.dst]:
					changed = true
					continue
				case s.kind == sCall && s.dst != nil && !read[s.dst]:
					s.dst = nil
				case s.kind == sSet && !s.r.array && !s.r.free && !anyRead(s.r, read):
					changed = true
					continue
				}
				keep = append(keep, s)
			}
			b.stmts = keep
		})
		for _, pr := range p.procs {
			for _, b := range pr.blocks {
				b.stmts = quiet(b.stmts)
			}
			n := len(pr.blocks)
			tidy(pr) // a branch around nothing is gone, and its condition may be unread now
			changed = changed || len(pr.blocks) < n
		}
		if !changed {
			return
		}
	}
}

func anyRead(r *region, read map[*variable]bool) bool {
	for _, c := range r.cells {
		if read[c.v] {
			return true
		}
	}
	return false
}

func (p *program) each(f func(*block)) {
	for _, pr := range p.procs {
		for _, b := range pr.blocks {
			f(b)
		}
	}
}

// quiet drops comments about statements that are gone.
func quiet(stmts []stmt) []stmt {
	var out []stmt
	for i, s := range stmts {
		if s.kind == sComment && !s.zero && (i+1 == len(stmts) || stmts[i+1].kind == sComment) {
			continue
		}
		out = append(out, s)
	}
	return out
}
