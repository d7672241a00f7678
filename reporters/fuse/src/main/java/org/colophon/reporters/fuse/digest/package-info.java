// SPDX-License-Identifier: Apache-2.0
/** Digests of the files of a mount, which are computed while it is in use. */
@NullMarked
package org.colophon.reporters.fuse.digest;

import org.jspecify.annotations.NullMarked;
