// Every sequential run goes on for ever: it reaches a bound, and whether the failure is interleaved is undecided.
#include <assert.h>
#include <heddle.h>
static int busy;
static void f(void) { busy = 1; busy = 0; while (1) ; }
static void g(void) { assert(!busy); }
void test(void) { busy = 0; heddle_async(f); heddle_async(g); }
