/**
 * Performs file system operations in the mirrored directory, through descriptors that stay valid
 * when something is mounted over it. Each {@link org.colophon.reporters.fuse.mirror.RequestContext}
 * has the {@link org.colophon.reporters.fuse.mirror.MirrorObserver} of its operations.
 *
 * <p>Operations return 0 or more, or a negative error number of Linux.
 */
package org.colophon.reporters.fuse.mirror;
