// SPDX-License-Identifier: Apache-2.0
/** Tests of events with the client library of OpenLineage. */
@NullMarked
package org.colophon.exports.openlineage;

import org.jspecify.annotations.NullMarked;
