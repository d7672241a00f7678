// SPDX-License-Identifier: Apache-2.0
/** Live tails with counters and a sample of operations, and the feed of the journal. */
@NullMarked
package org.colophon.service.tail;

import org.jspecify.annotations.NullMarked;
