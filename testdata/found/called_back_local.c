// check: --property memory --rounds 1 --unwind 2
// expect: POSSIBLE use-after-free
// slow: explore
// The local is gone when lib_log is called, and so is what it was visited for.
struct sum {
	int n;
};

void lib_foreach(void (*)(void *), void *);
void lib_log(const char *);

static void visit(void *arg)
{
	((struct sum *)arg)->n = 1; // use-after-free!
}

static void count(void)
{
	struct sum local = {0};
	lib_foreach(visit, &local);
}

int main(void)
{
	count();
	lib_log("done");
	return 0;
}
