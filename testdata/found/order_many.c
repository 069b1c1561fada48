// Five calls whose effects conflict have 120 orders.
// check: --property assert
// expect: UNKNOWN
#include <assert.h>

int x;

int f(int a) {
    return x = 3 * x + a;
}

int sum(int a, int b, int c, int d, int e) {
    return a + b + c + d + e;
}

int main(void) {
    int v = sum(f(0), f(1), f(2), f(0), f(1));
    assert(v >= 0);
    return 0;
}
