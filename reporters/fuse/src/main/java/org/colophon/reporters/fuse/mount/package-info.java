// SPDX-License-Identifier: Apache-2.0
/** Mounts and unmounts the file system, and reads the table of mounts. */
@NullMarked
package org.colophon.reporters.fuse.mount;

import org.jspecify.annotations.NullMarked;
