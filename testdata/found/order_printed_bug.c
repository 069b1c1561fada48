// Arguments of a function that is modelled by branches: main may see the number before the name is made.
// check: --property assert
// expect: BUG assert
#include <assert.h>
#include <stdio.h>

int last;
char buf[8];

char *name(int i) {
    last = i;
    buf[0] = 'a';
    return buf;
}

int seen(int i) {
    assert(i == 1); // fail!
    return i;
}

int main(void) {
    printf("%s %d\n", name(1), seen(last));
    return 0;
}
