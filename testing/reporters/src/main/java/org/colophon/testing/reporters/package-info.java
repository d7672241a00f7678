// SPDX-License-Identifier: Apache-2.0
/** Sinks that keep reported operations, for tests of reporters. */
@NullMarked
package org.colophon.testing.reporters;

import org.jspecify.annotations.NullMarked;
