// SPDX-License-Identifier: Apache-2.0
/** Recorded runs in the form that documents for other tools need, and the formats of documents. */
@NullMarked
package org.colophon.query.document;

import org.jspecify.annotations.NullMarked;
