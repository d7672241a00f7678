// SPDX-License-Identifier: Apache-2.0
/**
 * Contract of capture filters, which decide what is recorded before anything is stored. Filters are
 * found by name through {@link java.util.ServiceLoader}.
 */
@NullMarked
package org.colophon.core.spi.filter;

import org.jspecify.annotations.NullMarked;
