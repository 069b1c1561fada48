// check: --property memory
// expect: BUG use-after-free
// A goto back past an array of variable size ends its life.
#include <assert.h>
int f(int n){ int k=0; int *p=0; again: if(p) *p=1; int v[n]; p=v; if(k++<1) goto again; return 0;} int main(void){ return f(2); }