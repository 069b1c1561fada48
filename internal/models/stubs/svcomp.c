/* The names of SV-COMP, for programs that do not define them themselves. Arbitrary values (__VERIFIER_nondet_*) and atomic
   sections are known to the front end. */
#include <heddle_intrinsics.h>

void __VERIFIER_assume(int c) {
	__heddle_assume(c);
}

void __VERIFIER_assert(int c) {
	__heddle_assert(c, "__VERIFIER_assert");
}

void __VERIFIER_error(void) {
	__heddle_assert(0, "__VERIFIER_error is not reached");
}

void reach_error(void) {
	__heddle_assert(0, "reach_error is not reached");
}

void assume_abort_if_not(int c) {
	if (!c)
		__heddle_abort();
}
