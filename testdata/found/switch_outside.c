// check: --property assert
// expect: POSSIBLE assert
// The branch that leads straight to a failure is its condition, also where it is a switch: it looks at a number of the outside.
int ext(void);
void reach_error(void);

int main(void)
{
	switch (ext()) {
	case 3:
		reach_error();
	}
	return 0;
}
