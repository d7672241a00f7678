// SPDX-License-Identifier: Apache-2.0
/** Sinks that carry the operations of reporters to the ring. */
@NullMarked
package org.colophon.core.sink;

import org.jspecify.annotations.NullMarked;
