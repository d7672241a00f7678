// SPDX-License-Identifier: Apache-2.0
/** Recorded facts as events of the Open Cybersecurity Schema Framework, for OTLP collectors. */
@NullMarked
package org.colophon.exports.ocsf;

import org.jspecify.annotations.NullMarked;
