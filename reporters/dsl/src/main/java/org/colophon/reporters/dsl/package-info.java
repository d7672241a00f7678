// SPDX-License-Identifier: Apache-2.0
/** Reporters of provenance in text form: feeds in SPADE's DSL, and PROV-JSON documents. */
@NullMarked
package org.colophon.reporters.dsl;

import org.jspecify.annotations.NullMarked;
