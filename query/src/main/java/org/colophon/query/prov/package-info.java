// SPDX-License-Identifier: Apache-2.0
/** Lineages as W3C PROV documents: PROV-JSON, PROV-N, and PROV-O as Turtle and JSON-LD. */
@NullMarked
package org.colophon.query.prov;

import org.jspecify.annotations.NullMarked;
