// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage;

import java.nio.file.Path;

/**
 * An adapter that a new adapter of the same engine replaces.
 *
 * @param directory its directory, which is deleted later
 * @param isOpen true if it is used until {@link StorageAdapter#takeOver}; false if it is closed
 */
public record Predecessor(Path directory, boolean isOpen) {}
