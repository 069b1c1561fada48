package models

// Clocks are variables of a kernel that pass by themselves: every read gives anything, and races with nothing.
var Clocks = map[string]bool{"jiffies": true, "jiffies_64": true}
