// SPDX-License-Identifier: Apache-2.0
/**
 * Data model of Colophon: objects, processes, operations, links, names and log sequence numbers.
 * Everything here is a value; nothing holds a thread, a file or a lock.
 */
@NullMarked
package org.colophon.core.model;

import org.jspecify.annotations.NullMarked;
