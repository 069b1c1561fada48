// check: --property race
// expect: BUG race
// getpwuid writes over what getpwnam returned (POSIX getpwnam).
#include <pthread.h>
#include <pwd.h>
static void *ask(void *arg) {
	return getpwuid(0) ? arg : 0; // race!
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, ask, 0);
	struct passwd *p = getpwnam("root"); // race!
	int root = p && p->pw_name[0] == 'r'; // race!
	pthread_join(t, 0);
	return root;
}
