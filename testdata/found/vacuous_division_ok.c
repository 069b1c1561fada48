// Some executions end at the division, and others do not.
// check: --property assert,race
// expect: PROVED
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    int result = 100 / n;
    assert(result <= 100);
    return 0;
}
