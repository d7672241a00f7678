// SPDX-License-Identifier: Apache-2.0
/** Linux calls that {@code core} and the service use where they are available. */
@NullMarked
package org.colophon.reporters.common;

import org.jspecify.annotations.NullMarked;
