/**
 * Reporting from your own program. {@link org.colophon.service.client.report.Recorder} provides a
 * sink that writes to a store in the same process or reports to a service. {@link
 * org.colophon.service.client.report.RemoteSink} sends numbered lines
 * (docs/how-to/report-from-a-program.md).
 */
package org.colophon.service.client.report;
