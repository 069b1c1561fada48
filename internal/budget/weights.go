package budget

// weights are what one of each kind takes, in nanoseconds. bench/work fits them: it runs programs of all kinds, and solves for the weights with which the work of each comes
// closest to its processor time.
var weights = [kinds]Work{
	Solving: 25, Blasting: 200, Reading: 20, Terms: 2000, Running: 65, Keeping: 400, Comparing: 10, Points: 60, Outside: 1, Passing: 100,
}
