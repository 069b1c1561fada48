// check: --property assert --rounds 1 --unwind 2
// expect: BUG assert
// A function that is registered is called when the loop runs.
#include <assert.h>
struct state {
	int n;
} state;
void on_event(void (*call)(void *), void *arg);
void run_loop(void);
static void event(void *arg) {
	struct state *s = arg;
	assert(s->n == 0); // fail!
	s->n++;
}
int main(void) {
	on_event(event, &state);
	run_loop();
	return 0;
}
