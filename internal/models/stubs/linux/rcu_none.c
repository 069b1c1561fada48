/* Readers of RCU where nobody waits for them: they keep nobody away. */
#define NOTHING(name) void name(void) {}
NOTHING(__rcu_read_lock) NOTHING(rcu_read_lock) NOTHING(rcu_read_lock_bh) NOTHING(rcu_read_lock_sched) NOTHING(local_bh_disable)
NOTHING(__rcu_read_unlock) NOTHING(rcu_read_unlock) NOTHING(rcu_read_unlock_bh) NOTHING(rcu_read_unlock_sched) NOTHING(local_bh_enable)
