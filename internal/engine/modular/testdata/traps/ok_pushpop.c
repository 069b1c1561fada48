#include <pthread.h>
#include <assert.h>
#define SIZE 800
int top; unsigned arr[SIZE]; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *pusher(void *a) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&m);
    assert(top != SIZE);
    arr[top] = 1;
    top++;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
void *popper(void *a) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&m);
    if (top > 0) { assert(top != 0); top--; }
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) { pthread_t a, b; pthread_create(&a, 0, pusher, 0); pthread_create(&b, 0, popper, 0); pthread_join(a, 0); pthread_join(b, 0); return 0; }
