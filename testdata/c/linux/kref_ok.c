// check: --platform linux --kernel none --property race --harness use,drop --rounds 2 --unwind 2
// expect: PROVED
// expect[explore]: UNKNOWN
// Who finds the object under the lock takes a reference; the last one takes it out of there first.
#include <linux/kref.h>
#include <linux/mutex.h>
#include <linux/slab.h>

struct session { struct kref ref; int value; };
static struct session *session;
static DEFINE_MUTEX(lock);

static void session_release(struct kref *ref)
{
	struct session *s = container_of(ref, struct session, ref);

	kfree(s); // norace
}

static struct session *session_get(void)
{
	struct session *s;

	mutex_lock(&lock);
	s = session;
	if (s)
		kref_get(&s->ref);
	mutex_unlock(&lock);
	return s;
}

int use(void)
{
	struct session *s = session_get();
	int v;

	if (!s)
		return -ENODEV;
	v = READ_ONCE(s->value);
	kref_put(&s->ref, session_release);
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
