// SPDX-License-Identifier: Apache-2.0
/**
 * The worker JVM for inspectors that read hostile formats. It has its own heap, receives contents
 * through a pipe, and is killed when it exceeds its time limit. Its failures do not affect the
 * service.
 */
@NullMarked
package org.colophon.core.inspect.worker;

import org.jspecify.annotations.NullMarked;
