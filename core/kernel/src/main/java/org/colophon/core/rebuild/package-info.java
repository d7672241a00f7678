// SPDX-License-Identifier: Apache-2.0
/**
 * Converts a store back into a stream of batches, so that another adapter can be fed with the same
 * content. Uses readers and the journal's encoding, no adapter.
 */
@NullMarked
package org.colophon.core.rebuild;

import org.jspecify.annotations.NullMarked;
