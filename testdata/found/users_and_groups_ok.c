// check: --property race
// expect: PROVED
// Groups lie elsewhere than users (POSIX getpwnam, getgrnam). This was a false BUG.
#include <grp.h>
#include <pthread.h>
#include <pwd.h>
static void *ask(void *arg) {
	struct group *g = getgrnam("staff");
	return g && g->gr_name ? arg : 0;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, ask, 0);
	struct passwd *p = getpwnam("root");
	int root = p && p->pw_name;
	pthread_join(t, 0);
	return root;
}
