// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.colophon.exports.sbom;

import org.jspecify.annotations.NullMarked;
