/**
 * The contract between Colophon and an inspector: an {@link
 * org.colophon.core.spi.inspect.Inspector} compares what a file held before and after it was
 * changed, and says what it found. Inspectors are found by name through {@link
 * java.util.ServiceLoader}; they run off the path of the file operation, and nothing that they do
 * can fail or delay it.
 */
package org.colophon.core.spi.inspect;
