// The two sides of an assignment are evaluated in any order (C11 6.5.16p3). The assignment comes behind both.
// check: --property assert
// expect: BUG assert
#include <assert.h>

int n, a[2];

int index(void) {
    return n;
}

int step(void) {
    n = 1;
    return 7;
}

int main(void) {
    a[index()] = step();
    assert(a[0] + a[1] == 7);
    assert(a[0] == 7); // fail!
    return 0;
}
