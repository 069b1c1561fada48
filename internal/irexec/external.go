package irexec

import (
	"github.com/heddle-dev/heddle/internal/ir"
)

// External memory: objects that were there before the program. Their bytes are chosen when they are first read, and an address
// among them (ir.Incoming) is chosen as one: null, or one of the places that the program says it may lead to. Inputs that hold
// something else there describe no execution; the run ends as by an assumption.
//
// Rejected: choosing all addresses at the start. A range of external memory holds thousands, of which a run reads a few.

// incoming is a run of addresses in external memory.
type incoming struct {
	offset, stride, count uint64
	size                  int // bytes of an address
	targets               []places
	samples               []ir.Const // null and the first places of every target, for explorations
	valid                 bool       // not null where the outside is friendly
	own                   bool       // nor where another leads
}

// places is a run of them with their real addresses.
type places struct{ first, stride, count uint64 }

// manySamples is how many places of the first target an exploration tries: two can be the same or not. Of the others it is one, and
// maxPlaces with null in all.
const (
	manySamples = 2
	maxPlaces   = 12
)

func (l *layout) incoming(p *ir.Program) [][]incoming {
	out := make([][]incoming, len(p.Globals))
	for i, g := range p.Globals {
		for _, src := range g.Incoming {
			in := incoming{
				offset: uint64(src.Offset), stride: uint64(src.Stride), count: uint64(src.Count),
				size: p.PtrWidth() / 8, samples: []ir.Const{{}}, valid: src.Valid, own: src.Own,
			}
			for _, e := range src.Targets {
				t := places{first: l.global(e.Object.Global) + uint64(e.Offset), stride: uint64(e.Stride), count: uint64(e.Count)}
				in.targets = append(in.targets, t)
				few := min(t.count, manySamples)
				if len(in.targets) > 1 {
					few = 1
				}
				for k := range few {
					if len(in.samples) < maxPlaces {
						in.samples = append(in.samples, ir.Const{Lo: t.first + k*t.stride})
					}
				}
			}
			out[i] = append(out[i], in)
		}
	}
	return out
}

// holds reports whether an address is one of those that may be there.
func (in *incoming) holds(addr uint64) bool {
	if addr == 0 {
		return true
	}
	for _, t := range in.targets {
		off := addr - t.first
		if off == 0 || t.stride > 0 && off%t.stride == 0 && off/t.stride < t.count {
			return true
		}
	}
	return false
}

// find is the first of the addresses that may be there of which something holds.
func (in *incoming) find(holds func(uint64) bool) (uint64, bool) {
	for _, t := range in.targets {
		for k := range t.count {
			if v := t.first + k*t.stride; holds(v) {
				return v, true
			}
		}
	}
	return 0, false
}

// addressAt finds the incoming address that the byte at an offset belongs to, and where it starts.
func addressAt(ins []incoming, off uint64) (in *incoming, start uint64) {
	for i := range ins {
		in := &ins[i]
		if off < in.offset {
			continue
		}
		k := uint64(0)
		if in.stride > 0 {
			k = min((off-in.offset)/in.stride, in.count-1)
		}
		if start := in.offset + k*in.stride; off-start < uint64(in.size) {
			return in, start
		}
	}
	return nil, 0
}

// defineExternal chooses the bytes of external memory that are read for the first time.
func (m *machine) defineExternal(o *object, space, slot int, off, n uint64) {
	ins := m.prog.ins[o.site]
	for pos := off; pos < off+n; {
		in, start := addressAt(ins, pos)
		if in == nil {
			end := pos + 1
			for end < off+n {
				if next, _ := addressAt(ins, end); next != nil {
					break
				}
				end++
			}
			if m.untouched(o, pos, end-pos) {
				m.settle(o, space, slot, pos, end-pos, m.outside(o.base+pos, int(end-pos), nil))
			}
			pos = end
			continue
		}
		end := min(off+n, start+uint64(in.size))
		if m.untouched(o, pos, end-pos) {
			m.settle(o, space, slot, start, uint64(in.size), m.outside(o.base+start, in.size, in))
		}
		pos = end
	}
}

// outside is what external memory holds from the start: an address, or n bytes of anything.
func (m *machine) outside(addr uint64, n int, in *incoming) value {
	if in != nil && in.valid && m.opts.friendly && len(in.samples) > 1 {
		some := *in
		some.samples = in.samples[1:]
		in = &some
	}
	lazy := m.script != nil && len(m.symbols) < maxSymbols
	c := choice{thread: -1, ext: uint8(n), addr: addr}
	switch {
	case in == nil && lazy:
		return value{sym: m.newSymbol(c, symbol{width: uint8(8 * n), sampled: n > 1})}
	case in == nil:
		return value{Const: m.choices.external(addr, n)}
	case lazy:
		return value{sym: m.newSymbol(c, symbol{width: uint8(8 * n), sampled: true, class: in.samples, origin: addr})}
	}
	v := m.choices.incoming(addr, in)
	if m.tracer != nil && in.valid && v == 0 {
		m.tracer.isNull(m, addr)
	}
	if m.tracer != nil && in.own {
		v = m.leads(addr, in, v)
	}
	if m.tracer != nil {
		m.tracer.places.leads(m, addr, v)
	}
	m.step.foreign = m.step.foreign || !in.holds(v)
	return value{Const: ir.Const{Lo: v}}
}

// foreign ends a run whose inputs describe no execution.
func (m *machine) foreign(pc int32) result {
	return m.fail(evInvalid, "", pc, "the inputs hold an address that external memory cannot hold there")
}

// beyond reports whether an address lies past the ends of a range of external memory: nearer to it than another object could be.
func (m *machine) beyond(addr uint64) bool {
	near := m.prog.layout.near()
	for i, g := range m.prog.src.Globals {
		if o := &m.spaces[0][i]; g.Range && addr-(o.base-near) < o.size+2*near {
			return true
		}
	}
	return false
}
