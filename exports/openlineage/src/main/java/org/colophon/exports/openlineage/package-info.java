// SPDX-License-Identifier: Apache-2.0
/** OpenLineage run events of recorded runs. */
@NullMarked
package org.colophon.exports.openlineage;

import org.jspecify.annotations.NullMarked;
