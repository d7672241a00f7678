// SPDX-License-Identifier: Apache-2.0
/**
 * Preserves the previous content of written files, and offers each change to inspectors on close.
 */
@NullMarked
package org.colophon.reporters.fuse.inspect;

import org.jspecify.annotations.NullMarked;
