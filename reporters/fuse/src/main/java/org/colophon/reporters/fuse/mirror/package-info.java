/**
 * A directory mirrored, whatever carries the requests: every operation of a file system, passed on
 * to the directory below through descriptors that stay valid when something is mounted over it. Who
 * wants to know what happens gives each {@link org.colophon.reporters.fuse.mirror.RequestContext} a
 * {@link org.colophon.reporters.fuse.mirror.MirrorObserver}.
 *
 * <p>Operations answer 0 or more, or a negative error number of Linux.
 */
package org.colophon.reporters.fuse.mirror;
