// Package report turns what the engines found into what people and programs read.
//
// Input: findings, claims, assumptions and figures of one run. Output: text, or JSON as docs/report.schema.json describes it.
// Invariant: apart from Stats the output is a function of the answer alone: no time, no address, no map order.
// Not for: deciding anything; the verdict of a run follows from its findings and claims by one rule, stated at Verdict.
package report
