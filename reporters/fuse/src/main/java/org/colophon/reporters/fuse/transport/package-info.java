// SPDX-License-Identifier: Apache-2.0
/**
 * The contract between a mirror and what serves its requests. A {@link
 * org.colophon.reporters.fuse.transport.Transport} takes over a mounted {@code /dev/fuse} and
 * translates requests of Linux to operations of a {@link
 * org.colophon.reporters.fuse.mirror.Mirror}.
 */
@NullMarked
package org.colophon.reporters.fuse.transport;

import org.jspecify.annotations.NullMarked;
