// Every execution ends at the division. That nothing fails behind it means nothing.
// check: --property assert,race
// expect: UNKNOWN
#include <assert.h>

int zero, result;

int main(void) {
    result = 1 / zero;
    assert(0);
    return 0;
}
