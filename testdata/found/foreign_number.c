// check: --property race
// expect: UNKNOWN
// A function that is handed over as a number is one that may be called. PROVED was said.
void start(unsigned long);

static int n;

static void done(void)
{
	n++;
}

int main(void)
{
	start((unsigned long)done);
	n = 5;
	return 0;
}
