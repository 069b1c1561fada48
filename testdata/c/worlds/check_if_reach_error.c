// check: --property assert --rounds 2 --unwind 2
// expect: POSSIBLE assert
// The condition of the branch that leads straight to reach_error is the asserted value, and it is outside data.
extern void reach_error(void);
int lib_status(void);
int main(void) {
	int e = lib_status();
	if (e)
	    reach_error(); // fail!
	return 0;
}
