// SPDX-License-Identifier: Apache-2.0
/** Exports lineages as in-toto statements, for software that checks supply chains. */
@NullMarked
package org.colophon.query.attest;

import org.jspecify.annotations.NullMarked;
