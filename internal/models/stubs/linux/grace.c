/* Grace periods of RCU. A reader is counted in the phase in which its outermost section begins. Who waits begins the other phase, and goes on when the count of the old
   one is zero: every section that began before has ended then, and those that began since are not waited for. Waits follow one another, as the kernel's grace periods do;
   so the count of the phase that begins is zero. What is to happen after a grace period is done by a thread of its own. */
#include <heddle_intrinsics.h>

static unsigned int readers[2], phase, callbacks;
static int periods; /* a lock */
static _Thread_local unsigned int depth, mine;

void __heddle_rcu_enter(void) {
	if (depth++)
		return;
	__heddle_atomic_begin();
	mine = phase;
	readers[mine]++;
	__heddle_atomic_end();
}

void __heddle_rcu_leave(void) {
	if (!depth || --depth)
		return;
	__heddle_atomic_begin();
	readers[mine]--;
	__heddle_atomic_end();
}

void synchronize_rcu(void) {
	__heddle_lock(&periods);
	__heddle_atomic_begin();
	unsigned int old = phase;
	phase = !old;
	__heddle_atomic_end();
	__heddle_atomic_begin();
	__heddle_assume(readers[old] == 0);
	__heddle_atomic_end();
	__heddle_unlock(&periods);
}

void synchronize_rcu_expedited(void) { synchronize_rcu(); }
void synchronize_net(void) { synchronize_rcu(); }
void synchronize_rcu_bh(void) { synchronize_rcu(); }
void synchronize_sched(void) { synchronize_rcu(); }

static void pending(int n) {
	__heddle_atomic_begin();
	callbacks += n;
	__heddle_atomic_end();
}

struct callback { struct callback *next; void (*func)(struct callback *); };

static void after_grace_period(struct callback *head, void (*func)(struct callback *)) {
	synchronize_rcu();
	func(head);
	pending(-1);
}

static void free_after_grace_period(void *p) {
	synchronize_rcu();
	__heddle_free(p);
	pending(-1);
}

/* The object belongs to the callback from here on: to hand it over twice is a race, as in the kernel. */
void call_rcu(struct callback *head, void (*func)(struct callback *)) {
	head->func = func;
	pending(1);
	__heddle_async(after_grace_period, head, func);
}

void call_rcu_hurry(struct callback *head, void (*func)(struct callback *)) { call_rcu(head, func); }

void __heddle_linux_kfree_rcu(const void *p) {
	if (!p)
		return;
	pending(1);
	__heddle_async(free_after_grace_period, (void *)p);
}

void rcu_barrier(void) {
	__heddle_atomic_begin();
	__heddle_assume(callbacks == 0);
	__heddle_atomic_end();
}
