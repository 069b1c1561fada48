// check: --property assert
// expect: BUG assert
// A case label inside an if inside a block.
#include <assert.h>
int main(void){ for(int i=0;i<2;i++){ int k; switch(i){ case 0: { unsigned char x=3; k=x; if(0){ case 1: assert(x==3);} } } } return 0; }