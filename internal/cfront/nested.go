package cfront

import "modernc.org/cc/v4"

// nested notes a function that is defined inside another, gcc's extension. Its variables live in the outer frame, which
// registers are not; it is not supported, and calling it or taking its address says so.
func (c *compiler) nested(f *fn, b *cc.BlockItem) {
	f.at(b.Declarator)
	f.u.learnParams(b.Declarator)
	f.unsupported(b.Declarator, "function "+b.Declarator.Name()+" defined inside a function")
}
