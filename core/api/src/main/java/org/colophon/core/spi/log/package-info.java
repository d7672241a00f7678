// SPDX-License-Identifier: Apache-2.0
/**
 * Contract of shared logs, through which many hosts ship their histories to indexers. Logs are
 * found by name through {@link java.util.ServiceLoader}.
 */
@NullMarked
package org.colophon.core.spi.log;

import org.jspecify.annotations.NullMarked;
