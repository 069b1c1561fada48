// check: --property assert --rounds 2 --unwind 2
// expect: POSSIBLE assert
// The branch that leads straight to __assert_fail tests outside data.
extern void __assert_fail(const char *e, const char *file, unsigned line, const char *fn) __attribute__((noreturn));
int lib_status(void);
int main(void) {
	if (lib_status() < 0)
	    __assert_fail("status", __FILE__, __LINE__, __func__); // fail!
	return 0;
}
