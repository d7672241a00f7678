// SPDX-License-Identifier: Apache-2.0
/**
 * Records of server logs, and the common parts of their parsers. A parser receives bytes and passes
 * on {@link org.colophon.reporters.mysql.log.LogRecord}s. It does not read files.
 */
@NullMarked
package org.colophon.reporters.mysql.log;

import org.jspecify.annotations.NullMarked;
