// check: --property assert --rounds 2 --unwind 2
// expect: BUG assert
// The same shape with modelled input in the condition, which is not outside data.
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
static void abort_with(const char *why) {
	(void)why;
	reach_error(); // fail!
}
int main(void) {
	if (__VERIFIER_nondet_int())
	    abort_with("bad status");
	return 0;
}
