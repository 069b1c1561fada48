// Package proof is the text form of a proof that threads do not fail, thread by thread: what it says, its printer and its parser.
//
// Input: what an engine found, or the text of a file. Output: the same as data. Invariant: Parse(Print(f)) equals f, and no text makes the parser panic.
// Not for: believing any of it. Package check asks whether a proof proves something, and shares nothing with who made it but this form and the names of things (Names).
//
// A file has one proof for each property. A proof gives, for every kind of threads and every place where one of its threads can stand, a condition that holds whenever a thread stands there (the invariant);
// for every shared variable and every kind of threads, the condition under which such a thread changes it (the assumption that others make of it); and rules about all cells of large arrays. For example, of
//
//	produce: while (flag != 0) ;  data = 1;  flag = 1;
//
// the part
//
//	assume flag
//	  by produce#1
//	    flag == 0
//
//	thread produce#1
//	  place 7.1 handover.c:15:8 data = 1;
//	    flag == 0
//
// A place without an invariant is one that no thread gets to. A variable without an assumption for some threads is one that they do not change.
package proof
