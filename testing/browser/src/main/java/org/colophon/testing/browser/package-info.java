// SPDX-License-Identifier: Apache-2.0
/** Headless browser on the explorer's page, for tests and benchmarks; never shipped. */
@NullMarked
package org.colophon.testing.browser;

import org.jspecify.annotations.NullMarked;
