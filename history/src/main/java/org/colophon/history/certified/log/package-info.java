// SPDX-License-Identifier: Apache-2.0
/** The certified log of a store: one entry for each frame of its journal. */
@NullMarked
package org.colophon.history.certified.log;

import org.jspecify.annotations.NullMarked;
