// check: --property race --extern-threads
// expect: BUG race
// The twin of thread_by_name.c, with threads of the undefined function's own.
typedef struct GThread GThread;
GThread *g_thread_new(const char *name, void *(*f)(void *), void *arg);
void *g_thread_join(GThread *t);

static int x;

static void *worker(void *arg)
{
	x = 1; // race!
	return arg;
}

int main(void)
{
	GThread *t = g_thread_new("worker", worker, 0);
	x = 2;
	g_thread_join(t);
	return 0;
}
