// check: --property assert
// expect: BUG assert
// A switch on a number of the outside, and behind it one on a variable of the program: that one leads straight to the failure.
int ext(void);
void reach_error(void);
static int state = 3;

int main(void)
{
	switch (ext()) {
	case 3:
		switch (state) {
		case 3:
			reach_error();
		}
	}
	return 0;
}
