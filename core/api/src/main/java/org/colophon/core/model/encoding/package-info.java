// SPDX-License-Identifier: Apache-2.0
/** Encodings of values: paths, numbers, identities, connections and times. */
@NullMarked
package org.colophon.core.model.encoding;

import org.jspecify.annotations.NullMarked;
