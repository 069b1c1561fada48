// Two unsequenced side effects on i: what the statement does is undefined (C11 6.5p2).
// check: --property assert
// expect: UNKNOWN
#include <assert.h>

int main(void) {
    int i = 1;
    i = i++ + 1;
    assert(i == 2);
    return 0;
}
