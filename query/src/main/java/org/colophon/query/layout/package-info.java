// SPDX-License-Identifier: Apache-2.0
/**
 * Layered drawings of provenance graphs: older nodes at the left, newer nodes at the right. Depends
 * on boxes and links only, so that pictures and the explorer share it.
 */
@NullMarked
package org.colophon.query.layout;

import org.jspecify.annotations.NullMarked;
