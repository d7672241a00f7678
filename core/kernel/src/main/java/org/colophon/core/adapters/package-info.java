// SPDX-License-Identifier: Apache-2.0
/** Adapters of a store: their directories, identity, life cycle and replacement. */
@NullMarked
package org.colophon.core.adapters;

import org.jspecify.annotations.NullMarked;
