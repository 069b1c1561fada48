// The operands of && are sequenced (C11 6.5.13p4), and two functions that only read commute.
// check: --property assert
// expect: PROVED
#include <assert.h>

int x, y;

int set(void) {
    x = 5;
    return 1;
}

int get(void) {
    return x;
}

int main(void) {
    int v = !x && set();
    assert(v && x == 5);
    y = get() - get();
    assert(y == 0);
    return 0;
}
