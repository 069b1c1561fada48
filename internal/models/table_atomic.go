package models

// Atomic operations: the builtins of gcc and clang, on which <stdatomic.h> stands. All of them are known to the front end,
// which takes the width of an access from the type of its pointer.

const atomics = "atomics"

var atomicSections = []section{
	{atomics, KindIntrinsic, "", atomicEntries()},
}

func atomicEntries() []entry {
	es := []entry{
		{"__atomic_load_n", "one atomic read", nil},
		{"__atomic_load", "one atomic read, the result written plainly through the second argument", nil},
		{"__atomic_store_n", "one atomic write", nil},
		{"__atomic_store", "one atomic write, the value read plainly through the second argument", nil},
		{"__atomic_exchange_n", "one step: read and write", nil},
		{"__atomic_exchange", "one step: read and write; values go through memory plainly", nil},
		{"__atomic_compare_exchange_n", "one step; the expected value is read, and on failure written, plainly", nil},
		{"__atomic_compare_exchange", "one step; values go through memory plainly", nil},
		{"__atomic_test_and_set", "one step: read and set", nil},
		{"__atomic_clear", "one atomic write of 0", nil},
		{"__atomic_thread_fence", "a fence: no effect under sequential consistency", nil},
		{"__atomic_signal_fence", "no effect", nil},
		{"__atomic_always_lock_free", "1", nil},
		{"__atomic_is_lock_free", "1", nil},
		{"__sync_bool_compare_and_swap", "one step; whether it was swapped", nil},
		{"__sync_val_compare_and_swap", "one step; the old value", nil},
		{"__sync_lock_test_and_set", "one step: the old value, a new one written", nil},
		{"__sync_lock_release", "one atomic write of 0", nil},
		{"__sync_synchronize", "a fence: no effect under sequential consistency", nil},
		{"__c11_atomic_init", "a plain write", nil},
		{"__c11_atomic_load", "one atomic read", nil},
		{"__c11_atomic_store", "one atomic write", nil},
		{"__c11_atomic_exchange", "one step: read and write", nil},
		{"__c11_atomic_compare_exchange_strong", "one step; the expected value is read, and on failure written, plainly", nil},
		{"__c11_atomic_compare_exchange_weak", "as strong, and may fail spuriously", nil},
		{"__c11_atomic_thread_fence", "a fence: no effect under sequential consistency", nil},
		{"__c11_atomic_signal_fence", "no effect", nil},
		{"__c11_atomic_is_lock_free", "1", nil},
	}
	for _, op := range []string{"add", "sub", "and", "or", "xor", "nand"} {
		es = append(es,
			entry{"__atomic_fetch_" + op, "one step; the old value", nil},
			entry{"__atomic_" + op + "_fetch", "one step; the new value", nil},
			entry{"__sync_fetch_and_" + op, "one step; the old value", nil},
			entry{"__sync_" + op + "_and_fetch", "one step; the new value", nil},
			entry{"__c11_atomic_fetch_" + op, "one step; the old value", nil},
		)
	}
	return es
}
