// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.report;

/** An answer other than a lineage, which {@code export.Reports} can write as text and as JSON. */
public sealed interface Report permits Explanation, History, LineageDiff, Details {}
