package names

import (
	"slices"
	"strings"
)

// Names that may say something about threads, and are those of other functions just as often: queue_put, log_enter, led_disable. To take the executions that call one for UNKNOWN would be too much. What the name says is noted, and
// counts for the failures that it could prevent.

// Says is what a name says.
type Says struct {
	Enters, Leaves string // what a thread is in between
	Alone          bool   // nobody else runs between
	Picks          bool   // one thread gets another answer than the others
	Ends           bool   // what was registered is used no more
	Dies           bool   // the process ends
}

// enters are the words before and behind what one thread does at a time, and alone those between which nobody else runs.
var (
	enters = []string{"begin", "enter"}
	leaves = []string{"end", "commit", "rollback", "abort", "finish", "exit", "leave", "enable", "restore", "resume", "unpause", "thaw", "unfreeze", "unblock", "unmask", "uninhibit", "sti"}
	alone  = []string{"disable", "save", "suspend", "pause", "freeze", "block", "mask", "inhibit", "cli"}
)

// picks are words of functions that tell one thread yes, and drops those of functions whose answer says that a reference was the last.
var (
	picks = []string{"leader", "claim", "elect", "elected", "winner", "first", "last", "try"}
	drops = []string{"put", "unref", "unreference", "deref", "decref", "release", "drop", "dec"}
)

// ends are words of functions that undo what others began.
var ends = []string{
	"unregister", "unreg", "deregister", "unsubscribe", "unhook", "unbind", "uninstall", "unset", "remove", "rm", "del", "delete", "cancel", "stop", "detach", "disconnect", "destroy", "clear", "close", "free", "release", "shutdown",
	"fini", "deinit", "cleanup", "term", "terminate", "quit", "kill", "disable", "drop", "put",
}

// dies are words of functions that do not come back. Those that end or leave something as well (exit, abort, quit) are not among them.
var dies = []string{"die", "dies", "fatal", "panic", "bail"}

// Read reads a name.
func Read(platform, name string, result Result) (s Says) {
	ws := Words(name)
	has := func(list []string) int {
		return slices.IndexFunc(ws, func(w string) bool { return slices.Contains(list, w) })
	}
	s.Ends = has(ends) >= 0
	if platform != "" && platform != "posix" {
		return s
	}
	of := func(k int) string {
		if rest := slices.Concat(ws[:k], ws[k+1:]); len(rest) > 0 {
			return strings.Join(rest, "_")
		}
		return "all"
	}
	if k := has(enters); k >= 0 {
		s.Enters = of(k)
	} else if k := has(alone); k >= 0 {
		s.Enters, s.Alone = of(k), true
	}
	if k := has(leaves); k >= 0 {
		s.Leaves = of(k)
	}
	s.Dies = result == Nothing && has(dies) >= 0
	s.Picks = result == Number && (has(picks) >= 0 || has(drops) >= 0)
	return s
}
