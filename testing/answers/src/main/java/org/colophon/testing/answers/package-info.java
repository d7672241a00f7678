// SPDX-License-Identifier: Apache-2.0
/** The test that all storage adapters give the same answers to the same questions. */
@NullMarked
package org.colophon.testing.answers;

import org.jspecify.annotations.NullMarked;
