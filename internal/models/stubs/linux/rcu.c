/* Readers of RCU where somebody waits for them. */
void __heddle_rcu_enter(void);
void __heddle_rcu_leave(void);

#define ENTER(name) void name(void) { __heddle_rcu_enter(); }
#define LEAVE(name) void name(void) { __heddle_rcu_leave(); }
ENTER(__rcu_read_lock) ENTER(rcu_read_lock) ENTER(rcu_read_lock_bh) ENTER(rcu_read_lock_sched) ENTER(local_bh_disable)
LEAVE(__rcu_read_unlock) LEAVE(rcu_read_unlock) LEAVE(rcu_read_unlock_bh) LEAVE(rcu_read_unlock_sched) LEAVE(local_bh_enable)
