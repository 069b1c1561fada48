// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// The i2c core asks what a bus can do without the lock of the bus.
#include <linux/i2c.h>
#include <linux/module.h>

static unsigned int rail_uses;

static int rail_xfer(struct i2c_adapter *a, struct i2c_msg *msgs, int n)
{
	rail_uses++; // race!
	return n;
}

static u32 rail_can(struct i2c_adapter *a)
{
	rail_uses++; // race!
	return I2C_FUNC_I2C;
}

static const struct i2c_algorithm rail_algorithm = { .master_xfer = rail_xfer, .functionality = rail_can };
static struct i2c_adapter rail = { .owner = THIS_MODULE, .name = "rail", .algo = &rail_algorithm };

static int __init rail_init(void)
{
	return i2c_add_adapter(&rail);
}

static void __exit rail_exit(void)
{
	i2c_del_adapter(&rail);
}

module_init(rail_init);
module_exit(rail_exit);
MODULE_LICENSE("GPL");
