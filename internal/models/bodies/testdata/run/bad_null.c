// simulate: failure
// explore: null-deref
#include <string.h>

int main(void) {
	return (int)strlen(NULL);
}
