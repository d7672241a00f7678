// SPDX-License-Identifier: Apache-2.0
/**
 * Performs file system operations in the mirrored directory, through descriptors that remain valid
 * if the directory is covered by a mount. Each {@link
 * org.colophon.reporters.fuse.mirror.RequestContext} contains the {@link
 * org.colophon.reporters.fuse.mirror.MirrorObserver} of its operations.
 *
 * <p>Operations return 0 or more, or a negative error number of Linux.
 */
@NullMarked
package org.colophon.reporters.fuse.mirror;

import org.jspecify.annotations.NullMarked;
