// check: --property race:s.b
// expect: BUG race
// Two other structs laid over the variable.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
struct s { int a, b; };struct s g; void *vp=&g;
void *w(void *arg) { struct other{int x,y;}*q=vp; q->y=1; return 0; }
int main(void) { pthread_t t;  pthread_create(&t,0,w,&g); struct other2{int x,y;}*q=vp; q->y=2; pthread_join(t,0); return 0; }
