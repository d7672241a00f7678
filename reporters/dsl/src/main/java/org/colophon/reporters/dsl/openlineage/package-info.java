// SPDX-License-Identifier: Apache-2.0
/** Events of OpenLineage, from files and from requests. */
@NullMarked
package org.colophon.reporters.dsl.openlineage;

import org.jspecify.annotations.NullMarked;
