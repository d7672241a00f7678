// SPDX-License-Identifier: Apache-2.0
/** Lineage over the histories of several hosts. */
@NullMarked
package org.colophon.query.across;

import org.jspecify.annotations.NullMarked;
