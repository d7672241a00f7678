// SPDX-License-Identifier: Apache-2.0
/**
 * Contract of engines that understand Cypher, in addition to {@link
 * org.colophon.core.spi.storage.LineageReader}. They run statements, list the names in their graph,
 * and listen for Bolt clients. A storage adapter with such readers declares {@link
 * org.colophon.core.spi.storage.StorageCapability#CYPHER}.
 */
@NullMarked
package org.colophon.core.spi.cypher;

import org.jspecify.annotations.NullMarked;
