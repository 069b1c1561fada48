/* The work queues that the kernel has for everybody. Nobody looks into one: that work is queued is what counts. */

struct workqueue_struct;
struct workqueue_struct *system_wq, *system_highpri_wq, *system_long_wq, *system_unbound_wq, *system_freezable_wq, *system_power_efficient_wq, *system_freezable_power_efficient_wq;
