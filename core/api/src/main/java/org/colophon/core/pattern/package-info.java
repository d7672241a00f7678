// SPDX-License-Identifier: Apache-2.0
/** Patterns of names, shared by capture filters, reporters, inspectors and queries. */
@NullMarked
package org.colophon.core.pattern;

import org.jspecify.annotations.NullMarked;
