// check: --property race
// expect: POSSIBLE race
// expect[explore]: UNKNOWN
// Two threads hand over structs of their own, which lead to one object over two pointers: the function may write that in both.
#include <pthread.h>

struct leaf {
	int n;
};
struct node {
	struct leaf *leaf;
};
struct box {
	struct node *node;
};
void poke(struct box *b);

static struct leaf leaf;
static struct node nodes[2] = {{&leaf}, {&leaf}};
static struct box mine = {&nodes[0]}, yours = {&nodes[1]};

static void *work(void *arg)
{
	poke(&yours);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	poke(&mine);
	return 0;
}
