// check: --property race
// expect: UNKNOWN
// The thread that an undefined function starts writes x at the same time as main. Nothing was said about that: what was handed over was
// called by main alone.
typedef struct GThread GThread;
GThread *g_thread_new(const char *name, void *(*f)(void *), void *arg);
void *g_thread_join(GThread *t);

static int x;

static void *worker(void *arg)
{
	x = 1;
	return arg;
}

int main(void)
{
	GThread *t = g_thread_new("worker", worker, 0);
	x = 2;
	g_thread_join(t);
	return 0;
}
