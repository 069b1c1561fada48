// check: --property race
// expect: PROVED
// expect[explore]: UNKNOWN
// Services lie elsewhere than protocols (POSIX endservent, endprotoent). This was a false BUG.
#include <netdb.h>
#include <pthread.h>
static void *ask(void *arg) {
	struct servent *s = getservbyname("http", "tcp");
	return s && s->s_name ? arg : 0;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, ask, 0);
	struct protoent *p = getprotobyname("tcp");
	int tcp = p && p->p_name;
	pthread_join(t, 0);
	return tcp;
}
