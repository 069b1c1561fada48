// check: --property race
// expect: PROVED race
// expect[explore]: UNKNOWN
// slow: explore
// Headers of older versions of glibc define stat as an inline function that calls another: the model of that one does not call stat again.
typedef unsigned long pthread_t;
int pthread_create(pthread_t *t, const void *attr, void *(*f)(void *), void *arg);
int pthread_join(pthread_t t, void **result);
struct stat {
	unsigned long st_dev, st_ino;
	unsigned int st_nlink, st_mode;
	char rest[128];
};
extern int __xstat(int version, const char *path, struct stat *st);

int stat(const char *path, struct stat *st)
{
	return __xstat(1, path, st);
}

static void *work(void *arg)
{
	return 0;
}

int main(void)
{
	pthread_t t;
	struct stat st;
	if (stat("/", &st) == 0)
		st.st_mode = 0;
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
	return 0;
}
