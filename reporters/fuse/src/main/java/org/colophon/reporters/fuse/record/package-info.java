// SPDX-License-Identifier: Apache-2.0
/**
 * Converts operations of a mirror to provenance. An operation is published before its reply, so the
 * order of LSNs is the order of events.
 */
@NullMarked
package org.colophon.reporters.fuse.record;

import org.jspecify.annotations.NullMarked;
