// SPDX-License-Identifier: Apache-2.0
/**
 * Contract between Colophon and an inspector. An {@link org.colophon.core.spi.inspect.Inspector}
 * compares a file's content before and after a change, and returns its findings. Inspectors are
 * found by name through {@link java.util.ServiceLoader}. They run outside the file operation, and
 * cannot fail or delay it.
 */
@NullMarked
package org.colophon.core.spi.inspect;

import org.jspecify.annotations.NullMarked;
