// SPDX-License-Identifier: Apache-2.0
#ifndef HASH_H
#define HASH_H

#include <stddef.h>

/* FNV-1a of a string of the given length. */
unsigned long hash_of(const char *text, size_t length);

#endif
