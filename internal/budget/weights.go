package budget

// weights are what one of each kind takes, in nanoseconds. bench/work fits them: it runs programs of all kinds, and solves for the weights with which the work of each comes
// closest to its processor time.
var weights = [kinds]Work{
	Solving: 4, Blasting: 150, Terms: 150, Running: 60, Keeping: 600, Points: 60, Passing: 150,
}
