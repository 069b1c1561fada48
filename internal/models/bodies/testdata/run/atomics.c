// explore:
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct node {
	int value;
	struct node *next;
};

static _Atomic(struct node *) head;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static atomic_uint_least64_t wide;
static _Atomic signed char small = -1;
static struct node nodes[2];
static int guarded;

static void push(struct node *n) {
	struct node *old = atomic_load(&head);
	do
		n->next = old;
	while (!atomic_compare_exchange_strong(&head, &old, n));
}

static void bump(void) {
	while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
		;
	guarded++;
	atomic_flag_clear_explicit(&lock, memory_order_release);
}

static void *thread(void *arg) {
	nodes[1].value = 10;
	push(&nodes[1]);
	bump();
	return arg;
}

int main(void) {
	pthread_t t;
	atomic_init(&wide, UINT64_MAX - 1);
	assert(atomic_fetch_add(&wide, 3) == UINT64_MAX - 1 && wide == 1);
	assert(atomic_fetch_sub(&small, 1) == -1 && small == -2);
	assert(atomic_exchange(&small, 5) == -2 && atomic_fetch_or(&small, 2) == 5 && atomic_fetch_and(&small, 6) == 7 && atomic_fetch_xor(&small, 1) == 6);
	signed char expected = 3;
	assert(!atomic_compare_exchange_strong(&small, &expected, 9) && expected == 7);
	assert(atomic_compare_exchange_strong(&small, &expected, 9) && small == 9);
	pthread_create(&t, 0, thread, 0);
	nodes[0].value = 1;
	push(&nodes[0]);
	bump();
	pthread_join(t, 0);
	int sum = 0;
	for (struct node *n = atomic_load_explicit(&head, memory_order_acquire); n; n = n->next)
		sum += n->value;
	assert(sum == 11 && guarded == 2 && atomic_load(&head)->value != 0);
	return 0;
}
