// SPDX-License-Identifier: Apache-2.0
/**
 * Contract between Colophon and a data source. A {@link org.colophon.core.spi.reporter.Reporter}
 * turns events into operations and passes them to an {@link
 * org.colophon.core.spi.reporter.OperationSink}. Reporters are found by name through {@link
 * java.util.ServiceLoader}.
 */
@NullMarked
package org.colophon.core.spi.reporter;

import org.jspecify.annotations.NullMarked;
