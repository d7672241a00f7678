// SPDX-License-Identifier: Apache-2.0
/** In-toto statements about recorded runs, which {@code colophon attest} finds by name. */
@NullMarked
package org.colophon.exports.attestations;

import org.jspecify.annotations.NullMarked;
