/**
 * Reporting from a program of one's own. {@link org.colophon.service.client.report.Recorder} hands
 * out a sink, into a store that the program opens itself or to a service. {@link
 * org.colophon.service.client.report.RemoteSink} sends numbered lines (docs/api.md).
 */
package org.colophon.service.client.report;
