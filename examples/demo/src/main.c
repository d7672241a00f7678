// SPDX-License-Identifier: Apache-2.0
#include "tally.h"

int main(void) {
  tally(stdin, stdout, 10);
  return 0;
}
