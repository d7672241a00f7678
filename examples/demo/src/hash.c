// SPDX-License-Identifier: Apache-2.0
#include "hash.h"

unsigned long hash_of(const char *text, size_t length) {
  unsigned long hash = 2166136261u;
  for (size_t i = 0; i < length; i++) {
    hash = (hash ^ (unsigned char)text[i]) * 16777619u;
  }
  return hash;
}
