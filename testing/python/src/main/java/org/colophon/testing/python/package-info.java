// SPDX-License-Identifier: Apache-2.0
/** Python libraries and validators of other projects, for tests. */
@NullMarked
package org.colophon.testing.python;

import org.jspecify.annotations.NullMarked;
