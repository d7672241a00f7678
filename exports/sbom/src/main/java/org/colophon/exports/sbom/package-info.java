// SPDX-License-Identifier: Apache-2.0
/** Recorded runs as documents about software supply chains: CycloneDX and SPDX. */
@NullMarked
package org.colophon.exports.sbom;

import org.jspecify.annotations.NullMarked;
