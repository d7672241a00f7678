// SPDX-License-Identifier: Apache-2.0
/** Scales the tests that run random rounds. Test code only; never shipped. */
@NullMarked
package org.colophon.testing.effort;

import org.jspecify.annotations.NullMarked;
