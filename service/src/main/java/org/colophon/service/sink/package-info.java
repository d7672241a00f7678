// SPDX-License-Identifier: Apache-2.0
/** Wrappers of sinks: one counts a reporter's operations, one passes them to live tails. */
@NullMarked
package org.colophon.service.sink;

import org.jspecify.annotations.NullMarked;
