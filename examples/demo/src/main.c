#include "tally.h"

int main(void) {
  tally(stdin, stdout, 10);
  return 0;
}
