// check: --property race
// expect: BOUNDED
// expect[explore]: UNKNOWN
// The function is handed over in a variable of the library's, which may call it in a thread of its own. PROVED was said.
struct library { void (*done)(void); };
extern struct library library;
void start(void);

static int n;

static void done(void)
{
	n++;
}

int main(void)
{
	library.done = done;
	start();
	n = 5;
	return 0;
}
