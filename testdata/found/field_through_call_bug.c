// check: --property race:s.b
// expect: BUG race
// One function writes for both threads, through the address of the field.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
struct s { int a, b; };void put(int*p,int v){*p=v;} struct s g;
void *w(void *arg) { put(&((struct s*)arg)->b,1); return 0; }
int main(void) { pthread_t t;  pthread_create(&t,0,w,&g); put(&g.b,2); pthread_join(t,0); return 0; }
