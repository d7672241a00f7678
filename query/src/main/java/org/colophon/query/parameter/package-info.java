// SPDX-License-Identifier: Apache-2.0
/** Parameters of requests: names, texts and limits as annotations of records, and their values. */
@NullMarked
package org.colophon.query.parameter;

import org.jspecify.annotations.NullMarked;
