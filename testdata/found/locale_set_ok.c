// check: --property race
// expect: PROVED
// The locale is set before there is a second thread.
#include <ctype.h>
#include <locale.h>
#include <pthread.h>
static void *print(void *arg) {
	(void)toupper('a');
	return arg;
}
int main(void) {
	pthread_t t;
	setlocale(LC_ALL, "");
	pthread_create(&t, 0, print, 0);
	int letter = isalpha('b');
	pthread_join(t, 0);
	return letter;
}
