// SPDX-License-Identifier: Apache-2.0
/**
 * The lineage engine, which follows edges in LSN order over a {@link
 * org.colophon.core.spi.storage.LineageReader}, and the reports based on it. Depends on no adapter.
 */
@NullMarked
package org.colophon.query.engine;

import org.jspecify.annotations.NullMarked;
