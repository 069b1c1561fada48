// A call and a comma have sequence points (C11 6.5.2.2p10, 6.5.17p2): both assignments are defined.
// check: --property assert
// expect: PROVED
#include <assert.h>

int same(int a) {
    return a;
}

int main(void) {
    int i = 1;
    i = (i++, i + 1);
    assert(i == 3);
    i = same(i++) + 1;
    assert(i == 4);
    return 0;
}
