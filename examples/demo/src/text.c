// SPDX-License-Identifier: Apache-2.0
#include "text.h"

#include <ctype.h>

int next_word(FILE *in, char word[WORD_MAX]) {
  int length = 0;
  for (int c = getc(in); c != EOF; c = getc(in)) {
    if (isalpha(c)) {
      if (length < WORD_MAX - 1) {
        word[length++] = (char)tolower(c);
      }
    } else if (length > 0) {
      break;
    }
  }
  word[length] = '\0';
  return length > 0;
}
