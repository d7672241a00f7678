// SPDX-License-Identifier: Apache-2.0
#include "tally.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "text.h"

#define SLOTS 4096

struct entry {
  char word[WORD_MAX];
  unsigned count;
};

static int compare_words(const void *key, const void *element) {
  return strcmp(key, *(const char *const *)element);
}

static int is_stopword(const char *word) {
  return bsearch(word, stopwords, stopword_count, sizeof *stopwords, compare_words) != NULL;
}

static int by_count(const void *left, const void *right) {
  const struct entry *a = left, *b = right;
  if (a->count != b->count) {
    return a->count < b->count ? 1 : -1;
  }
  return strcmp(a->word, b->word);
}

static struct entry *entry_of(struct entry *table, const char *word) {
  size_t slot = hash_of(word, strlen(word)) % SLOTS;
  for (size_t tried = 0; tried < SLOTS; tried++, slot = (slot + 1) % SLOTS) {
    if (table[slot].count == 0 || strcmp(table[slot].word, word) == 0) {
      return &table[slot];
    }
  }
  return NULL;
}

void tally(FILE *in, FILE *out, size_t most) {
  static struct entry table[SLOTS];
  char word[WORD_MAX];
  while (next_word(in, word)) {
    struct entry *entry = is_stopword(word) ? NULL : entry_of(table, word);
    if (entry != NULL) {
      strcpy(entry->word, word);
      entry->count++;
    }
  }
  qsort(table, SLOTS, sizeof *table, by_count);
  for (size_t i = 0; i < most && i < SLOTS && table[i].count > 0; i++) {
    fprintf(out, "%5u %s\n", table[i].count, table[i].word);
  }
}
