// check: --property race
// expect: POSSIBLE race
// A call of setlocale may race with what the locale affects (C11 7.11.1.1).
#include <ctype.h>
#include <locale.h>
#include <pthread.h>
static void *set(void *arg) {
	setlocale(LC_ALL, "");
	return arg;
}
int main(int argc, char **argv) {
	pthread_t t;
	pthread_create(&t, 0, set, 0);
	int letter = isalpha(argv[0][0]);
	pthread_join(t, 0);
	return letter;
}
