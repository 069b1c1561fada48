/* Floating constants as conditions. */

#define CHECK(e) do { if (!(e)) return __LINE__; } while (0)
#define HALF 0.5

static double chosen = 0.5 ? 1.0 : 2.0;
static float second = (0.0f) ? 1.0f : 2.0f;

static int truth(double d) { return d ? 1 : 0; }

int main(void)
{
	int n = 0, zero = 0;
	if (0.5)
		n++;
	while (0.25f) {
		n++;
		break;
	}
	for (; 1e-300;) {
		n++;
		break;
	}
	do
		n++;
	while (0.0);
	CHECK(n == 4);
	CHECK((0.5 ? 1 : 2) == 1 && ((0.0) ? 1 : 2) == 2 && (HALF ? 3 : 4) == 3 && (((0.5f)) ? 5 : 6) == 5);
	CHECK((0.5 && 1) == 1 && (1 && 0.5) == 1 && (0.0 && 1) == 0 && (1 && (0.0)) == 0 && (zero || 0.5) == 1 && (0.0 || zero) == 0);
	CHECK(!0.0 == 1 && !0.5 == 0 && (_Bool)0.5 == 1 && (0x1p-3 ? 1 : 0) == 1 && (.5 ? 1 : 0) == 1 && (1. ? 1 : 0) == 1);
	CHECK(chosen == 1.0 && second == 2.0f);
	CHECK((truth(0.5) ? 7 : 8) == 7 && (truth(0.5) && truth(0.25)) == 1); /* what is passed is 0.5, not 1 */
	CHECK((int)((0.75 ? 0.5 : 0.25) * 8) == 4);
	return 0;
}
