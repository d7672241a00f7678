// SPDX-License-Identifier: Apache-2.0
/** Decides which paths and users of a mount are recorded. */
@NullMarked
package org.colophon.reporters.fuse.scope;

import org.jspecify.annotations.NullMarked;
