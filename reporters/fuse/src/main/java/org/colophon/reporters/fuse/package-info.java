// SPDX-License-Identifier: Apache-2.0
/**
 * Reports accesses to the files below a directory through a file system that mirrors it. See {@code
 * docs/reference/fuse.md}.
 */
@NullMarked
package org.colophon.reporters.fuse;

import org.jspecify.annotations.NullMarked;
