// SPDX-License-Identifier: Apache-2.0
#ifndef TALLY_H
#define TALLY_H

#include <stddef.h>
#include <stdio.h>

/* The words not to count, sorted; generated from data/stopwords.txt. */
extern const char *const stopwords[];
extern const size_t stopword_count;

/* Counts the words of a text and prints the most frequent ones. */
void tally(FILE *in, FILE *out, size_t most);

#endif
