// SPDX-License-Identifier: Apache-2.0
/** Follows a feed across rotations and resumes it; see docs/reference/dsl.md. */
@NullMarked
package org.colophon.reporters.dsl.follow;

import org.jspecify.annotations.NullMarked;
