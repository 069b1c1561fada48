// Package models holds what heddle knows about functions that a program calls and does not define: C headers, C bodies
// ("stubs") and a table that says how each function is modelled.
//
// Input: nothing; all of it is embedded. Output: Include, the headers as a file system; Table and Lookup, the functions;
// Stub, the text of a file with bodies.
// Invariant: the table is sorted by name, without duplicates; a function of kind Stub is defined in its File, and in each of
// its Overrides' files; a function that a stub file defines with external linkage is in the table. Headers and stubs parse alone
// for all three data models, and under gcc.
// Not for: turning intrinsics into instructions (cfront).
//
// What the Linux kernel has is apart: For("linux") is its functions, with bodies in stubs/linux, and KernelInclude the headers that stand before the kernel's own
// (kernel/small those that stand in their place). So is what the Windows kernel has: For("windows"), stubs/windows, and WindowsInclude, the headers of drivers; these stubs are read as drivers are.
//
// Functions that need no body have a line in known/*.txt (lines.go): what they do with what they are given, and where that is said. So have functions of another kind whose calls may share memory.
//
// # Linking
//
// The front end links stubs as a linker takes members from an archive: for each name that is referenced and not defined,
// File is added, and again for what that file references. Three things are special.
//
// A function with Overrides is taken from another file where a certain file is linked; Choose says which. So a program without
// thread-specific data gets a pthread_create that starts the user's function directly, and only one with keys pays for a
// thread that runs destructors at its end. A file that defines such a function defines no others.
//
// When atexit.c is linked, the front end calls __heddle_atexit_run(s) where main returns s.
//
// A mutex with static storage duration whose initializer sets __kind (PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP and its like)
// is to be initialized with that kind before main: the stubs never read the bytes of a mutex.
//
// # Stubs
//
// A stub is a plain C file. It is parsed with these headers and may use <heddle_intrinsics.h>. Its accesses to the user's
// memory are plain, because those of the real function are; what it keeps of its own between calls is thread-local,
// accessed atomically, or inside atomic sections, so that no race is ever reported inside a model. It never touches the
// bytes of a synchronization object. An arbitrary value in a range is an arbitrary value that is moved into the range where
// it is outside, not an assumption: no execution is lost to it, whatever the inputs that an engine tries.
package models
