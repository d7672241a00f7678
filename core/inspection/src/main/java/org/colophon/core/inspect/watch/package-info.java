// SPDX-License-Identifier: Apache-2.0
/** Files under observation and copies of their content before a change. */
@NullMarked
package org.colophon.core.inspect.watch;

import org.jspecify.annotations.NullMarked;
