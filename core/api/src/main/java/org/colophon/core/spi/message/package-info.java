// SPDX-License-Identifier: Apache-2.0
/**
 * Contract of topics that take messages for other programs. Topics are found by name through {@link
 * java.util.ServiceLoader}.
 */
@NullMarked
package org.colophon.core.spi.message;

import org.jspecify.annotations.NullMarked;
