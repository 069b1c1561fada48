// The left operand of += may be read before the function is called, or behind it (C11 6.5.16p3).
// check: --property assert
// expect: BUG assert
#include <assert.h>

int x;

int ten(void) {
    x = 10;
    return 1;
}

int main(void) {
    x += ten();
    assert(x == 1 || x == 11);
    assert(x == 11); // fail!
    return 0;
}
