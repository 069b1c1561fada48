/* Handlers that run when the process ends: the latest first, on the thread that ends it. */
#include <heddle_intrinsics.h>
#include <stdlib.h>

enum { HANDLERS = 32 };

struct handler {
	void (*plain)(void);
	void (*full)(int, void *);
	void *arg;
};

/* Registration may happen in any thread: the lists are used inside atomic sections only. */
static struct handler at_exit[HANDLERS];
static int exits;
static void (*at_quick[HANDLERS])(void);
static int quicks;

static void add(struct handler h) {
	__heddle_atomic_begin();
	int n = exits;
	if (n < HANDLERS) {
		at_exit[n] = h;
		exits = n + 1;
	}
	__heddle_atomic_end();
	if (n >= HANDLERS)
		__heddle_unsupported("more than 32 handlers for exit");
}

int atexit(void (*f)(void)) {
	add((struct handler){.plain = f});
	return 0;
}

int on_exit(void (*f)(int, void *), void *arg) {
	add((struct handler){.full = f, .arg = arg});
	return 0;
}

int at_quick_exit(void (*f)(void)) {
	__heddle_atomic_begin();
	int n = quicks;
	if (n < HANDLERS) {
		at_quick[n] = f;
		quicks = n + 1;
	}
	__heddle_atomic_end();
	if (n >= HANDLERS)
		__heddle_unsupported("more than 32 handlers for quick_exit");
	return 0;
}

static int take(struct handler *h) {
	__heddle_atomic_begin();
	int n = exits;
	if (n > 0) {
		*h = at_exit[n - 1];
		exits = n - 1;
	}
	__heddle_atomic_end();
	return n > 0;
}

void __heddle_atexit_run(int status) {
	struct handler h;
	while (take(&h)) {
		if (h.plain)
			h.plain();
		else
			h.full(status, h.arg);
	}
}

void __heddle_at_quick_exit_run(void) {
	for (;;) {
		__heddle_atomic_begin();
		int n = quicks;
		void (*f)(void) = n > 0 ? at_quick[n - 1] : 0;
		if (n > 0)
			quicks = n - 1;
		__heddle_atomic_end();
		if (n <= 0)
			return;
		f();
	}
}
