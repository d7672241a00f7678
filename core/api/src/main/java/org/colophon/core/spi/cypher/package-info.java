/**
 * What an engine that understands Cypher offers beside {@link
 * org.colophon.core.spi.storage.LineageReader}: running statements, saying what words its graph
 * knows, and listening for Bolt clients. A storage adapter whose readers offer this declares {@link
 * org.colophon.core.spi.storage.StorageCapability#CYPHER}.
 */
package org.colophon.core.spi.cypher;
