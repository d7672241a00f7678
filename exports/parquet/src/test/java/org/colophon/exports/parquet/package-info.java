// SPDX-License-Identifier: Apache-2.0
/** Tests of the Parquet tables. */
@NullMarked
package org.colophon.exports.parquet;

import org.jspecify.annotations.NullMarked;
