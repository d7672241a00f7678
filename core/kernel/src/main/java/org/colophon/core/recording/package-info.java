// SPDX-License-Identifier: Apache-2.0
/**
 * Marks of active recordings, and the gaps for their losses when their process died. The kernel
 * keeps a mark as the position of a source while a reporter runs.
 */
@NullMarked
package org.colophon.core.recording;

import org.jspecify.annotations.NullMarked;
