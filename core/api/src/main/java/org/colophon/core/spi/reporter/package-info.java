/**
 * The contract between Colophon and a data source: a {@link
 * org.colophon.core.spi.reporter.Reporter} turns what it sees into operations and hands them to an
 * {@link org.colophon.core.spi.reporter.OperationSink}. Reporters are found by name through {@link
 * java.util.ServiceLoader}.
 */
package org.colophon.core.spi.reporter;
