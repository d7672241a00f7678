/**
 * The lineage engine: time-respecting traversal over {@link
 * org.colophon.core.spi.storage.LineageReader}, and the reports made with it. Sees no adapter.
 */
package org.colophon.query.engine;
