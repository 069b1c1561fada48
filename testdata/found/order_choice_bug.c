// An operand with control flow of its own is evaluated before or behind another.
// check: --property assert
// expect: BUG assert
#include <assert.h>
int __VERIFIER_nondet_int(void);

int x, y;

int set(void) {
    x = 1;
    return 0;
}

int get(void) {
    return x;
}

int main(void) {
    y = __VERIFIER_nondet_int();
    int v = (y ? get() : 0) + set();
    assert(y || v == 0);
    assert(!v); // fail!
    return 0;
}
