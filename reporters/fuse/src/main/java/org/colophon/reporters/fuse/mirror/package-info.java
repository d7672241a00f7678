/**
 * Performs file system operations in the mirrored directory, through descriptors that stay valid
 * when something is mounted over it. Observers set their {@link
 * org.colophon.reporters.fuse.mirror.MirrorObserver} in each {@link
 * org.colophon.reporters.fuse.mirror.RequestContext}.
 *
 * <p>Operations return 0 or more, or a negative error number of Linux.
 */
package org.colophon.reporters.fuse.mirror;
