// SPDX-License-Identifier: Apache-2.0
/**
 * Runs inspectors. Selects them for a change by glob and media type. Calls them outside the file
 * operation with limits of time and memory, and records their findings as extended records. An
 * inspector can neither fail nor delay the file operation. Failures are recorded.
 */
@NullMarked
package org.colophon.core.inspect;

import org.jspecify.annotations.NullMarked;
