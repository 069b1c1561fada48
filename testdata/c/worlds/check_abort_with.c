// check: --property assert --rounds 2 --unwind 2
// expect: POSSIBLE assert
// The branch leads straight to a failed check through abort_with, so its condition, outside data, is the asserted value.
extern void reach_error(void);
int lib_status(void);
static void abort_with(const char *why) {
	(void)why;
	reach_error(); // fail!
}
int main(void) {
	if (lib_status())
	    abort_with("bad status");
	return 0;
}
