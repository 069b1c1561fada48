// proved: n
// Two threads hand over structs of their own, which lead to one object over two pointers: the function may write that in both.
#include <pthread.h>

struct leaf { int n; };
struct node { struct leaf *leaf; };
struct box { struct node *node; };
void poke(struct box *b);

static struct leaf leaf;
static struct node nodes[2] = { { &leaf }, { &leaf } };
static struct box mine = { &nodes[0] }, yours = { &nodes[1] };
static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *w(void *a)
{
	poke(&yours);
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	poke(&mine);
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	return 0;
}
