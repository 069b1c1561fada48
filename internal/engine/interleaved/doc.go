// Package interleaved decides whether a failure of an open program takes threads that interrupt one another, or whether its input fails already if threads run one
// after the other (CBUGS, POPL 2012). It finds nothing by itself: it judges what other engines found.
//
// Input: a program, the properties asked for, and findings with their inputs. Output: for each finding, whether some sequential run of its input fails; if one does, a
// Filter: all inputs that make that run fail in the same way, as a precondition in C and as a program without these inputs.
// Invariant: a finding is called interleaved only if all sequential runs of its input were made, whatever the free choices, and none fails. A filter holds no
// input that does not fail sequentially. What cannot be followed makes filters smaller or the answer undecided.
// Not for: choosing engines, and asking them again without the filtered inputs (package run).
//
//	void test(struct req *r) { heddle_async(fill, r); heddle_async(finish, r); }
//
// If a finding has r == 0, the run "test, fill" fails at r->len: the filter is r == 0, and the engines look again under heddle_assume(r != 0).
package interleaved
