package org.colophon.query.api;

import org.colophon.core.model.ExtendedRecord;

/**
 * Extended record that a reporter or an inspector attached to a write of a lineage.
 *
 * @param edge the write's place in {@link Lineage#edges}
 * @param extended what it attached, such as a patch
 */
public record LineageChange(int edge, ExtendedRecord extended) {}
