// SPDX-License-Identifier: Apache-2.0
/** Lineages as W3C PROV documents: PROV-JSON and PROV-N. */
@NullMarked
package org.colophon.query.prov;

import org.jspecify.annotations.NullMarked;
