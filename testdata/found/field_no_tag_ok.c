// check: --property race:g.n
// expect: PROVED
// A struct without a tag goes by the name of its variable.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
struct {int n; int arr[4];} g;
void *w(void *arg) { ((int*)arg)[3]=1; return 0; }
int main(void) { pthread_t t;  pthread_create(&t,0,w,g.arr); int*r=g.arr; r[3]=2; pthread_join(t,0); return 0; }
