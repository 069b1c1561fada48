// check: --property assert
// expect: BUG assert
// What assert calls when it fails has a name of its own in every C library.
#include <stdbool.h>
bool __VERIFIER_nondet_bool(void);
void __assert2(const char *, int, const char *, const char *);
void _assert(const char *, const char *, unsigned);
_Noreturn void _wassert(const int *, const int *, unsigned);
void __assert_c99(const char *, const char *, int, const char *);
void g_assertion_message_expr(const char *, const char *, int, const char *, const char *);
int main(void)
{
	bool c = __VERIFIER_nondet_bool();
	if (__VERIFIER_nondet_bool())
		c ? (void)0 : __assert2("f.c", 1, "main", "c"); // fail!
	else if (__VERIFIER_nondet_bool())
		(void)(c || (_assert("c", "f.c", 1), 0)); // fail!
	else if (__VERIFIER_nondet_bool())
		(void)(!!c || (_wassert(0, 0, 1), 0)); // fail!
	else if (__VERIFIER_nondet_bool())
		{ if (c) ; else __assert_c99("c", "f.c", 1, "main"); } // fail!
	else if (__VERIFIER_nondet_bool())
		{ if (c) ; else g_assertion_message_expr("d", "f.c", 1, "main", "c"); } // fail!
	else if (__VERIFIER_nondet_bool())
		BUG_ON(!c); // fail!
	else if (!c)
		BUG(); // fail!
	return 0;
}
