// The same with an index that the other side leaves alone.
// check: --property assert
// expect: PROVED
#include <assert.h>

int n, other, a[2];

int index(void) {
    return n;
}

int step(void) {
    other = 1;
    return 7;
}

int main(void) {
    a[index()] = step();
    assert(a[0] == 7);
    return 0;
}
