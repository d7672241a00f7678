// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.api;

import org.colophon.core.model.ExtendedRecord;

/**
 * Extended record that a reporter or an inspector attached to a write of a lineage.
 *
 * @param edge index of the write in {@link Lineage#edges}
 * @param extended the record, such as a patch
 */
public record LineageChange(int edge, ExtendedRecord extended) {}
