// The operands of + are calls in any order, and that of ++ is one step for them (C11 6.5p3, 6.5.2.4p2).
// check: --property assert
// expect: BUG assert
#include <assert.h>

int x;

int set(void) {
    x = 5;
    return 0;
}

int main(void) {
    int v = x++ + set();
    assert(v == 0 && x == 5 || v == 5 && x == 6); // both orders, and no other
    assert(v == 0);                               // fail!
    return 0;
}
