// Package decide asks a solver about bounded programs and brings its answers back: what all engines that sequentialize have in common.
//
// Input: a task (a question and the means to answer it), threads that went through unfold, split and lower, and a sequential program of them. Output: findings, each
// with a schedule and inputs that were run once; which bounds are hit, what is reached and what is not.
// Invariant: a finding is an execution that the interpreter followed. What could not be followed is an error, unless the program was made by leaving something out.
// A session (session.go) knows nothing of threads; questions (questions.go) are what is asked about them.
// Not for: choosing bounds and passes, and what the answers add up to; that is what engines are about.
package decide
