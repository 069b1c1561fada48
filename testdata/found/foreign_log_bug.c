// check: --property assert
// expect: POSSIBLE assert
// Not the logarithm. Beside one function of <math.h>, so that the model's file is there.
#include <assert.h>

double sqrt(double);
void log(int *);

int main(void) {
	int value = sqrt(1.0) == 1.0;
	log(&value);
	assert(value == 1);
	return 0;
}
