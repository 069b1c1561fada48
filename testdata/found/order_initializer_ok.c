// Declarators are full expressions, one after another (C11 6.8p4).
// check: --property assert
// expect: PROVED
#include <assert.h>

int n;

int next(void) {
    return n++;
}

int main(void) {
    int a = next(), b = next();
    assert(a < b);
    return 0;
}
