// SPDX-License-Identifier: Apache-2.0
/**
 * Serves a mirror through the high-level API of libfuse 2, with jnr-fuse's description of its
 * structures. libfuse names files by paths, which are translated to nodes of the mirror.
 *
 * <p>Callbacks run on threads of libfuse, each attached to Java for one call. They pass the
 * operation to a thread of the transport, because a {@link
 * org.colophon.reporters.fuse.mirror.RequestContext} changes the ids of its thread.
 */
@NullMarked
package org.colophon.reporters.fuse.jnr;

import org.jspecify.annotations.NullMarked;
