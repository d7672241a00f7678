// SPDX-License-Identifier: Apache-2.0
/** Digests of the contents of files and their cache, and written ranges. */
@NullMarked
package org.colophon.reporters.common.content;

import org.jspecify.annotations.NullMarked;
