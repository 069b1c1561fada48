// The expressions of an initializer list are evaluated in any order, one after another (C11 6.7.9p23).
// check: --property assert
// expect: BUG assert
#include <assert.h>

int n;

int next(void) {
    return n++;
}

int main(void) {
    int a[2] = {next(), next()};
    assert(a[0] + a[1] == 1);
    assert(a[0] < a[1]); // fail!
    return 0;
}
