// SPDX-License-Identifier: Apache-2.0
/**
 * Reporting of a program's own provenance. {@link org.colophon.client.report.Recorder} has a sink
 * that writes to an embedded store or reports to a service. {@link
 * org.colophon.client.report.RemoteSink} sends numbered lines
 * (docs/how-to/report-from-a-program.md).
 */
@NullMarked
package org.colophon.client.report;

import org.jspecify.annotations.NullMarked;
