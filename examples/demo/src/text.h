// SPDX-License-Identifier: Apache-2.0
#ifndef TEXT_H
#define TEXT_H

#include <stdio.h>

#define WORD_MAX 64

/* Reads the next word, in lower case; 0 at the end of the input. */
int next_word(FILE *in, char word[WORD_MAX]);

#endif
