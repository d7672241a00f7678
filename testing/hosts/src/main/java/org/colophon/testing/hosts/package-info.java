// SPDX-License-Identifier: Apache-2.0
/** Brokers and services in processes of their own, for tests and benchmarks; never shipped. */
@NullMarked
package org.colophon.testing.hosts;

import org.jspecify.annotations.NullMarked;
