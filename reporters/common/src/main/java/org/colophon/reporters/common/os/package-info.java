// SPDX-License-Identifier: Apache-2.0
/**
 * The C library and native memory. Calls return what the C function returns; {@link
 * org.colophon.reporters.common.os.Os#errno} returns the reason of a failure. Addresses are plain
 * numbers.
 */
@NullMarked
package org.colophon.reporters.common.os;

import org.jspecify.annotations.NullMarked;
