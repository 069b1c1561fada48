// check: --platform linux --kernel none --property race --harness use,drop --rounds 2 --unwind 2
// expect: BUG race
// Who finds the object takes no reference.
#include <linux/kref.h>
#include <linux/mutex.h>
#include <linux/slab.h>

struct session { struct kref ref; int value; };
static struct session *session;
static DEFINE_MUTEX(lock);

static void session_release(struct kref *ref)
{
	struct session *s = container_of(ref, struct session, ref);

	kfree(s); // race!
}

static struct session *session_get(void)
{
	struct session *s;

	mutex_lock(&lock);
	s = session;
	mutex_unlock(&lock);
	return s;
}

int use(void)
{
	struct session *s = session_get();
	int v;

	if (!s)
		return -ENODEV;
	v = READ_ONCE(s->value); // race!
	return v;
}

int drop(void)
{
	struct session *s = kzalloc(sizeof(*s), GFP_KERNEL);

	if (!s)
		return -ENOMEM;
	kref_init(&s->ref);
	mutex_lock(&lock);
	session = s;
	mutex_unlock(&lock);
	mutex_lock(&lock);
	if (session == s)
		session = NULL;
	mutex_unlock(&lock);
	kref_put(&s->ref, session_release);
	return 0;
}
