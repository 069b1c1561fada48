// check: --property race,memory
// expect: PROVED race
// expect: PROVED memory
// fopen is declared with a second name, as headers for large files do, and the header of another model declares it again: it is still the one function of
// the models, with what belongs to it there.
typedef struct _IO_FILE FILE;
extern FILE *fopen(const char *path, const char *mode) __asm__("fopen64");
extern int fclose(FILE *f);
typedef unsigned long pthread_t;
int pthread_create(pthread_t *t, const void *attr, void *(*f)(void *), void *arg);
int pthread_join(pthread_t t, void **result);

static void *work(void *arg)
{
	FILE *f = fopen("x", "r");
	if (f)
		fclose(f);
	return 0;
}

int main(void)
{
	pthread_t a;
	if (pthread_create(&a, 0, work, 0))
		return 1;
	work(0);
	pthread_join(a, 0);
	return 0;
}
