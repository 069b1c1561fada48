// check: --property assert --rounds 1 --unwind 2
// expect: BUG assert
// slow: explore
// A table of functions is handed over as well.
#include <assert.h>
struct ops {
	int (*open)(void *);
	void (*close)(void *);
};
static unsigned char closed;
static int do_open(void *arg) { return arg != 0; }
static void do_close(void *arg) {
	(void)arg;
	closed = 1;
}
static const struct ops ops = {do_open, do_close};
void attach(const struct ops *);
void serve(void);
int main(void) {
	attach(&ops);
	serve();
	assert(!closed); // fail!
	return 0;
}
