// SPDX-License-Identifier: Apache-2.0
/**
 * PROV-JSON documents: {@link org.colophon.reporters.dsl.prov.ProvReader} parses them, {@link
 * org.colophon.reporters.dsl.prov.ProvReplay} orders and reports their statements.
 */
@NullMarked
package org.colophon.reporters.dsl.prov;

import org.jspecify.annotations.NullMarked;
